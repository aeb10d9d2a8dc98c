// The result as a code for a teacher: to copy, with a name if the learner wants it, and as a QR code.

import { h, setText } from '../../shared/dom.js';
import { readKey } from './class-key.js';
import { canSign, writeCode, writeSignedCode } from './code.js';
import { writeRecord } from './record.js';

/** More is no name. */
const MOST_NAME = 60;

/**
 * @param {import('./card.js').Words} words
 * @param {string | null} given the key of the class
 */
export function createCodePart(words, given) {
  const key = readKey(given);
  const code = h('input', { type: 'text', readonly: true, dir: 'ltr', 'aria-label': words.code });
  const name = h('input', {
    type: 'text',
    maxlength: String(MOST_NAME),
    autocomplete: 'off',
    oninput: show,
  });
  const copied = h('span', { class: 'recap-copied', role: 'status' });
  const picture = h('div', { class: 'recap-qr' });
  picture.hidden = true;
  const open = button(words.qrShow, () => {
    picture.hidden = !picture.hidden;
    told();
    if (!picture.hidden) void draw();
  });
  open.ariaExpanded = 'false';
  const signed = h('p', { class: 'recap-signed' });
  const element = h(
    'div',
    { class: 'recap-code' },
    h('h3', null, words.code),
    h('p', null, words.codeAbout),
    h('label', { class: 'recap-name' }, h('span', null, words.codeName), name),
    h('div', null, code, button(words.codeCopy, copy), open),
    copied,
    signed,
    picture,
  );
  let newest = '';
  let written = '';

  /** What is handed in stands in the field, also for those who copy by hand: a line that a teacher's list can have. */
  function show() {
    const who = name.value.replace(/[\s,;]+/g, ' ').trim();
    code.value = who === '' || written === '' ? written : `${who}, ${written}`;
    setText(copied, '');
    if (!picture.hidden) void draw();
  }

  async function copy() {
    code.focus();
    code.select();
    try {
      await navigator.clipboard.writeText(code.value);
      setText(copied, words.codeCopied);
    } catch {
      // frames may not write to the clipboard; what is selected can still be copied
      setText(copied, document.execCommand('copy') ? words.codeCopied : words.codeSelected);
    }
  }

  async function draw() {
    const text = code.value;
    try {
      const { drawQr } = await import('./qr.js');
      if (text === code.value) picture.replaceChildren(drawQr(text, words.qrLabel));
    } catch {
      picture.hidden = true; // the code itself is there
      told();
    }
  }

  function told() {
    open.ariaExpanded = String(!picture.hidden);
    setText(open, picture.hidden ? words.qrShow : words.qrHide);
  }

  /** @param {string} text */
  function put(text) {
    written = text;
    show();
  }

  return {
    element,
    /** @param {import('./record.js').CourseRecord} record */
    update(record) {
      const mine = writeRecord(record);
      if (mine === newest) return;
      newest = mine;
      signed.hidden = given === null || given === undefined;
      if (key && canSign()) {
        setText(signed, words.codeSigned);
        put('');
        void writeSignedCode(record, key).then((text) => {
          if (mine === newest) put(text);
        });
        return;
      }
      setText(signed, key ? words.codeNoCrypto : words.codeNoKey);
      put(writeCode(record));
    },
  };
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
function button(words, onclick) {
  return h('button', { type: 'button', class: 'recap-button', onclick }, words);
}
