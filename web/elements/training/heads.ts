// The heads of a model at one step: maps, roles and checkboxes. The maps are of the shown sequence.

import { fillText, h } from '../../ui/dom.ts';
import { createCard } from './card.ts';
import { createInductionLines } from './induction-lines.ts';
import { createMapCanvases } from './map-canvases.ts';
import type { Words } from '../../words/en/training.ts';
import type { Card } from './card.ts';
import type { Look } from './training-model.ts';

const GAP = 12;
const LEAST_CARD = 104;
const MOST_CARD = 260;
const LARGE_CARD = 460;

export interface Shown {
  seen: Look;
  sequence: import('./tasks.ts').Shown;
  positional: Readonly<Record<string, number>>;
  layers: number;
  heads: number;
  causal: boolean;
  /** `layer.head` of each removed head */
  removed: ReadonlySet<string>;
  look: import('../lab/frame.ts').Look;
}

/** @param toggle null: heads cannot be removed */
export function createHeadCards(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  toggle: ((head: string, takesPart: boolean) => void) | null,
) {
  const element = h('div', { class: 'training-layers' });
  const [paperOf, largePaperOf] = [createMapCanvases(), createMapCanvases()];
  const inductionLines = createInductionLines(element);
  let cards: Card[] = [];
  let madeFor = '';
  /** the enlarged map's `layer.head`; '' for none */
  let large = '';
  let last: Shown | null = null;
  let drawnFrom: readonly unknown[] = [];

  function enlarge(head: string) {
    large = large === head ? '' : head;
    if (last) update(last);
  }

  function make({ layers, heads }: Shown) {
    const key = `${layers} ${heads}`;
    if (key === madeFor) return;
    madeFor = key;
    large = '';
    drawnFrom = [];
    cards = [];
    element.replaceChildren(
      ...Array.from({ length: layers }, (_, layer) => {
        const own = Array.from({ length: heads }, (_, head) =>
          createCard(words, numbers, { layer, head }, { toggle, enlarge }),
        );
        cards.push(...own);
        return h(
          'section',
          { class: 'training-layer' },
          layers > 1 ? h('h3', null, fillText(words.layer, { layer: layer + 1 })) : null,
          h('div', { class: 'training-cards' }, ...own.map(({ element: card }) => card)),
        );
      }),
    );
  }

  function update(shown: Shown) {
    last = shown;
    make(shown);
    const { seen, heads, removed } = shown;
    const room = Math.floor(element.getBoundingClientRect().width);
    // four, or two: rows of three would leave one head alone
    const fits = room + GAP >= 4 * (LEAST_CARD + GAP) ? 4 : 2;
    const columns = Math.min(heads, fits);
    const width = Math.min(MOST_CARD, (room - (columns - 1) * GAP) / columns);
    element.style.setProperty('--card', `${Math.floor(width)}px`);
    const paper = paperOf(shown, width);
    const from = [seen, paper, [...removed].join(), large];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    drawnFrom = from;
    for (const card of cards) {
      const isLarge = `${card.layer}.${card.head}` === large;
      const own = isLarge ? largePaperOf(shown, Math.min(LARGE_CARD, room)) : paper;
      card.update(shown, own, isLarge);
    }
    inductionLines.update(shown, cards);
  }

  return { element, update };
}
