// Spotlight on the parts of the lab that a scene is about.
// It scrolls them into the window and dims the rest until the learner has tried the task. It covers
// nothing: everything can still be clicked and focused.

import { setAttribute } from '../shared/dom.ts';
import { findTarget } from './targets.ts';
import type { Lab } from '../lab/lab.ts';

export type Target = { use: readonly string[]; see: readonly string[] };

/** Between what is shown and the edge of the window, CSS pixels. */
const MARGIN = 10;
/** What a scene is about wears this: `use` or `see`. */
const MARK = 'data-target';

/**
 * @param card with the words of the scene
 * @param drawn when the drawing of the scene is on the screen
 */
export function createSpotlight(
  { element: lab, settled }: Lab,
  card: HTMLElement,
  drawn: () => Promise<unknown>,
) {
  let shown: { target: Target; tried: boolean } | null = null;
  // what else is pinned to the lower edge stands above the words
  const sizes = new ResizeObserver(() =>
    lab.style.setProperty('--headwise-words', `${card.offsetHeight}px`),
  );
  sizes.observe(card);

  function mark() {
    const names = shown && [...shown.target.use, ...shown.target.see];
    setAttribute(lab, 'data-about', names && names.join(' '));
    const marks = new Map();
    for (const kind of ['see', 'use'] as const) {
      for (const name of shown?.target[kind] ?? []) {
        for (const element of findTarget(lab, name)) marks.set(element, kind);
      }
    }
    for (const element of lab.querySelectorAll(`[${MARK}]`)) {
      if (!marks.has(element)) element.removeAttribute(MARK);
    }
    for (const [element, kind] of marks) setAttribute(element, MARK, kind);
    setAttribute(lab, 'data-led', shown && !shown.tried ? '' : null);
    return [...marks.keys()];
  }

  /** When all of the scene is drawn. */
  async function shownWhole() {
    await settled();
    await drawn();
    await settled();
  }

  return {
    /** @param tried whether the thing has been done, and the rest comes back */
    show(target: Target, tried: boolean) {
      shown = { target, tried };
      mark();
      void drawn().then(mark);
    },
    clear() {
      shown = null;
      mark();
    },
    dispose() {
      sizes.disconnect();
      this.clear();
    },
    /** Scrolls to what the scene is about once all of it is drawn. */
    async lead() {
      await shownWhole();
      bringIn(mark(), card);
    },
    /** The conclusion makes the words higher: what was just changed goes up as far as they cover it. */
    async keep() {
      await shownWhole();
      const parts = mark();
      const effects = parts.filter((one) => one.getAttribute(MARK) === 'see');
      bringIn(effects.length > 0 ? effects : parts, card, true);
    },
  };
}

/**
 * Scrolls so that all of these stand in the window beside or above the words; where they do not fit, the first do. Where there
 * are none, as before a question is answered, the lab begins at the top.
 *
 * @param onlyUp what the words do not cover stays where it is
 */
function bringIn(parts: readonly HTMLElement[], card: HTMLElement, onlyUp: boolean = false) {
  let top = 0;
  let bottom = innerHeight;
  const guide = getComputedStyle(card.parentElement ?? card);
  const isFixed = guide.position === 'sticky';
  const isDocked = isFixed && guide.bottom === '0px';
  if (onlyUp && !isDocked) return;
  const lab = card.closest('.headwise-lab') as Element;
  // on a phone the words are at the lower edge of the window, and the panel above them
  if (isDocked) {
    const shown = [card, ...lab.querySelectorAll('.panel')].filter(
      (one) => one.getClientRects()[0],
    );
    bottom = Math.min(bottom, ...shown.map((one) => one.getBoundingClientRect().top));
  }
  const moving: DOMRect[] = [];
  // where the words scroll away with the rest, they are read first
  for (const part of isFixed ? parts : [card, ...parts]) {
    const pinned = part.closest('.panel, .sentences, .tools') as HTMLElement | null;
    const box = part.getBoundingClientRect();
    if (!pinned || getComputedStyle(pinned).position !== 'sticky') moving.push(box);
    else if (!pinned.matches('.panel')) top = Math.max(top, pinned.offsetHeight);
  }
  const from = Math.min(...moving.map((box) => box.top)) - MARGIN;
  const to = Math.max(...moving.map((box) => box.bottom)) + MARGIN;
  // where there is room for more, what the lab begins with is shown
  const least = isDocked && !onlyUp ? Math.min(0, lab.getBoundingClientRect().top) : 0;
  let by = Math.max(least, to - bottom);
  if (from - by < top) by = onlyUp ? Math.min(by, Math.max(0, from - top)) : from - top;
  if (by === 0) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: by, behavior: calm ? 'instant' : 'smooth' });
}
