// Spotlight on the targets of a scene, which are parts of the lab.
// It scrolls them into the window and dims the rest until the learner has tried the task. It covers
// nothing: everything can still be clicked and focused.

import { findTarget } from './targets.ts';
import type { Lab } from '../lab/lab.ts';

export type Target = { use: readonly string[]; see: readonly string[] };

/** Distance between a target and the edge of the window, CSS pixels. */
const MARGIN = 10;
/** Attribute of a scene's targets: `use` or `see`. */
const MARK = 'data-target';

/**
 * @param card card with the scene's text
 * @param drawn resolves when the drawing of the scene is on the screen
 */
export function createSpotlight(
  { element: lab, settled }: Lab,
  card: HTMLElement,
  drawn: () => Promise<unknown>,
) {
  let shown: { target: Target; tried: boolean } | null = null;
  const sizes = new ResizeObserver(placeAbove);
  sizes.observe(card);

  /** Other elements that are pinned to the lower edge are above the card. */
  function placeAbove() {
    const { offsetHeight } = card;
    // without a lesson the lab is not styled again
    lab.style.setProperty('--headwise-words', offsetHeight > 0 ? `${offsetHeight}px` : '');
  }

  function mark() {
    const names = shown && [...shown.target.use, ...shown.target.see];
    setMark(lab, 'data-about', names && names.join(' '));
    const marks = new Map();
    for (const kind of ['see', 'use'] as const) {
      for (const name of shown?.target[kind] ?? []) {
        for (const element of findTarget(lab, name)) marks.set(element, kind);
      }
    }
    for (const element of lab.querySelectorAll(`[${MARK}]`)) {
      if (!marks.has(element)) element.removeAttribute(MARK);
    }
    for (const [element, kind] of marks) setMark(element, MARK, kind);
    setMark(lab, 'data-led', shown && !shown.tried ? '' : null);
    return [...marks.keys()];
  }

  /** Resolves when all of the scene is drawn. */
  async function shownWhole() {
    await settled();
    await drawn();
    await settled();
  }

  return {
    /** @param tried whether the task is done, and the rest comes back */
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
    /** Scrolls to the scene's targets once all of it is drawn. */
    async lead() {
      await shownWhole();
      const parts = mark();
      placeAbove(); // the observer may not have seen the new text yet
      bringIn(parts, card);
    },
    /**
     * The conclusion makes the card higher: scrolls the changed part up as far as the card covers
     * it.
     */
    async keep() {
      await shownWhole();
      const parts = mark();
      placeAbove();
      const effects = parts.filter((one) => one.getAttribute(MARK) === 'see');
      bringIn(effects.length > 0 ? effects : parts, card, true);
    },
  };
}

/** Marks an element of the lab for style sheets; null removes the mark. Only a change costs a layout. */
export function setMark(element: Element, name: string, value: string | null) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Scrolls all these parts into the window beside or above the card; where they do not fit, the
 * first ones. Without parts, as before a question is answered, the lab begins at the top.
 *
 * @param onlyUp whether parts that the card does not cover stay in place
 */
function bringIn(parts: readonly HTMLElement[], card: HTMLElement, onlyUp: boolean = false) {
  let top = 0;
  let bottom = innerHeight;
  const guide = getComputedStyle(card.parentElement ?? card);
  const isFixed = guide.position === 'sticky';
  const isDocked = isFixed && guide.bottom === '0px';
  if (onlyUp && !isDocked) return;
  const lab = card.closest('.headwise-lab') as Element;
  // on a phone the card is at the lower edge of the window, and the panel above it
  if (isDocked) {
    const shown = [card, ...lab.querySelectorAll('.panel')].filter(
      (one) => one.getClientRects()[0],
    );
    bottom = Math.min(bottom, ...shown.map((one) => one.getBoundingClientRect().top));
  }
  const moving: DOMRect[] = [];
  // where the card scrolls with the page, readers read it first
  for (const part of isFixed ? parts : [card, ...parts]) {
    const pinned = part.closest('.panel, .sentences, .tools') as HTMLElement | null;
    const box = part.getBoundingClientRect();
    if (!pinned || getComputedStyle(pinned).position !== 'sticky') moving.push(box);
    else if (!pinned.matches('.panel')) top = Math.max(top, pinned.offsetHeight);
  }
  const from = Math.min(...moving.map((box) => box.top)) - MARGIN;
  const to = Math.max(...moving.map((box) => box.bottom)) + MARGIN;
  // where there is more room, the beginning of the lab is shown
  const least = isDocked && !onlyUp ? Math.min(0, lab.getBoundingClientRect().top) : 0;
  let by = Math.max(least, to - bottom);
  if (from - by < top) by = onlyUp ? Math.min(by, Math.max(0, from - top)) : from - top;
  if (by === 0) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: by, behavior: calm ? 'instant' : 'smooth' });
}
