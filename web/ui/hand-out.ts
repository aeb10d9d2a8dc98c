// A text to copy: field, copy button and QR code.

import { h, setText } from './dom.ts';

interface HandOutWords {
  /** label of the text */
  label: string;
  copy: string;
  copied: string;
  /** message where the page may not copy */
  selected: string;
  qrShow: string;
  qrHide: string;
  /** label of the QR code */
  qrLabel: string;
}

/** @param mostInQr most characters; a longer text has no QR code */
export function createHandOut(words: HandOutWords, mostInQr: number = Infinity) {
  const field = h('input', {
    ...{ type: 'text', class: 'hand-out-field', readonly: true, dir: 'ltr' },
    'aria-label': words.label,
  });
  const said = h('span', { role: 'status' });
  const picture = h('div', { class: 'hand-out-qr', hidden: true });
  const open = button(words.qrShow, () => {
    picture.hidden = !picture.hidden;
    void draw();
  });
  const ways = h('div', { class: 'hand-out-ways' }, field, button(words.copy, copy), open);
  const element = h('div', { class: 'hand-out' }, ways, said, picture);

  async function copy() {
    try {
      await navigator.clipboard.writeText(field.value);
      setText(said, words.copied);
    } catch {
      // frames may not write to the clipboard; the selected text can still be copied by hand
      field.focus();
      field.select();
      setText(said, document.execCommand('copy') ? words.copied : words.selected);
    }
  }

  async function draw() {
    const text = field.value;
    open.hidden = text.length > mostInQr;
    picture.hidden ||= open.hidden;
    tell();
    if (picture.hidden) return;
    try {
      const { drawQr } = await import('./qr.ts');
      if (text === field.value) picture.replaceChildren(drawQr(text, words.qrLabel));
    } catch {
      picture.hidden = true; // the text itself is visible
      tell();
    }
  }

  function tell() {
    open.ariaExpanded = String(!picture.hidden);
    setText(open, picture.hidden ? words.qrShow : words.qrHide);
  }

  return {
    element,
    /** @param text '' hides the whole element */
    set(text: string) {
      element.hidden = text === '';
      field.value = text;
      setText(said, '');
      void draw();
    },
  };
}

function button(words: string, onclick: () => void) {
  return h('button', { type: 'button', onclick }, words);
}
