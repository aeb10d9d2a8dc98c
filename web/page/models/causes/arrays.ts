// The numbers of a tab of the view of causes, with the names of their axes, for files.

import { sayText } from '../../../ui/text.ts';
import { isOfHeads, partColumns } from './heads.ts';
import { rowName } from './lens.ts';
import { partName, tokensOf } from './names.ts';
import type { LabelledArray } from '../../../elements/lab/export/numbers.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { PlainTensor } from 'headwise';
import type { CausesState } from './state.ts';

/** @returns none while the tab's results are not complete */
export function arraysOf(state: CausesState, messages: Messages): LabelledArray[] {
  const { tab, lens, sum, heads, patch, asked, over, of } = state;
  if (!asked) return [];
  const tokens = tokensOf(asked);
  if (tab === 'lens' && lens.type === 'done') {
    const { rows, first, places } = lens.value;
    const layers = places.map((place) => rowName(place, messages));
    const columns = rows[0].map((_, at) => tokens[first + at] ?? '');
    const axes = [axis('layer', layers), axis('token', columns)];
    const cells = rows.flat().map((cell) => cell!);
    const array = (name: string, of: (cell: (typeof cells)[number]) => number) => ({
      ...{ name, axes },
      data: Float32Array.from(cells, of),
    });
    return [
      array('probability_of_likeliest', ({ guesses }) => guesses[0].probability),
      array('id_of_likeliest', ({ guesses }) => guesses[0].id),
      array('probability_of_word', ({ own }) => own.probability),
      array('logit_of_word', ({ own }) => own.logit),
    ];
  }
  if (tab === 'sum' && sum.type === 'done') {
    const { parts } = sum.value;
    const names = parts.map((part) => partName(part, messages));
    const data = Float32Array.from(parts, ({ value }) => value);
    return [{ name: 'value', data, axes: [axis('part', names)] }];
  }
  const board = (
    name: string,
    { data, shape }: PlainTensor,
    columns: LabelledArray['axes'][number],
  ) => ({
    ...{ name, data: Float32Array.from(data) },
    axes: [
      axis(
        'layer',
        counted(shape[0], (layer) => sayText(messages.headsRow, { layer })),
      ),
      columns,
    ],
  });
  const headAxis = (count: number) =>
    axis(
      'head',
      counted(count, (head) => sayText(messages.headsColumn, { head })),
    );
  if (tab === 'heads' && heads.type === 'done') {
    const { effects } = heads.value;
    const columns = of === 'heads' ? headAxis(effects.shape[1]) : axis('part', partColumns(messages)); // prettier-ignore
    return [board('change', effects, columns)];
  }
  if (tab === 'patch' && patch.type === 'done' && 'normalized' in patch.value) {
    const { normalized, effects } = patch.value;
    const columns = isOfHeads(over) ? headAxis(effects.shape[1]) : axis('token', tokens);
    return [board('share_of_the_way', normalized, columns), board('change', effects, columns)];
  }
  return [];
}

const axis = (name: string, labels: readonly string[]) => ({ name, labels });

const counted = (count: number, nameOf: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => nameOf(i + 1));
