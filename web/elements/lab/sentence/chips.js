// The tokens of a sentence as a row of chips.
// They show the selection, the amount of attention, and unknown words.

import { stepOf } from '../../../views/scale.js';
import { fillText, h, ownWords, rove, setAttribute, setText } from '../../shared/dom.js';

/** A sentence of more tokens is set smaller, so that the maps stay on the screen. */
const LONG = 48;

/** @typedef {import('../answer/tokenizer.js').Token} Token */

/**
 * @param {HTMLElement} field that they are in: its style depends on how many there are
 * @param {import('./field.js').FieldWords} words
 * @param {Pick<import('./field.js').FieldEvents, 'onPreview' | 'onLock'>} events
 */
export function createChips(field, words, events) {
  const element = h('div', { class: 'chips', role: 'group', 'aria-label': words.tokens });
  const whole = h('button', {
    type: 'button',
    class: 'link',
    onclick: () => showWhole(!isWhole()),
  });
  const more = h('div', { class: 'field-more', hidden: true }, whole);
  /** @type {readonly Token[]} */
  let shown = [];
  /** @type {number[]} the step of the ramp each chip has; -1: none */
  let steps = [];
  /** @type {Element[]} */
  let marked = [];
  /** @type {import('../../../views/color.js').Ramp | null} */
  let tint = null;
  hearChips(element, events);

  const isWhole = () => field.hasAttribute('data-whole');

  /**
   * A long text has a window of a few lines, or as many as it needs.
   * @param {boolean} is
   */
  function showWhole(is) {
    setAttribute(field, 'data-whole', is ? '' : null);
    setAttribute(whole, 'aria-expanded', String(is));
    setText(whole, is ? words.fewer : fillText(words.all, { count: shown.length }));
    more.hidden = !is && (shown.length <= LONG || element.scrollHeight <= element.clientHeight);
  }

  /**
   * @param {number | null} index
   * @param {string} name
   * @param {string} value
   */
  function set(index, name, value) {
    const chip = index === null ? null : element.children[index];
    if (!chip) return;
    chip.setAttribute(name, value);
    marked.push(chip);
  }

  return {
    element,
    more,

    /** @param {readonly Token[]} tokens */
    show(tokens) {
      if (tokens === shown) return;
      steps.length = Math.min(steps.length, tokens.length);
      while (steps.length < tokens.length) steps.push(-1);
      shown = tokens;
      showPieces(element, tokens);
      const isLong = tokens.length > LONG;
      setAttribute(field, 'data-long', isLong ? '' : null);
      if (isLong || !more.hidden) showWhole(isWhole() && isLong);
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
        setAttribute(element.children[i], 'data-tinted', step < 0 ? null : '');
        const { style } = /** @type {HTMLElement} */ (element.children[i]);
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
     * Marks the words that the wanted model does not know.
     * @param {ReadonlySet<number>} unknown their indexes
     * @param {string} said of each of them
     */
    question(unknown, said) {
      for (let i = 0; i < shown.length; i++) {
        const chip = element.children[i];
        if (chip.hasAttribute('data-unknown') === unknown.has(i)) continue;
        setAttribute(chip, 'data-unknown', unknown.has(i) ? '' : null);
        setAttribute(chip, 'title', unknown.has(i) ? said : null);
        chip.querySelector('.spoken')?.remove();
        if (unknown.has(i)) chip.append(h('span', { class: 'spoken' }, `, ${said}`));
      }
    },
  };
}

/**
 * @param {HTMLElement} chips
 * @param {Pick<import('./field.js').FieldEvents, 'onPreview' | 'onLock'>} events
 */
function hearChips(chips, { onPreview, onLock }) {
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
}

/**
 * One chip for each token; those that are there keep their place and their focus.
 * @param {HTMLElement} chips
 * @param {readonly Token[]} tokens
 */
function showPieces(chips, tokens) {
  while (chips.children.length > tokens.length) chips.lastChild?.remove();
  tokens.forEach(({ piece, word }, i) => {
    const known = chips.children[i];
    if (known) setText(/** @type {Element} */ (known.firstChild), piece);
    else {
      const tabindex = i === 0 ? '0' : '-1';
      chips.append(h('button', { type: 'button', class: 'chip', tabindex }, ownWords(piece)));
    }
    const goesOn = word !== undefined && word === tokens[i + 1]?.word;
    setAttribute(chips.children[i], 'data-goes-on', goesOn ? '' : null);
  });
  if (tokens.length > 0 && !chips.querySelector('[tabindex="0"]')) {
    setAttribute(chips.children[0], 'tabindex', '0');
  }
  chips.hidden = tokens.length === 0;
}
