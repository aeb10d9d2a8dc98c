// The image that the model reads: chosen, dropped, pasted, or a drawn example.

import { h, setAttribute, setText } from '../../../ui/dom.ts';
import { drawn, NAMES } from './drawings.ts';
import type { Messages } from '../../../words/en/models.ts';

export function createPicture(
  messages: Messages,
  onImage: (image: HTMLCanvasElement | ImageBitmap) => void,
) {
  const names = {
    shapes: messages.imageShapes,
    house: messages.imageHouse,
    dots: messages.imageDots,
  };
  const wrong = h('p', { class: 'models-wrong', role: 'alert' });
  /** number of choices: a file that loads slowly does not replace a later one */
  let chosen = 0;
  const file = h('input', { type: 'file', accept: 'image/*', hidden: true, 'data-of': 'image' });
  file.addEventListener('change', () => {
    const [first] = file.files ?? [];
    if (first) void read(first);
    file.value = '';
  });
  const samples = NAMES.map((name) => {
    const small = drawn(name);
    small.setAttribute('aria-hidden', 'true');
    const look = { type: 'button', 'aria-label': names[name], title: names[name] };
    return h('button', { ...look, onclick: () => take(drawn(name), name) }, small);
  });
  const choose = { type: 'button', class: 'models-second', onclick: () => file.click() };
  const element = h(
    'div',
    { class: 'image-input' },
    h(
      'div',
      { class: 'image-samples', role: 'group', 'aria-label': messages.imageSamples },
      ...samples,
    ),
    h(
      'div',
      { class: 'image-own' },
      h('button', choose, messages.imageChoose),
      h('p', { class: 'models-hint' }, messages.imageHint),
    ),
    ...[file, wrong],
  );

  function take(image: HTMLCanvasElement | ImageBitmap, name?: string) {
    chosen++;
    setText(wrong, '');
    samples.forEach((one, i) => setAttribute(one, 'aria-pressed', String(NAMES[i] === name)));
    onImage(image);
  }

  async function read(blob: Blob) {
    const mine = ++chosen;
    const bitmap = await createImageBitmap(blob).catch(() => null);
    if (mine === chosen) {
      if (bitmap) take(bitmap);
      else setText(wrong, messages.imageWrong);
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
