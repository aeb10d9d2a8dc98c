// Notebook 7 listens in the capture phase, so it hears a key before the element in which it was pressed. Elements that keep
// their keys are marked for it.

import { isKept } from './keys.js';

/** Notebook and JupyterLab leave keys in such an element alone. */
const MARK = 'data-lm-suppress-shortcuts';

/**
 * @param {HTMLElement} host of a shadow root
 * @returns {() => void} ends it
 */
export function keepFromNotebook(host) {
  /** @param {KeyboardEvent} event */
  function mark(event) {
    if (event.target === host) host.toggleAttribute(MARK, isKept(event));
  }
  window.addEventListener('keydown', mark, true);
  return () => window.removeEventListener('keydown', mark, true);
}
