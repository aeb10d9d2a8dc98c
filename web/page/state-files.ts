// Saves and opens the lab's state as a file.
// Offered where it is too long for a link; opened from the header's tools or by a drop on the
// page.

import { download } from '../ui/download.ts';
import { createRoot, html } from '../ui/template.ts';
import { readStateFile, writeStateFile } from '../elements/lab/state/state-file.ts';
import type { LabState } from '../elements/lab/state/state.ts';
import type { Messages } from '../words/en/lab.ts';

const NAME = 'headwise.json';
/** Larger files are no states of the lab. */
const LARGEST = 4_000_000;

export function saveState(state: LabState) {
  download(NAME, [writeStateFile(state)], 'application/json');
}

/**
 * A button that opens such a file; files may be dropped on the page as well.
 *
 * @param onOpen null: the file contains no state
 * @param isTaken returns true if another handler has opened the dropped file
 */
export function createOpener(
  messages: Messages,
  onOpen: (state: LabState | null) => void,
  isTaken: (transfer: DataTransfer) => boolean,
) {
  async function open(file: File | null | undefined) {
    if (!file) return;
    try {
      onOpen(file.size > LARGEST ? null : readStateFile(await file.text()));
    } catch {
      onOpen(null);
    }
  }
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (!isTaken(event.dataTransfer as DataTransfer)) void open(file);
  });
  function choose({ target }: Event) {
    const input = target as HTMLInputElement;
    void open(input.files?.[0]);
    input.value = '';
  }

  // the kit's button for files would load with the page
  let input: HTMLInputElement;
  return createRoot(
    html`<span>
      <button type="button" @click=${() => input.click()}>${messages.stateOpen}</button>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        ref=${(element: HTMLInputElement) => (input = element)}
        @change=${choose}
      />
    </span>`,
  ).element;
}
