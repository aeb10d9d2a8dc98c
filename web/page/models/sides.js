// Selects a part of the large map: sentences, and tokens or words.

import { indexOfPair, letterOf } from '../../elements/model-view/tools.js';
import { gather, groupsOf } from '../../elements/model-view/gather.js';
import { createSelect } from '../../elements/model-view/select.js';
import { fillText, h } from '../../elements/shared/dom.js';

/**
 * @typedef {import('../../elements/model-view/read-model.js').Side} Side
 *
 * @typedef {object} Part
 * @property {readonly [number, number] | null} pair the sentence that looks, and the one that is looked at; null: all
 * @property {boolean} whole whether tokens stand together as words
 */

/** All there are, of two sentences. */
const PAIRS = /** @type {const} */ ([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]);

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {(part: Partial<Part>) => void} choose
 */
export function createSides(messages, choose) {
  const between = createSelect(messages.segmentsLabel, (at) =>
    choose({ pair: at === 0 ? null : PAIRS[at - 1] }),
  );
  const texts = PAIRS.map(([from, to]) =>
    fillText(messages.segmentsPair, { from: letterOf(from), to: letterOf(to) }),
  );
  const whole = h('input', {
    ...{ type: 'checkbox', role: 'switch' },
    onchange: () => choose({ whole: whole.checked }),
  });
  const words = h('label', { class: 'switch' }, whole, messages.wholeWords);
  return {
    element: h('div', { class: 'models-sides' }, between.element, words),
    /** @param {Part} part @param {Side} side of the text */
    update({ pair, whole: isWhole }, side) {
      between.fill([messages.segmentsAll, ...texts], indexOfPair(PAIRS, pair) + 1);
      between.element.hidden = !isPair(side);
      words.hidden = !joins(side);
      whole.checked = isWhole;
    },
  };
}

/**
 * Which tokens are shown, and which of them stand together.
 *
 * @param {{ rows: Side, columns: Side }} sides
 * @param {Part} part
 */
export function shownOf({ rows, columns }, { pair, whole }) {
  return {
    from: groupsOf(rows, { segment: isPair(rows) && pair ? pair[0] : null, whole }),
    to: groupsOf(columns, { segment: isPair(columns) && pair ? pair[1] : null, whole }),
  };
}

/**
 * The part of a layer's maps that is wanted.
 *
 * @param {{ data: Float32Array, shape: number[] }} map (heads, rows, columns)
 * @param {{ rows: Side, columns: Side }} sides
 * @param {Part} part
 */
export function partOf({ data, shape }, sides, part) {
  const [heads, rows, columns] = shape;
  const { from, to } = shownOf(sides, part);
  const numbers = gather(data, { heads, rows, columns }, from.groups, to.groups);
  return {
    map: { data: numbers, shape: [heads, from.groups.length, to.groups.length] },
    ...{ rows: from.names, columns: to.names },
    groups: { rows: from.groups, columns: to.groups },
  };
}

/** @param {Side} side */
const isPair = ({ segments }) => segments?.includes(1) ?? false;

/** Whether some word has more than one token. @param {Side} side */
const joins = ({ words }) =>
  words?.some((word, i) => word >= 0 && i > 0 && words[i - 1] === word) ?? false;
