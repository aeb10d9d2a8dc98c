// Token chips: the tokens of a sentence as a row.
// They show the selection, the amount of attention, and unknown words.

import { stepOf } from '../../../views/scale.ts';
import { fillText, h, ownWords, rove, setAttribute, setText } from '../../../ui/dom.ts';
import type { FieldEvents, FieldWords } from './field.ts';
import type { Ramp } from '../../../views/color.ts';
import type { Scale } from '../../../views/scale.ts';
import type { Token } from '../answer/tokenizer.ts';

/** More tokens than this are set smaller, so that the maps stay on the screen. */
const LONG = 48;

/** New chips in one frame: a browser takes about 0.1 ms to lay one out. */
const NEW_IN_A_FRAME = 64;

/** @param field parent, whose style depends on the number of chips */
export function createChips(
  field: HTMLElement,
  words: FieldWords,
  events: Pick<FieldEvents, 'onPreview' | 'onLock'>,
) {
  const element = h('div', { class: 'chips', role: 'group', 'aria-label': words.tokens });
  const whole = h('button', {
    type: 'button',
    class: 'link',
    onclick: () => showWhole(!isWhole()),
  });
  const more = h('div', { class: 'field-more', hidden: true }, whole);
  let shown: readonly Token[] = [];
  /** each chip's step of the colour ramp; -1: none */
  let steps: number[] = [];
  let marked: Element[] = [];
  let tint: Ramp | null = null;
  hearChips(element, events);

  const isWhole = () => field.hasAttribute('data-whole');

  /** A long text has a window of a few lines, or its full height. */
  function showWhole(is: boolean) {
    setAttribute(field, 'data-whole', is ? '' : null);
    setAttribute(whole, 'aria-expanded', String(is));
    setText(whole, is ? words.fewer : fillText(words.all, { count: shown.length }));
    more.hidden = !is && (shown.length <= LONG || element.scrollHeight <= element.clientHeight);
  }

  function set(index: number | null, name: string, value: string) {
    const chip = index === null ? null : element.children[index];
    if (!chip) return;
    chip.setAttribute(name, value);
    marked.push(chip);
  }

  return {
    element,
    more,

    /**
     * Shows the tokens; of a long text, the first ones, and more with every call.
     *
     * @param atOnce show them all now
     * @returns whether all are shown
     */
    show(tokens: readonly Token[], atOnce: boolean) {
      const made = element.children.length;
      if (tokens === shown && made === tokens.length) return true;
      const count = atOnce ? tokens.length : Math.min(tokens.length, made + NEW_IN_A_FRAME);
      steps.length = Math.min(steps.length, count);
      while (steps.length < count) steps.push(-1);
      shown = tokens;
      showPieces(element, tokens, count);
      const isLong = tokens.length > LONG;
      setAttribute(field, 'data-long', isLong ? '' : null);
      if (isLong || !more.hidden) showWhole(isWhole() && isLong);
      return count === tokens.length;
    },

    /**
     * Colours each token by its part of the selected token's attention.
     *
     * @param valueOf null: no colours
     */
    paint(valueOf: ((index: number) => number) | null, scale: Scale, ramp: Ramp) {
      const same = tint === ramp;
      tint = ramp;
      for (let i = 0; i < steps.length; i++) {
        const step = valueOf ? stepOf(scale, valueOf(i) || 0) : -1;
        const before = steps[i];
        if (same && before === step) continue;
        steps[i] = step;
        setAttribute(element.children[i], 'data-tinted', step < 0 ? null : '');
        const { style } = element.children[i] as HTMLElement;
        style.backgroundColor = step < 0 ? '' : ramp.css[step];
        const text = step < 0 ? '' : ramp.ink[step];
        if (!same || text !== (ramp.ink[before] ?? '')) style.color = text;
      }
    },

    /**
     * @param from the query
     * @param to the key
     * @param kept the token that stays selected
     */
    mark(from: number | null, to: number | null, kept: number | null) {
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
     *
     * @param unknown indexes of the words
     * @param said description of each word
     */
    question(unknown: ReadonlySet<number>, said: string) {
      for (let i = 0; i < steps.length; i++) {
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

function hearChips(
  chips: HTMLElement,
  { onPreview, onLock }: Pick<FieldEvents, 'onPreview' | 'onLock'>,
) {
  const indexOf = (event: Event) => {
    const chip = (event.target as Element).closest('button');
    return chip ? [...chips.children].indexOf(chip) : null;
  };
  rove(chips);
  chips.addEventListener('pointerover', (event) => onPreview(indexOf(event)));
  chips.addEventListener('pointerleave', () => onPreview(null));
  chips.addEventListener('focusin', (event) => {
    if ((event.target as Element).matches(':focus-visible')) onPreview(indexOf(event));
  });
  chips.addEventListener('focusout', () => onPreview(null));
  chips.addEventListener('click', (event) => {
    const index = indexOf(event);
    if (index !== null) onLock(index);
  });
}

/** One chip for each of the first `count` tokens; existing chips keep their order and their focus. */
function showPieces(chips: HTMLElement, tokens: readonly Token[], count: number) {
  while (chips.children.length > count) chips.lastChild?.remove();
  tokens.slice(0, count).forEach(({ piece, word }, i) => {
    const known = chips.children[i];
    if (known) setText(known.firstChild as Element, piece);
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
