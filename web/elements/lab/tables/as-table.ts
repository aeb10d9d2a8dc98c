// The switch between a drawing and a table of its numbers.

import { segments } from '../../../ui/controls.ts';
import { createNumberTable } from '../../../ui/number-table.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { shownValue } from '../blend/shown-value.ts';
import { shownMask } from '../answer/head-maps.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';
import type { HeadMaps } from '../answer/head-maps.ts';
import type { NumberGrid } from '../../../ui/number-table.ts';

export function createNumbers(messages: Messages, actions: SelectionActions) {
  const table = createNumberTable(messages);
  const choices = [
    { value: false, text: messages.viewDrawing },
    { value: true, text: messages.viewTable },
  ];
  const view = (isTable: boolean) => html`<div class="numbers-toggle">
    ${segments(null, choices, isTable, (numbers) => actions.change({ numbers }))}
  </div>`;
  const toggle = createRoot(view(false));

  return {
    element: table.element,
    toggle: toggle.element,
    /** @param grid null: there are no numbers yet */
    update({ state }: MapFrame, grid: NumberGrid | null) {
      toggle.render(view(state.numbers));
      table.show(state.numbers ? grid : null);
    },
  };
}

/**
 * One map as numbers: a head's, or the mixture or difference that replaces it.
 *
 * @param maps the frame's maps
 */
export function gridOfMap(frame: MapFrame, maps: HeadMaps, head: number): NumberGrid {
  const { messages, blend } = frame;
  const isMasked = shownMask(blend, maps);
  const caption = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.tableCaption,
  }[blend?.kind ?? 'none'];
  return {
    key: [maps, blend, head],
    caption: sayText(caption, { head: head + 1, other: (blend?.head ?? 0) + 1 }),
    corner: `${messages.cornerRows} ${messages.cornerColumns}`,
    rows: maps.rowTokens,
    columns: maps.columnTokens,
    value: (row, column) => (isMasked?.(row, column) ? null : shownValue(frame, head, row, column)),
  };
}
