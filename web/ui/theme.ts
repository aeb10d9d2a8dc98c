// Theme of an element: light or dark, like the page around.
// It follows the background under the element, and without one the color-scheme there.

import type { Theme } from '../views/color.ts';

/** A luminance between white and black: on either side of it one of the lab's inks reads better. */
const MIDDLE = 0.18;
/** Red, green and blue of the canvas under a page, by its scheme. */
const CANVAS = { light: 1, dark: 0.07 };
/** Events after which a page may change its colours without a changed attribute. */
const EVENTS = ['click', 'load', 'transitionend'];

/**
 * The parent of an element in the composed tree: slots, shadow roots, and frames of the same origin.
 */
function around(element: Element): Element | null {
  const root = element.getRootNode() as ShadowRoot;
  const frame = () => element.ownerDocument.defaultView?.frameElement ?? null;
  return element.assignedSlot ?? element.parentElement ?? root.host ?? frame();
}

/** The color-scheme of an element. */
export function schemeOf(element: Element): Theme {
  const { colorScheme } = getComputedStyle(element);
  const meta = element.ownerDocument.querySelector('meta[name="color-scheme"]');
  const wanted = colorScheme === 'normal' ? (meta?.getAttribute('content') ?? '') : colorScheme;
  const isDark = wanted.includes('dark') && (prefersDark().matches || !wanted.includes('light'));
  return isDark ? 'dark' : 'light';
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/**
 * The theme that is readable at an element's position.
 *
 * @param element its own color-scheme is ignored: headwise sets it
 * @param probe an element that may have any colour
 */
export function themeAt(element: Element, probe: HTMLElement): Theme {
  const scheme = schemeOf(around(element) ?? element);
  const seen = [0, 0, 0];
  /** transparency of the layers above */
  let rest = 1;
  let at: Element | null = element;
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
 * The parent of an element, unless it is invisible: a frame of another scheme has a canvas of its
 * own.
 */
function seenThrough(element: Element) {
  const outside = around(element);
  const isFrame = outside?.ownerDocument !== element.ownerDocument;
  return outside && isFrame && schemeOf(outside) !== schemeOf(element) ? null : outside;
}

/** Any colour of CSS as red, green, blue, and opacity if it has one, from 0 to 1. */
function channelsOf(color: string, probe: HTMLElement) {
  probe.style.color = `color-mix(in srgb, ${color}, ${color})`;
  const channels = getComputedStyle(probe).color.match(/[\d.e-]+(?=[ )])/g) ?? [];
  return channels.map((text) => Math.min(1, Math.max(0, Number(text))));
}

/**
 * Calls back, at most once a frame, whenever the background of an element may have changed.
 *
 * @returns ends it
 */
export function followAround(element: Element, changed: () => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let scheduled = 0;
  const check = () => {
    if (scheduled !== 0) return;
    scheduled = requestAnimationFrame(() => {
      scheduled = 0;
      if (signal.aborted) return;
      watch();
      changed();
    });
  };
  const observer = new MutationObserver(check);

  /** The element may have been moved since. */
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
