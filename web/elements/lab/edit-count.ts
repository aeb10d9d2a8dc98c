// The line that counts edited numbers, with undo and redo.

import { fillText, h, icon, setText } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Store } from './state/history.ts';
import type { LabState } from './state/state.ts';

export function createEditCount(messages: Messages, actions: Actions, store: Store) {
  const count = h('span', { role: 'status' });
  const undo = tool(messages.undo, 'M6 3L2.5 6.5L6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7', actions.undo);
  const redo = tool(
    messages.redo,
    'M10 3l3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9',
    actions.redo,
  );
  const reset = h(
    'button',
    { type: 'button', class: 'link', onclick: () => actions.change({ edits: {}, off: [] }) },
    messages.editsReset,
  );
  const element = h('div', { class: 'edit-line', hidden: true }, count, undo, redo, reset);
  let last: LabState | null = null;
  let shown = false;
  let wasChanged = false;

  return {
    element,
    styles: [],
    update({ state }: Frame) {
      const edits = Object.keys(state.edits).length;
      const isChanged = edits > 0 || state.off.length > 0;
      // reports once that everything is restored, until the next change; a lesson itself restores
      // the changes of its scenes
      if (isChanged) shown = true;
      else if (state !== last) shown &&= wasChanged && state.lesson === null;
      if (state !== last) wasChanged = isChanged;
      last = state;
      // beside the maps, the heads themselves show which are off
      element.hidden = !shown || (edits === 0 && isChanged && state.view === 'heads');
      if (element.hidden) return;
      const names = state.off.map((head) => fillText(messages.head, { head: head + 1 }));
      const said = [
        state.off.length > 0 && fillText(messages.headsOff, { heads: names.join(', ') }),
        edits > 0 && fillText(messages.edits, { count: edits }),
      ];
      setText(count, said.filter(Boolean).join(' ') || messages.editsNone);
      undo.disabled = !store.canUndo();
      redo.disabled = !store.canRedo();
      reset.hidden = !isChanged;
    },
  };
}

function tool(label: string, path: string, onclick: () => void) {
  return h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick },
    icon(path),
  );
}
