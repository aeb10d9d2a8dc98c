// The dialog element around the embed form: structure and closing.

import { h, icon } from '../../ui/dom.ts';
import { createCopyButton } from '../copy-button.ts';
import type { Messages } from '../../words/en/embed-builder.ts';

const CROSS = 'M4 4 L12 12 M12 4 L4 12';

/** The text to paste, and the button that copies it. */
export function createText(messages: Messages) {
  const code = h('code', null);
  const block = h(
    'pre',
    {
      ...{ class: 'builder-code', dir: 'ltr', tabindex: '0' },
      ...{ role: 'group', 'aria-label': messages.codeLabel },
    },
    code,
  );
  const copy = h('button', { type: 'button', class: 'builder-main' });
  createCopyButton(copy, {
    text: () => code.textContent ?? '',
    words: messages,
    onRefused: () => getSelection()?.selectAllChildren(code),
  });
  return { element: h('div', { class: 'builder-text' }, block, copy), code, copy };
}

/** @param result the part beside the form */
export function buildDialog(messages: Messages, form: HTMLElement, result: readonly HTMLElement[]) {
  const close = h('button', {
    type: 'button',
    class: 'builder-close',
    'aria-label': messages.close,
    onclick: () => dialog.close(),
  });
  close.append(icon(CROSS));
  const title = h('h2', { id: 'builder-title' }, messages.title);
  const dialog = h(
    'dialog',
    { class: 'builder', 'aria-labelledby': 'builder-title' },
    h(
      'div',
      { class: 'headwise-lab builder-sheet' },
      h('div', { class: 'builder-head' }, title, close),
      h(
        'p',
        { class: 'builder-about' },
        ...[messages.about, ' ', h('a', { href: 'write.html' }, messages.ownLesson)],
      ),
      h(
        'div',
        { class: 'builder-columns' },
        form,
        h('div', { class: 'builder-result' }, ...result),
      ),
    ),
  );
  return dialog;
}

/** Closes the dialog at a click beside it, and removes it. */
export function hearDialog(dialog: HTMLDialogElement, preview: HTMLElement, onClose: () => void) {
  // a selection of text may end beside the dialog, too
  let pressedBeside = false;
  dialog.addEventListener('pointerdown', ({ target }) => {
    pressedBeside = target === dialog;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && pressedBeside) dialog.close();
  });
  dialog.addEventListener('close', () => {
    preview.replaceChildren(); // ends its engine
    onClose();
    dialog.remove();
  });
  // in the preview, the lab handles Escape
  preview.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
}
