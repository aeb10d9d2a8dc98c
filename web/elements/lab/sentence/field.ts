// Text field for a sentence, always editable, with its token chips below.

import { h, setAttribute, setText } from '../../../ui/dom.ts';
import { TEXT_LIMIT } from '../state/limits.ts';
import { createChips } from './chips.ts';
import type { Token } from '../answer/tokenizer.ts';

export interface FieldEvents {
  onType: (text: string) => void;
  onPreview: (index: number | null) => void;
  onLock: (index: number) => void;
  /** called when the button is pressed */
  onOther: () => void;
}

export interface FieldWords {
  label: string;
  placeholder: string;
  tokens: string;
  /** text of the button beside the label */
  other: string;
  /** text of the button that shows all of a long text, with {count} */
  all: string;
  /** its text when the field is open */
  fewer: string;
}

export function createField(
  words: FieldWords,
  { onType, onPreview, onLock, onOther }: FieldEvents,
) {
  const name = h('span', { class: 'field-label' }, words.label);
  const input = h('textarea', {
    rows: 1,
    dir: 'auto',
    lang: '', // the index is unknown
    maxlength: String(TEXT_LIMIT),
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder: words.placeholder,
  });
  const other = h('button', { type: 'button', class: 'quiet', onclick: onOther }, words.other);
  const side = h('div', { class: 'field-side' }, other);
  const element = h('div', { class: 'field' }, h('label', null, name, input));
  const chips = createChips(element, words, { onPreview, onLock });
  element.append(chips.element, chips.more, side);
  /** position of the caret after a word was inserted */
  let caret: number | null = null;
  /** whether the reader has been in the field and set its caret */
  let visited = false;
  input.addEventListener('focus', () => (visited = true), { once: true });

  input.addEventListener('input', () => {
    onType(input.value);
    fit();
  });

  /**
   * Fits the height to the text, up to a limit in the style sheet; some browsers do it by
   * themselves.
   */
  function fit() {
    if (CSS.supports('field-sizing', 'content')) return;
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  return {
    element,
    input,
    other,
    fit,
    paint: chips.paint,
    mark: chips.mark,
    question: chips.question,

    /** @returns whether all tokens are shown: a long text needs several calls, unless `atOnce` */
    update(text: string, label: string, tokens: readonly Token[], atOnce: boolean) {
      setText(name, label);
      if (input.value !== text) {
        // undo in the field must not restore text that was not typed there
        input.value = input.defaultValue = text;
        if (caret !== null) input.setSelectionRange(caret, caret);
        caret = null;
        fit();
      }
      const isWhole = chips.show(tokens, atOnce);
      setAttribute(chips.element, 'dir', input.matches(':dir(rtl)') ? 'rtl' : 'ltr');
      return isWhole;
    },

    /** The text with a word at the caret, or in place of the selection. */
    inserted(word: string) {
      if (input.readOnly) return input.value;
      const { value, selectionStart, selectionEnd } = input;
      const end = value.replace(/[^\p{L}\p{N}]+$/u, '').length;
      const [from, to] = visited ? [selectionStart, selectionEnd] : [end, end];
      visited = true;
      const text = withWord(value, from, to, word);
      caret = text.caret;
      return text.value;
    },
  };
}

/**
 * @param from offset where the word begins
 * @param to offset where the text continues
 */
function withWord(value: string, from: number, to: number, word: string) {
  const before = value.slice(0, from);
  const after = value.slice(to);
  const isSign = !/[\p{L}\p{N}]/u.test(word);
  const left = isSign || !/\S$/.test(before) ? '' : ' ';
  const right = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  const caret = from + left.length + word.length;
  return { value: before + left + word + right + after, caret };
}
