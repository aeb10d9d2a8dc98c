// Saves and opens the lab's state as a file.
// Offered where it is too long for a link; opened from the line below the lab or by a drop on the
// page.

import { h } from '../elements/shared/dom.js';
import { download } from '../elements/shared/download.js';
import { readStateFile, writeStateFile } from '../elements/lab/state/state-file.js';

const NAME = 'headwise.json';
/** Larger files are no states of the lab. */
const LARGEST = 4_000_000;

/** @param {import('../elements/lab/state/state.js').LabState} state */
export function saveState(state) {
  download(NAME, [writeStateFile(state)], 'application/json');
}

/**
 * A button that opens such a file; files may be dropped on the page as well.
 * @param {import('../elements/messages/en.js').Messages} messages
 * @param {(state: import('../elements/lab/state/state.js').LabState | null) => void} onOpen null: it was no such file
 * @param {(transfer: DataTransfer) => boolean} isTaken whether something else than a state was dropped, and is seen to
 */
export function createOpener(messages, onOpen, isTaken) {
  const input = h('input', { type: 'file', accept: '.json,application/json', hidden: true });
  const button = h(
    'button',
    { type: 'button', class: 'link', onclick: () => input.click() },
    messages.stateOpen,
  );
  /** @param {File | null | undefined} file */
  async function open(file) {
    if (!file) return;
    try {
      onOpen(file.size > LARGEST ? null : readStateFile(await file.text()));
    } catch {
      onOpen(null);
    }
  }
  input.addEventListener('change', () => {
    void open(input.files?.[0]);
    input.value = '';
  });
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (!isTaken(/** @type {DataTransfer} */ (event.dataTransfer))) void open(file);
  });
  return h('span', null, button, input);
}
