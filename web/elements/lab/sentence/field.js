// A field for a sentence, always editable, with its tokens below.

import { h, setAttribute, setText } from '../../shared/dom.js';
import { TEXT_LIMIT } from '../state/limits.js';
import { createChips } from './chips.js';

/**
 * @typedef {object} FieldEvents
 * @property {(text: string) => void} onType
 * @property {(index: number | null) => void} onPreview
 * @property {(index: number) => void} onLock
 * @property {() => void} onOther the button was pressed
 *
 * @typedef {object} FieldWords
 * @property {string} label
 * @property {string} placeholder
 * @property {string} tokens
 * @property {string} other text of the button beside the label
 * @property {string} all what the button says that shows all of a long text, with {count}
 * @property {string} fewer its text when the field is open
 */

/**
 * @param {FieldWords} words
 * @param {FieldEvents} events
 */
export function createField(words, { onType, onPreview, onLock, onOther }) {
  const name = h('span', { class: 'field-label' }, words.label);
  const input = h('textarea', {
    rows: 1,
    dir: 'auto',
    lang: '', // it is not known which
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
  /** @type {number | null} where the caret goes after a word was inserted */
  let caret = null;
  /** whether the reader has been in the field, and put its caret somewhere */
  let visited = false;
  input.addEventListener('focus', () => (visited = true), { once: true });

  input.addEventListener('input', () => {
    onType(input.value);
    fit();
  });

  /** As tall as its text, up to a limit that the style sheet sets; some browsers do it by themselves. */
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

    /**
     * @param {string} text
     * @param {string} label
     * @param {readonly import('../answer/tokenizer.js').Token[]} tokens
     */
    update(text, label, tokens) {
      setText(name, label);
      if (input.value !== text) {
        // text that was not typed here is not the field's to undo
        input.value = input.defaultValue = text;
        if (caret !== null) input.setSelectionRange(caret, caret);
        caret = null;
        fit();
      }
      chips.show(tokens);
      setAttribute(chips.element, 'dir', input.matches(':dir(rtl)') ? 'rtl' : 'ltr');
    },

    /**
     * The text with a word at the caret, or in place of the selection.
     * @param {string} word
     */
    inserted(word) {
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
 * @param {string} value
 * @param {number} from where the word begins
 * @param {number} to where the text goes on
 * @param {string} word
 */
function withWord(value, from, to, word) {
  const before = value.slice(0, from);
  const after = value.slice(to);
  const isSign = !/[\p{L}\p{N}]/u.test(word);
  const left = isSign || !/\S$/.test(before) ? '' : ' ';
  const right = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  const caret = from + left.length + word.length;
  return { value: before + left + word + right + after, caret };
}
