// The line that counts edited numbers, with undo and redo.

import { button } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { icon, sayText } from '../../ui/text.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Store } from './state/history.ts';
import type { LabState } from './state/state.ts';

const UNDO = 'M6 3L2.5 6.5L6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7';
const REDO = 'M10 3l3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9';

export function createEditCount(messages: Messages, actions: Actions, store: Store) {
  let last: LabState | null = null;
  let isShown = false;
  let wasChanged = false;

  function view(state: LabState | null) {
    const { edits = {}, off = [] } = state ?? {};
    const count = Object.keys(edits).length;
    const isChanged = count > 0 || off.length > 0;
    const heads = off.map((head) => sayText(messages.head, { head: head + 1 })).join(', ');
    const parts = [
      off.length > 0 && sayText(messages.headsOff, { heads }),
      count > 0 && sayText(messages.edits, { count }),
    ];
    // beside the maps, the heads themselves show which are off
    const isHidden = !isShown || (count === 0 && isChanged && state?.view === 'heads');
    return html`<div class="edit-line" hidden=${isHidden}>
      <span role="status">${parts.filter(Boolean).join(' ') || messages.editsNone}</span>
      ${tool(messages.undo, UNDO, !store.canUndo(), actions.undo)}
      ${tool(messages.redo, REDO, !store.canRedo(), actions.redo)}
      ${button(messages.editsReset, () => actions.change({ edits: {}, off: [] }), { look: 'link', hidden: !isChanged })}
    </div>`;
  }

  const root = createRoot(view(null));
  return {
    element: root.element,
    styles: [],
    update({ state }: Frame) {
      const isChanged = Object.keys(state.edits).length > 0 || state.off.length > 0;
      // reports once that everything is restored, until the next change; a lesson itself restores
      // the changes of its scenes
      if (isChanged) isShown = true;
      else if (state !== last) isShown &&= wasChanged && state.lesson === null;
      if (state !== last) wasChanged = isChanged;
      last = state;
      root.render(view(state));
    },
  };
}

const tool = (label: string, path: string, disabled: boolean, press: () => void) =>
  button(icon(path), press, { look: 'shaded', label, title: label, disabled });
