// The sentence, always editable, and its tokens under it; and the same again for a second sentence.

import { stepOf } from '../../../views/scale.js';
import { rampFor, shownValue } from '../blend/shown.js';
import { fillText, h, ownWords, rove, setAttribute, setText } from '../../shared/dom.js';
import { TEXT_LIMIT } from '../state/limits.js';

/** From this many tokens on the sentence is set smaller, so that the maps stay on the screen. */
const LONG = 48;

/**
 * @typedef {import('../answer/tokenizer.js').Token} Token
 *
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
 * @property {string} other what the button beside the label says
 * @property {string} all what the button says that shows all of a long text, with {count}
 * @property {string} fewer and what it says then
 */

/**
 * @param {FieldWords} words
 * @param {FieldEvents} events
 */
function createField(words, { onType, onPreview, onLock, onOther }) {
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
  const chips = h('div', {
    class: 'chips',
    role: 'group',
    'aria-label': words.tokens,
  });
  const other = h('button', { type: 'button', class: 'quiet', onclick: onOther }, words.other);
  const whole = h('button', {
    type: 'button',
    class: 'link',
    onclick: () => showWhole(!isWhole()),
  });
  const more = h('div', { class: 'field-more', hidden: true }, whole);
  const label = h('label', null, name, input);
  const side = h('div', { class: 'field-side' }, other);
  const element = h('div', { class: 'field' }, label, chips, more, side);
  /** @type {readonly Token[]} */
  let shown = [];
  /** @type {number[]} the step of the ramp each chip has; -1: none */
  let steps = [];
  /** @type {Element[]} */
  let marked = [];
  /** @type {import('../../../views/color.js').Ramp | null} */
  let tint = null;
  /** @type {number | null} where the next one goes after a word was put in */
  let caret = null;

  input.addEventListener('input', () => {
    onType(input.value);
    fit();
  });

  /** @param {Event} event */
  const indexOf = (event) => {
    const chip = /** @type {Element} */ (event.target).closest('button');
    return chip ? [...chips.children].indexOf(chip) : null;
  };
  rove(chips);
  chips.addEventListener('pointerover', (event) => onPreview(indexOf(event)));
  chips.addEventListener('pointerleave', () => onPreview(null));
  chips.addEventListener('focusin', (event) => {
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) onPreview(indexOf(event));
  });
  chips.addEventListener('focusout', () => onPreview(null));
  chips.addEventListener('click', (event) => {
    const index = indexOf(event);
    if (index !== null) onLock(index);
  });

  /** As tall as its text, up to a limit that the style sheet sets. Where it can, that does it all. */
  function fit() {
    if (CSS.supports('field-sizing', 'content')) return;
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  const isWhole = () => element.hasAttribute('data-whole');

  /**
   * A long text has a window of a few lines, or as many as it needs.
   * @param {boolean} is
   */
  function showWhole(is) {
    setAttribute(element, 'data-whole', is ? '' : null);
    setAttribute(whole, 'aria-expanded', String(is));
    setText(whole, is ? words.fewer : fillText(words.all, { count: shown.length }));
    more.hidden = !is && (shown.length <= LONG || chips.scrollHeight <= chips.clientHeight);
  }

  /** @param {readonly Token[]} tokens */
  function showTokens(tokens) {
    if (tokens === shown) return;
    shown = tokens;
    while (chips.children.length > tokens.length) chips.lastChild?.remove();
    steps.length = tokens.length;
    tokens.forEach(({ piece }, i) => {
      const known = chips.children[i];
      if (known) {
        setText(/** @type {Element} */ (known.firstChild), piece);
      } else {
        steps[i] = -1;
        chips.append(
          h(
            'button',
            { type: 'button', class: 'chip', tabindex: i === 0 ? '0' : '-1' },
            ownWords(piece),
          ),
        );
      }
    });
    tokens.forEach(({ word }, i) => {
      const goesOn = word !== undefined && word === tokens[i + 1]?.word;
      setAttribute(chips.children[i], 'data-goes-on', goesOn ? '' : null);
    });
    if (tokens.length > 0 && !chips.querySelector('[tabindex="0"]')) {
      setAttribute(chips.children[0], 'tabindex', '0');
    }
    setAttribute(element, 'data-long', tokens.length > LONG ? '' : null);
    chips.hidden = tokens.length === 0;
    if (tokens.length > LONG || !more.hidden) showWhole(isWhole() && tokens.length > LONG);
  }

  return {
    element,
    input,
    other,
    fit,

    /**
     * @param {string} text
     * @param {string} label
     * @param {readonly Token[]} tokens
     */
    update(text, label, tokens) {
      setText(name, label);
      if (input.value !== text) {
        // what no hand has typed here is not the field's to undo
        input.value = input.defaultValue = text;
        if (caret !== null) input.setSelectionRange(caret, caret);
        caret = null;
        fit();
      }
      showTokens(tokens);
      setAttribute(chips, 'dir', input.matches(':dir(rtl)') ? 'rtl' : 'ltr');
    },

    /**
     * Colours each token by how much of the selected one's attention it has.
     * @param {((index: number) => number) | null} valueOf null: no colours
     * @param {import('../../../views/scale.js').Scale} scale
     * @param {import('../../../views/color.js').Ramp} ramp
     */
    paint(valueOf, scale, ramp) {
      const same = tint === ramp;
      tint = ramp;
      for (let i = 0; i < shown.length; i++) {
        const step = valueOf ? stepOf(scale, valueOf(i) || 0) : -1;
        const before = steps[i];
        if (same && before === step) continue;
        steps[i] = step;
        setAttribute(chips.children[i], 'data-tinted', step < 0 ? null : '');
        const { style } = /** @type {HTMLElement} */ (chips.children[i]);
        style.backgroundColor = step < 0 ? '' : ramp.css[step];
        const text = step < 0 ? '' : ramp.ink[step];
        if (!same || text !== (ramp.ink[before] ?? '')) style.color = text;
      }
    },

    /**
     * @param {number | null} from the token that looks
     * @param {number | null} to the token looked at
     * @param {number | null} kept the token that stays selected
     */
    mark(from, to, kept) {
      for (const chip of marked) {
        chip.removeAttribute('data-mark');
        chip.removeAttribute('aria-pressed');
      }
      marked = [];
      set(to, 'data-mark', 'to');
      set(from, 'data-mark', 'from');
      set(kept, 'aria-pressed', 'true');
    },

    /**
     * The text with a word where the caret is, or in place of what is marked.
     * @param {string} word
     */
    inserted(word) {
      if (input.readOnly) return input.value;
      const text = withWord(input, word);
      caret = text.caret;
      return text.value;
    },

    /**
     * Marks the words that the wanted model does not know.
     * @param {ReadonlySet<number>} unknown their indexes
     * @param {string} said of each of them
     */
    question(unknown, said) {
      for (let i = 0; i < shown.length; i++) {
        const chip = chips.children[i];
        if (chip.hasAttribute('data-unknown') === unknown.has(i)) continue;
        setAttribute(chip, 'data-unknown', unknown.has(i) ? '' : null);
        setAttribute(chip, 'title', unknown.has(i) ? said : null);
        chip.querySelector('.spoken')?.remove();
        if (unknown.has(i)) chip.append(h('span', { class: 'spoken' }, `, ${said}`));
      }
    },
  };

  /**
   * @param {number | null} index
   * @param {string} name
   * @param {string} value
   */
  function set(index, name, value) {
    const chip = index === null ? null : chips.children[index];
    if (!chip) return;
    chip.setAttribute(name, value);
    marked.push(chip);
  }
}

