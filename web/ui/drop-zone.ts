// Files from the reader: a drop zone, and a button that opens the browser's own choice.
// A browser would open a text or a link that misses the page's fields; such a drop does nothing.

import { button } from './controls.ts';
import { html } from './template.ts';
import type { ButtonOptions } from './controls.ts';
import type { Child } from './template.ts';

/** A part that takes files. They may be dropped anywhere on the page; it has data-over meanwhile. */
export function dropZone(name: string, content: Child, take: (transfer: DataTransfer) => void) {
  return html`<section class="zone ${name}" ref=${(zone: HTMLElement) => hearDrops(zone, take)}>
    ${content}
  </section>`;
}

interface FileOptions extends ButtonOptions {
  /** kinds of files, as in the attribute of this name */
  accept?: string;
  /** whether several may be chosen */
  multiple?: boolean;
  /** whether a folder is chosen */
  folder?: boolean;
  /** kind of the input, where a page has several */
  of?: string;
}

/** A button for choosing files. */
export function fileButton(
  text: Child,
  take: (input: HTMLInputElement) => void,
  options: FileOptions,
) {
  const press = ({ currentTarget }: Event) => {
    ((currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click();
  };
  const change = ({ currentTarget }: Event) => {
    const chosen = currentTarget as HTMLInputElement;
    take(chosen);
    chosen.value = '';
  };
  return html`${button(text, press, options)}
    <input
      type="file"
      hidden
      accept=${options.accept}
      multiple=${options.multiple}
      webkitdirectory=${options.folder}
      data-of=${options.of}
      @change=${change}
    />`;
}

function hearDrops(zone: HTMLElement, take: (transfer: DataTransfer) => void) {
  addEventListener('dragover', (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    if (hasFiles(event)) zone.dataset.over = '';
    else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener('drop', (event) => {
    delete zone.dataset.over;
    if (isForField(event)) return;
    event.preventDefault();
    if (event.dataTransfer && hasFiles(event)) take(event.dataTransfer);
  });
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

function isForField(event: DragEvent) {
  return (
    !hasFiles(event) && event.target instanceof Element && event.target.matches('input, textarea')
  );
}
