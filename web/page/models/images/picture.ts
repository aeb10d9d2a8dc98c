// The image that the model reads: chosen, dropped, pasted, or a drawn example.

import { fileButton } from '../../../ui/drop-zone.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { drawn, drawOn, NAMES } from './drawings.ts';
import type { Messages } from '../../../words/en/models.ts';
import type { Name } from './drawings.ts';

export function createPicture(
  messages: Messages,
  onImage: (image: HTMLCanvasElement | ImageBitmap) => void,
) {
  const names = {
    shapes: messages.imageShapes,
    house: messages.imageHouse,
    dots: messages.imageDots,
  };
  /** number of choices: a file that loads slowly does not replace a later one */
  let chosen = 0;
  function takeFile({ files }: HTMLInputElement) {
    const [first] = files ?? [];
    if (first) void read(first);
  }

  /** @param name the chosen drawing; null: another image */
  const view = (name: Name | null, wrong: string | null) => html`<div class="image-input">
    <div class="image-samples" role="group" aria-label=${messages.imageSamples}>
      ${NAMES.map(
        (one) => html`<button
          type="button"
          aria-label=${names[one]}
          title=${names[one]}
          aria-pressed=${String(one === name)}
          @click=${() => take(drawn(one), one)}
        >
          <canvas
            aria-hidden="true"
            ref=${(canvas: HTMLCanvasElement) => drawOn(canvas, one)}
          ></canvas>
        </button>`,
      )}
    </div>
    <div class="image-own">
      ${fileButton(messages.imageChoose, takeFile, { look: 'second', accept: 'image/*', of: 'image' })}
      <p class="models-hint">${messages.imageHint}</p>
    </div>
    <p class="models-wrong" role="alert">${wrong}</p>
  </div>`;
  let name: Name | null = null;
  const { element, render } = createRoot(view(name, null));

  function take(image: HTMLCanvasElement | ImageBitmap, drawing: Name | null) {
    chosen++;
    name = drawing;
    render(view(name, null));
    onImage(image);
  }

  async function read(blob: Blob) {
    const mine = ++chosen;
    const bitmap = await createImageBitmap(blob).catch(() => null);
    if (mine === chosen) {
      if (bitmap) take(bitmap, null);
      else render(view(name, messages.imageWrong));
    }
    bitmap?.close();
  }

  return {
    element,
    start: () => take(drawn(NAMES[0]), NAMES[0]),
    /** Whether the data contains an image, which is then opened. */
    takeFrom(transfer: DataTransfer | null) {
      const image = Array.from(transfer?.files ?? []).find(({ type }) => type.startsWith('image/'));
      if (image) void read(image);
      return image !== undefined;
    },
  };
}

/**
 * Listens for dropped and pasted images. The models page handles pastes anywhere.
 *
 * @returns ends it
 */
export function hearImages(
  element: HTMLElement,
  take: (transfer: DataTransfer | null) => boolean,
): () => void {
  const hearing = new AbortController();
  const { signal } = hearing;
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    if (!take(event.dataTransfer)) return; // it may be another model
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget?.dispatchEvent(new Event('dragleave', { bubbles: true }));
  });
  const pasted = (event: Event) => {
    if (isWritten(event.composedPath()[0])) return; // a picture may come with a text
    if (take((event as ClipboardEvent).clipboardData)) event.preventDefault();
  };
  queueMicrotask(() => {
    const isPage = element.getRootNode() === document;
    (isPage ? document : element).addEventListener('paste', pasted, { signal });
  });
  return () => hearing.abort();
}

/** Whether an element takes typed text. */
const isWritten = (target: EventTarget) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