/**
 * A text with a word where the caret is, or in place of what is marked.
 * @param {HTMLTextAreaElement} input
 * @param {string} word
 */
function withWord({ value, selectionStart, selectionEnd }, word) {
  const before = value.slice(0, selectionStart);
  const after = value.slice(selectionEnd);
  const isSign = !/[\p{L}\p{N}]/u.test(word);
  const left = isSign || !/\S$/.test(before) ? '' : ' ';
  const right = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  const caret = selectionStart + left.length + word.length;
  return { value: before + left + word + right + after, caret };
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {() => import('../frame.js').Frame} frameNow
 */
export function createSentences(messages, actions, frameNow) {
  const selected = () => frameNow().state.selection;
  const first = createField(
    {
      label: messages.sentenceLabel,
      placeholder: messages.sentencePlaceholder,
      tokens: messages.tokensLabel,
      other: messages.secondAdd,
      all: messages.tokensAll,
      fewer: messages.tokensFewer,
    },
    {
      onType: actions.type,
      onPreview: (query) =>
        actions.preview(query === null ? null : { head: selected().head, query, key: null }),
      onLock: (query) => actions.lock({ head: selected().head, query, key: null }),
      onOther() {
        actions.typeSecond(frameNow().source.example?.second ?? messages.secondExample);
        // once it is there
        requestAnimationFrame(() => second.input.select());
      },
    },
  );
  const second = createField(
    {
      label: messages.secondLabel,
      placeholder: messages.sentencePlaceholder,
      tokens: messages.tokensLabelSecond,
      other: messages.secondRemove,
      all: messages.tokensAll,
      fewer: messages.tokensFewer,
    },
    {
      onType: actions.typeSecond,
      onPreview: (key) =>
        actions.preview(key === null ? null : { head: selected().head, query: null, key }),
      onLock: (key) => actions.lock({ head: selected().head, query: null, key }),
      onOther() {
        actions.typeSecond(null);
        first.input.focus();
      },
    },
  );
  const element = h('div', { class: 'sentences' }, first.element, second.element);

  return {
    element,
    fit() {
      first.fit();
      second.fit();
    },
    focus: () => first.input.focus(),
    inserted: first.inserted,
    /** @param {import('../frame.js').Frame} frame */
    update(frame) {
      const { state, answer, selection, look } = frame;
      const crossed = state.second !== null;
      const label = crossed ? messages.sentenceLabelFrom : messages.sentenceLabel;
      first.update(state.text, label, frame.first.tokens);
      second.element.hidden = !crossed;
      first.other.hidden = crossed;
      second.update(state.second ?? '', messages.secondLabel, frame.second?.tokens ?? []);
      const { head, query, key } = selection;
      // a row colours the tokens looked at, a column those that look
      const row =
        answer && frame.shares && query !== null
          ? (/** @type {number} */ i) => shownValue(frame, head, query, i)
          : null;
      const column =
        answer && frame.shares && query === null && key !== null
          ? (/** @type {number} */ i) => shownValue(frame, head, i, key)
          : null;
      const scale = frame.blend?.scale ?? frame.scale;
      const ramp = rampFor(frame.blend, head, look.theme);
      first.paint(crossed ? column : (row ?? column), scale, ramp);
      second.paint(crossed ? row : null, scale, ramp);
      for (const [field, isSecond] of /** @type {const} */ ([
        [first, false],
        [second, true],
      ])) {
        const places = frame.unknown.filter((one) => one.second === isSecond);
        field.question(new Set(places.map(({ index }) => index)), messages.unknownWord);
      }
      const kept = state.selection;
      first.mark(query, crossed ? null : key, kept.query);
      second.mark(null, crossed ? key : null, crossed ? kept.key : null);
    },
  };
}
