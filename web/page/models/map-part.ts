// Selects a part of the large map: sentences, and tokens or words.

import { gather, groupsOf } from '../../elements/model-view/gather.ts';
import { joinsTokens, selectPair } from '../../elements/model-view/tools.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import type { PlainTensor } from 'headwise';
import type { Side } from '../../elements/model-view/read-model.ts';
import type { Pair } from '../../elements/model-view/tools.ts';
import type { Template } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';

export interface Part {
  /** the query sentence and the key sentence; null: all */
  pair: Pair | null;
  /** whether tokens are merged into words */
  whole: boolean;
}

/** All pairs of two sentences. */
const PAIRS: readonly Pair[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];

/** @param side tokens of the text; null: there is none */
export function mapPart(
  { pair, whole }: Part,
  side: Side | null,
  messages: Messages,
  choose: (part: Partial<Part>) => void,
): Template {
  return html`<div class="models-sides">
    ${side && isPair(side) && selectPair(PAIRS, pair, messages, (next) => choose({ pair: next }))}
    ${side && joinsTokens(side) && toggle(messages.wholeWords, whole, (on) => choose({ whole: on }))}
  </div>`;
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
  { data, shape }: PlainTensor,
  sides: { rows: Side; columns: Side },
  part: Part,
) {
  const [heads, rows, columns] = shape;
  const { from, to } = shownOf(sides, part);
  const numbers = gather(data, { heads, rows, columns }, from.groups, to.groups);
  return {
    map: { data: numbers, shape: [heads, from.groups.length, to.groups.length] },
    rows: from.names,
    columns: to.names,
    groups: { rows: from.groups, columns: to.groups },
  };
}

const isPair = ({ segments }: Side) => segments?.includes(1) ?? false;
