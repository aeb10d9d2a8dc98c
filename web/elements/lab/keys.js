// Keyboard shortcuts of the whole lab: undo, redo, clear the selection.

import { isUnsaved } from '../shared/dom.js';

/**
 * @param {HTMLElement} element the lab
 * @param {import('./frame.js').Actions} actions
 */
export function listenToKeys(element, actions) {
  element.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !isWriting(target)) {
      event.preventDefault();
      if (event.shiftKey) actions.redo();
      else actions.undo();
    } else if (key === 'Escape') actions.letGo();
  });
}

/**
 * Whether the field undoes its own text: the reader typed into it.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  if (target instanceof HTMLInputElement) return target.type === 'number' && isUnsaved(target);
  return target instanceof HTMLTextAreaElement && isUnsaved(target);
}
