// Edits a number: by typing, by a slider, or by a switch. The switch is for a mask's yes or no.

import { fill, h, isUnsaved, ownWords, setText } from '../../../ui/dom.ts';
import { plainText } from '../../../ui/format.ts';
import { editNameOf } from './editable.ts';
import { wordsAt } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions } from '../frame.ts';
import type { Edits } from '../state/edits.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation } from './explain.ts';

export function createEditor(messages: Messages, actions: Actions) {
  const input = h('input', {
    type: 'number',
    step: 'any',
    class: 'edit-number',
    'aria-label': messages.provEditLabel,
  });
  const slider = h('input', { type: 'range', step: 'any', 'aria-label': messages.provEditRange });
  const set = h('button', { type: 'submit', class: 'quiet filled' }, messages.provEditSet);
  const back = h('button', { type: 'button', class: 'quiet' }, messages.provEditBack);
  const numbers = h('div', { class: 'edit-row' }, input, set, back);
  const may = h('button', { type: 'button' }, messages.provMaskMay);
  const mayNot = h('button', { type: 'button' }, messages.provMaskMayNot);
  const choice = h('div', { class: 'segments', role: 'group' }, may, mayNot);
  const note = h('p', { class: 'meaning' });
  const title = h('h3', null, messages.provEdit);
  const element = h('form', { class: 'editor' }, title, slider, numbers, choice, note);
  let name = '';
  let edits: Edits = {};

  /** @param live an intermediate value, as while a slider moves */
  function write(value: number, live: boolean = false) {
    if (!Number.isFinite(value)) return;
    actions.edit({ ...edits, [name]: Math.fround(value) }, live);
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value === '') return;
    keep(input.value);
    write(Number(input.value));
  });
  slider.addEventListener('input', () => write(Number(slider.value), true));
  may.addEventListener('click', () => write(0));
  mayNot.addEventListener('click', () => write(1));
  back.addEventListener('click', () => {
    const { [name]: _, ...rest } = edits;
    actions.edit(rest);
  });

  /** Accepts the field's text as saved: the state has it. */
  function keep(text: string) {
    input.value = input.defaultValue = text;
  }

  return {
    element,
    /** @param answer null: no number can be edited now */
    update(answer: Answer | null, { cell, value }: Explanation) {
      const editable = answer && editNameOf(answer, cell);
      element.hidden = !editable;
      if (!answer || !editable) return;
      const fresh = name !== editable;
      name = editable;
      edits = answer.question.byHand;
      const isMask = cell.matrix === 'mask';
      numbers.hidden = slider.hidden = isMask;
      choice.hidden = !isMask;
      may.setAttribute('aria-pressed', String(value === 0));
      mayNot.setAttribute('aria-pressed', String(value !== 0));
      back.hidden = !Object.hasOwn(edits, name);
      const word = /^tokens/.test(cell.matrix);
      note.hidden = !word;
      if (word) {
        const token = ownWords(wordsAt(answer, cell).token, 'word');
        note.replaceChildren(fill(messages.provEditWord, { token }));
      }
      if (isMask) return;
      if (fresh) {
        const share = cell.matrix === 'attention';
        const most = share ? 1 : rangeOf(value);
        slider.min = String(share ? 0 : -most);
        slider.max = String(most);
      }
      // the editor does not overwrite a value while the reader types or drags it
      const isTyped = input.matches(':focus') && isUnsaved(input);
      if (!fresh && (isTyped || slider.matches(':active'))) return;
      keep(plainText(value));
      slider.value = String(value);
      setText(title, messages.provEdit);
    },
  };
}

/** The slider's range for a number. */
function rangeOf(value: number) {
  const size = Math.max(1, 2 * Math.abs(value));
  return 10 ** Math.ceil(Math.log10(size));
}
