// A text to copy: field, copy button and QR code.

import { button } from './controls.ts';
import { createRoot, html } from './template.ts';
import type { Template } from './template.ts';

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
  let text = '';
  let said = '';
  let isQrOpen = false;
  let qr: Template | null = null;
  let field: HTMLInputElement;

  const view = () => html`<div class="hand-out" hidden=${text === ''}>
    <div class="hand-out-ways">
      <input
        type="text"
        class="hand-out-field"
        readonly
        dir="ltr"
        aria-label=${words.label}
        .value=${text}
        ref=${(input: HTMLInputElement) => (field = input)}
      />
      ${button(words.copy, copy, { look: 'second', classes: 'medium' })}
      ${button(isQrOpen ? words.qrHide : words.qrShow, () => showQr(!isQrOpen), {
        look: 'second',
        classes: 'medium',
        hidden: text.length > mostInQr,
        expanded: isQrOpen,
      })}
    </div>
    <span role="status">${said}</span>
    <div class="hand-out-qr" hidden=${!isQrOpen}>${qr}</div>
  </div>`;
  const root = createRoot(view());
  const draw = () => root.render(view());

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      said = words.copied;
    } catch {
      // frames may not write to the clipboard; the selected text can still be copied by hand
      field.focus();
      field.select();
      said = document.execCommand('copy') ? words.copied : words.selected;
    }
    draw();
  }

  async function showQr(isOpen: boolean) {
    const encoded = text;
    isQrOpen = isOpen && text.length <= mostInQr;
    draw();
    if (!isQrOpen) return;
    try {
      const { drawQr } = await import('./qr.ts');
      if (encoded === text) qr = drawQr(encoded, words.qrLabel);
    } catch {
      isQrOpen = false; // the text itself is visible
    }
    draw();
  }

  return {
    element: root.element,
    /** @param next '' hides the whole element */
    set(next: string) {
      text = next;
      said = '';
      void showQr(isQrOpen);
    },
  };
}
