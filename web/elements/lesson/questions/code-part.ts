// The result as a code for a teacher, with the learner's name if the teacher wants it.

import { h, setText } from '../../../ui/dom.ts';
import { createHandOut } from '../../../ui/hand-out.ts';
import { readKey } from './class-key.ts';
import { canSign, writeCode, writeSignedCode } from './code.ts';
import { writeRecord } from './record.ts';
import type { Words } from './card.ts';
import type { Catalogue, CourseRecord } from './record.ts';

/** Most characters of a name. */
const MOST_NAME = 60;

/** @param given the key of the class */
export function createCodePart(words: Words, given: string | null, catalogue: Catalogue) {
  const key = readKey(given);
  const handOut = createHandOut({
    ...{ label: words.code, copy: words.codeCopy, copied: words.codeCopied },
    ...{ selected: words.codeSelected, qrLabel: words.qrLabel },
    ...{ qrShow: words.qrShow, qrHide: words.qrHide },
  });
  const name = h('input', {
    ...{ type: 'text', class: 'hand-out-field', autocomplete: 'off', oninput: show },
    maxlength: String(MOST_NAME),
  });
  const signed = h('p', null);
  const element = h(
    'div',
    { class: 'recap-code' },
    h('h3', null, words.code),
    h('p', null, words.codeAbout),
    h('label', { class: 'recap-name' }, h('span', null, words.codeName), name),
    handOut.element,
    signed,
  );
  let newest = '';
  let code = '';

  /** Fills the field with a line of a teacher's list, also for those who copy by hand. */
  function show() {
    const who = name.value.replace(/[\s,;]+/g, ' ').trim();
    handOut.set(who === '' || code === '' ? code : `${who}, ${code}`);
  }

  function put(text: string) {
    code = text;
    show();
  }

  return {
    element,
    update(record: CourseRecord) {
      const mine = writeRecord(record, catalogue);
      if (mine === newest) return;
      newest = mine;
      signed.hidden = given === null || given === undefined;
      if (key && canSign()) {
        setText(signed, words.codeSigned);
        put('');
        void writeSignedCode(record, key, catalogue).then((text) => {
          if (mine === newest) put(text);
        });
        return;
      }
      setText(signed, key ? words.codeNoCrypto : words.codeNoKey);
      put(writeCode(record, '', catalogue));
    },
  };
}
