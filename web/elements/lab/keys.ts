// Keyboard shortcuts of the whole lab: undo, redo, clear the selection.

import { isUnsaved } from '../../ui/controls.ts';
import type { Actions } from './frame.ts';

/** @param element the lab */
export function listenToKeys(element: HTMLElement, actions: Actions) {
  element.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !isWriting(target)) {
      event.preventDefault();
      if (event.shiftKey) actions.redo();
      else actions.undo();
    } else if (key === 'Escape') actions.letGo();
  });
}

/** Whether a text field undoes its own text: the reader typed into it. */
function isWriting(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) return target.type === 'number' && isUnsaved(target);
  return target instanceof HTMLTextAreaElement && isUnsaved(target);
}
