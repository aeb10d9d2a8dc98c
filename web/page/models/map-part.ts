// Selects a part of the large map: sentences, and tokens or words.

import { indexOfPair, letterOf } from '../../elements/model-view/tools.ts';
import { gather, groupsOf } from '../../elements/model-view/gather.ts';
import { createSelect } from '../../elements/model-view/select.ts';
import { fillText, h } from '../../ui/dom.ts';
import type { FloatTensor } from 'headwise';
import type { Messages } from '../../words/en/models.ts';
import type { Side } from '../../elements/model-view/read-model.ts';

export interface Part {
  /** the query sentence and the key sentence; null: all */
  pair: readonly [number, number] | null;
  /** whether tokens are merged into words */
  whole: boolean;
}

/** All pairs of two sentences. */
const PAIRS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

export function createMapPart(messages: Messages, choose: (part: Partial<Part>) => void) {
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
    /** @param side tokens of the text */
    update({ pair, whole: isWhole }: Part, side: Side) {
      between.fill([messages.segmentsAll, ...texts], indexOfPair(PAIRS, pair) + 1);
      between.element.hidden = !isPair(side);
      words.hidden = !joins(side);
      whole.checked = isWhole;
    },
  };
}

/** The tokens that are shown, and the groups in which they are merged. */
export function shownOf({ rows, columns }: { rows: Side; columns: Side }, { pair, whole }: Part) {
  return {
    from: groupsOf(rows, { segment: isPair(rows) && pair ? pair[0] : null, whole }),
    to: groupsOf(columns, { segment: isPair(columns) && pair ? pair[1] : null, whole }),
  };
}

/**
 * The part of a layer's maps that is shown.
 *
 * @param map (heads, rows, columns)
 */
export function partOf(
  { data, shape }: FloatTensor,
  sides: { rows: Side; columns: Side },
  part: Part,
) {
  const [heads, rows, columns] = shape;
  const { from, to } = shownOf(sides, part);
  const numbers = gather(data, { heads, rows, columns }, from.groups, to.groups);
  return {
    map: { data: numbers, shape: [heads, from.groups.length, to.groups.length] },
    ...{ rows: from.names, columns: to.names },
    groups: { rows: from.groups, columns: to.groups },
  };
}

const isPair = ({ segments }: Side) => segments?.includes(1) ?? false;

/** Whether a word has more than one token. */
const joins = ({ words }: Side) =>
  words?.some((word, i) => word >= 0 && i > 0 && words[i - 1] === word) ?? false;
