// The result as a code for a teacher, with the learner's name if the teacher asks for it.

import { createHandOut } from '../../../ui/hand-out.ts';
import { createRoot, html } from '../../../ui/template.ts';
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
    label: words.code,
    copy: words.codeCopy,
    copied: words.codeCopied,
    selected: words.codeSelected,
    qrLabel: words.qrLabel,
    qrShow: words.qrShow,
    qrHide: words.qrHide,
  });
  const isSigned = key !== null && canSign();
  const about = isSigned ? words.codeSigned : key ? words.codeNoCrypto : words.codeNoKey;
  let name = '';
  /** the record that the code is about; '' before the first */
  let coded = '';
  let code = '';

  const { element } = createRoot(html`<div class="recap-code">
    <h3>${words.code}</h3>
    <p>${words.codeAbout}</p>
    <label class="recap-name">
      <span>${words.codeName}</span>
      <input
        type="text"
        class="hand-out-field"
        autocomplete="off"
        maxlength=${MOST_NAME}
        @input=${({ target }: Event) => {
          name = (target as HTMLInputElement).value;
          show();
        }}
      />
    </label>
    ${handOut.element}
    <p hidden=${given === null}>${about}</p>
  </div>`);

  /** Fills the field with a line of a teacher's list, also for those who copy by hand. */
  function show() {
    const who = name.replace(/[\s,;]+/g, ' ').trim();
    handOut.set(who === '' || code === '' ? code : `${who}, ${code}`);
  }

  return {
    element,
    update(record: CourseRecord) {
      const text = writeRecord(record, catalogue);
      if (text === coded) return;
      coded = text;
      code = isSigned ? '' : writeCode(record, '', catalogue);
      show();
      if (!isSigned) return;
      void writeSignedCode(record, key, catalogue).then((signed) => {
        if (text !== coded) return;
        code = signed;
        show();
      });
    },
  };
}
