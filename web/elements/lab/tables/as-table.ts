// The switch between a drawing and a table of its numbers.

import { fillText, h, setAttribute } from '../../../ui/dom.ts';
import { shownValue } from '../blend/shown-value.ts';
import { keyPieces, queryPieces } from '../frame.ts';
import { shownMask } from '../answer/masked-pairs.ts';
import { createNumberTable } from './number-table.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { NumberGrid } from './number-table.ts';

export function createNumbers(messages: Messages, actions: Actions) {
  const table = createNumberTable(messages);
  const asDrawing = choice(messages.viewDrawing, false);
  const asTable = choice(messages.viewTable, true);
  const toggle = h('div', { class: 'segments' }, asDrawing, asTable);

  function choice(text: string, numbers: boolean) {
    return h('button', { type: 'button', onclick: () => actions.change({ numbers }) }, text);
  }

  return {
    element: table.element,
    toggle,
    /** @param grid null: there are no numbers yet */
    update({ state }: Frame, grid: NumberGrid | null) {
      setAttribute(asDrawing, 'aria-pressed', String(!state.numbers));
      setAttribute(asTable, 'aria-pressed', String(state.numbers));
      table.element.hidden = !state.numbers || !grid;
      if (state.numbers && grid) table.show(grid);
    },
  };
}

/**
 * One map as numbers: a head's, or the mixture or difference that replaces it.
 *
 * @param answer the frame's answer
 */
export function gridOfMap(frame: Frame, answer: Answer, head: number): NumberGrid {
  const { messages, blend } = frame;
  const isMasked = shownMask(blend, answer);
  const caption = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.tableCaption,
  }[blend?.kind ?? 'none'];
  return {
    key: [answer, blend, head],
    caption: fillText(caption, { head: head + 1, other: (blend?.head ?? 0) + 1 }),
    corner: `${messages.cornerRows} ${messages.cornerColumns}`,
    rows: queryPieces(answer),
    columns: keyPieces(answer),
    value: (row, column) => (isMasked?.(row, column) ? null : shownValue(frame, head, row, column)),
  };
}
