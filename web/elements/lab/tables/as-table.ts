// The switch between a drawing and a table of its numbers.

import { createNumberTable } from '../../../ui/number-table.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { shownValue } from '../blend/shown-value.ts';
import { keyPieces, queryPieces } from '../frame.ts';
import { shownMask } from '../answer/masked-pairs.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { NumberGrid } from '../../../ui/number-table.ts';

export function createNumbers(messages: Messages, actions: Actions) {
  const table = createNumberTable(messages);
  const choice = (text: string, numbers: boolean, isChosen: boolean) =>
    html`<button
      type="button"
      aria-pressed=${String(isChosen)}
      @click=${() => actions.change({ numbers })}
    >
      ${text}
    </button>`;
  const view = (isTable: boolean) => html`<div class="segments">
    ${choice(messages.viewDrawing, false, !isTable)}${choice(messages.viewTable, true, isTable)}
  </div>`;
  const toggle = createRoot(view(false));

  return {
    element: table.element,
    toggle: toggle.element,
    /** @param grid null: there are no numbers yet */
    update({ state }: Frame, grid: NumberGrid | null) {
      toggle.render(view(state.numbers));
      table.show(state.numbers ? grid : null);
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
    caption: sayText(caption, { head: head + 1, other: (blend?.head ?? 0) + 1 }),
    corner: `${messages.cornerRows} ${messages.cornerColumns}`,
    rows: queryPieces(answer),
    columns: keyPieces(answer),
    value: (row, column) => (isMasked?.(row, column) ? null : shownValue(frame, head, row, column)),
  };
}
