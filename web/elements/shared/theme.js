// Theme of an element: light or dark, like the page around.
// It follows the background under the element, and without one the color-scheme there.

/** @typedef {import('../../views/color.js').Theme} Theme */

/** A luminance between white and black: on either side of it one of the lab's inks reads better. */
const MIDDLE = 0.18;
/** Red, green and blue of the canvas under a page, by its scheme. */
const CANVAS = { light: 1, dark: 0.07 };
/** When a page may look different without an attribute having changed. */
const EVENTS = ['click', 'load', 'transitionend'];

/**
 * The parent of an element in the composed tree: slots, shadow roots, and frames of the same origin.
 * @param {Element} element
 * @returns {Element | null}
 */
function around(element) {
  const root = /** @type {ShadowRoot} */ (element.getRootNode());
  const frame = () => element.ownerDocument.defaultView?.frameElement ?? null;
  return element.assignedSlot ?? element.parentElement ?? root.host ?? frame();
}

/**
 * The color-scheme that is used for an element.
 * @param {Element} element
 * @returns {Theme}
 */
export function schemeOf(element) {
  const { colorScheme } = getComputedStyle(element);
  const meta = element.ownerDocument.querySelector('meta[name="color-scheme"]');
  const wanted = colorScheme === 'normal' ? (meta?.getAttribute('content') ?? '') : colorScheme;
  const isDark = wanted.includes('dark') && (prefersDark().matches || !wanted.includes('light'));
  return isDark ? 'dark' : 'light';
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/**
 * The theme that can be read where an element stands.
 * @param {Element} element its own color-scheme is ignored: headwise sets it
 * @param {HTMLElement} probe an element that may have any colour
 * @returns {Theme}
 */
export function themeAt(element, probe) {
  const scheme = schemeOf(around(element) ?? element);
  const seen = [0, 0, 0];
  /** how much shines through what lies above */
  let rest = 1;
  /** @type {Element | null} */
  let at = element;
  while (at && rest > 0.01) {
    const [red, green, blue, opacity = 1] = channelsOf(getComputedStyle(at).backgroundColor, probe);
    [red, green, blue].forEach((value, i) => (seen[i] += rest * opacity * value));
    rest *= 1 - opacity;
    at = seenThrough(at);
  }
  const [red, green, blue] = seen.map((value) => (value + rest * CANVAS[scheme]) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < MIDDLE ? 'dark' : 'light';
}

/**
 * What an element lies in, unless that cannot be seen: a frame of another scheme has a canvas of its own.
 * @param {Element} element
 */
function seenThrough(element) {
  const outside = around(element);
  const isFrame = outside?.ownerDocument !== element.ownerDocument;
  return outside && isFrame && schemeOf(outside) !== schemeOf(element) ? null : outside;
}

/**
 * Any colour of CSS as red, green, blue, and opacity if it has one, from 0 to 1.
 * @param {string} color
 * @param {HTMLElement} probe
 */
function channelsOf(color, probe) {
  probe.style.color = `color-mix(in srgb, ${color}, ${color})`;
  const channels = getComputedStyle(probe).color.match(/[\d.e-]+(?=[ )])/g) ?? [];
  return channels.map((text) => Math.min(1, Math.max(0, Number(text))));
}

/**
 * Calls back, at most once a frame, whenever an element may stand on something else than before.
 * @param {Element} element
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function followAround(element, changed) {
  const end = new AbortController();
  const { signal } = end;
  let scheduled = 0;
  const check = () => {
    scheduled ||= requestAnimationFrame(() => {
      scheduled = 0;
      if (signal.aborted) return;
      watch();
      changed();
    });
  };
  const observer = new MutationObserver(check);

  /** It may have been moved since. */
  function watch() {
    observer.disconnect();
    for (let at = around(element); at; at = around(at)) {
      observer.observe(at, { attributes: true });
      const { ownerDocument } = at;
      observer.observe(ownerDocument.head, { attributes: true, childList: true, subtree: true });
      for (const type of EVENTS) {
        ownerDocument.addEventListener(type, check, { capture: true, signal });
      }
    }
  }

  watch();
  prefersDark().addEventListener('change', check, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  return () => end.abort();
}
