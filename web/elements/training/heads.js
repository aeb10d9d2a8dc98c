// The heads of a model at one step: maps, roles and checkboxes. The maps are of the shown sequence.

import { fillText, h } from '../shared/dom.js';
import { createCard } from './card.js';
import { createJoins } from './joins.js';
import { createPapers } from './paper.js';

const GAP = 12;
const LEAST_CARD = 104;
const MOST_CARD = 260;
const LARGE_CARD = 460;

/**
 * @typedef {object} Shown
 * @property {import('./learner.js').Look} seen
 * @property {import('./tasks.js').Shown} sequence
 * @property {Readonly<Record<string, number>>} positional
 * @property {number} layers
 * @property {number} heads
 * @property {boolean} causal
 * @property {ReadonlySet<string>} removed `layer.head` of each
 * @property {import('../lab/frame.js').Look} look
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {((head: string, takesPart: boolean) => void) | null} toggle null: none can be removed
 */
export function createHeadCards(words, numbers, toggle) {
  const element = h('div', { class: 'training-layers' });
  const [paperOf, largePaperOf] = [createPapers(), createPapers()];
  const joins = createJoins(element);
  /** @type {import('./card.js').Card[]} */
  let cards = [];
  let madeFor = '';
  /** `layer.head` of the map that is enlarged; '' for none */
  let large = '';
  /** @type {Shown | null} */
  let last = null;
  /** @type {readonly unknown[]} */
  let drawnFrom = [];

  /** @param {string} head */
  function enlarge(head) {
    large = large === head ? '' : head;
    if (last) update(last);
  }

  /** @param {Shown} shown */
  function make({ layers, heads }) {
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

  /** @param {Shown} shown */
  function update(shown) {
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
    joins.update(shown, cards);
  }

  return { element, update };
}
