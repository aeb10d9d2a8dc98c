// Exhibit: a map of thousands of words, through a zoomable window.

import { durationText } from '../../shared/format.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { createLongText } from '../experiments/long.js';
import { numbersOf } from '../numbers.js';
import { CLOSER, CLOSEST, inside, placeAfter, zoom } from './long-window.js';
import { createChoice } from './parts.js';
import { createSmallMap } from './small-map.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../exhibits.js').Kit} Kit
 * @typedef {import('../experiments/tensors.js').Trace} Trace
 * @typedef {import('../experiments/long.js').LongText} LongText
 * @typedef {import('./long-window.js').Place} Place
 */

const LENGTHS = Object.freeze([1024, 2048, 4096, 8192]);
const USUAL = 4096;
/** Of the picture, CSS pixels. */
const ROOM = 440;
/** Up to this many words there is room to write them. */
const READABLE = 64;

/** @param {Kit} kit */
export function createLong(kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const length = createChoice(
    messages.longWords,
    LENGTHS.map((one) => [one, numbers.whole(one)]),
    (words) => setValues({ words, row: 0, column: 0, size: words }),
  );
  const map = createSmallMap(messages);
  const closer = button(messages.longCloser, () => go(zoomed(1 / CLOSER)));
  const farther = button(messages.longFarther, () => go(zoomed(CLOSER)));
  const whole = button(messages.longWhole, () => go({ row: 0, column: 0, size: words() }));
  const facts = h('dl', { class: 'exhibit-facts' });
  const where = h('p', { class: 'exhibit-note', role: 'status' });
  const stage = h(
    'div',
    {
      class: 'long-stage',
      tabindex: '0',
      role: 'group',
      'aria-label': messages.longLabel,
      onclick: (/** @type {MouseEvent} */ event) => {
        const at = map.at(event.clientX, event.clientY);
        if (at) go(zoomed(1 / CLOSER, at));
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => press(event),
    },
    map.element,
  );
  const choices = [length.element, h('div', { class: 'exhibit-actions' }, closer, farther, whole)];
  const element = frameOf(choices, [stage, where, map.numbers], facts);
  /** @type {Moment | null} */
  let newest = null;
  const texts = keepText(kit);

  const ask = createAsker(
    async (
      /** @type {Trace} */ trace,
      /** @type {readonly { id: number }[]} */ tokens,
      /** @type {number} */ count,
      /** @type {boolean} */ causal,
      /** @type {number} */ head,
      /** @type {number} */ row,
      /** @type {number} */ column,
      /** @type {number} */ size,
    ) => {
      const text = await texts.of(trace, tokens, count, causal);
      return { ...(await text.look({ head, row, column, size })), head, row, column, size, text };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {Awaited<ReturnType<LongText['look']>> & Place & { head: number, text: LongText }} found */
  function show({ map: window, milliseconds, head, row, column, size, text: shown }) {
    if (!newest) return;
    const pooled = size / window.shape[0];
    map.show(window, contentOf(messages, numbers, newest, { head, row, column, size, pooled }));
    setText(where, whereText(messages, numbers, { row, column, size }));
    const drawn = window.data.length;
    facts.replaceChildren(...factsOf(messages, numbers, shown, { drawn, pooled, milliseconds }));
    closer.disabled = size <= CLOSEST;
    farther.disabled = whole.disabled = size >= shown.words;
  }

  function words() {
    return newest?.values.words ?? USUAL;
  }

  /** @returns {Place} */
  function placeNow() {
    const { row = 0, column = 0, size = words() } = newest?.values ?? {};
    return inside({ row, column, size: Math.min(size, words()) }, words());
  }

  /**
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  const zoomed = (factor, at) => zoom(placeNow(), words(), factor, at);

  /** @param {Place} place */
  function go(place) {
    setValues({ ...inside(place, words()) });
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeAfter(event.key, placeNow(), words());
    if (!to) return;
    event.preventDefault();
    go(to);
  }

  return {
    element,
    /** @param {Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, frame, head } = moment;
      length.update(words());
      const { row, column, size } = placeNow();
      const { tokens } = frame.first;
      const full = tokens.length > 0 ? trace : null;
      ask(full, tokens, words(), frame.state.causal, head, row, column, size);
    },
    /** Frees the long text when another scene opens. */
    close() {
      ask.forget();
      texts.forget();
    },
  };
}

/**
 * The long text of a sentence, made when it or how it is computed changes.
 * @param {Kit} kit
 */
function keepText(kit) {
  /** @type {LongText | null} */
  let text = null;
  /** @type {readonly unknown[]} what that text was made of */
  let madeOf = [];
  return {
    /**
     * @param {Trace} trace
     * @param {readonly { id: number }[]} tokens
     * @param {number} words
     * @param {boolean} causal
     */
    async of(trace, tokens, words, causal) {
      const from = [trace.weights, tokens, words, causal];
      if (text && from.every((one, i) => one === madeOf[i])) return text;
      const before = text;
      text = null;
      await before?.dispose();
      const ids = tokens.map(({ id }) => id);
      text = await createLongText(await kit.engine(), trace, ids, { words, causal });
      madeOf = from;
      return text;
    },
    forget() {
      const before = text;
      text = null;
      madeOf = [];
      void before?.dispose();
    },
  };
}

/**
 * Where the parts stand.
 * @param {readonly HTMLElement[]} choices
 * @param {readonly HTMLElement[]} picture
 * @param {HTMLElement} facts
 */
function frameOf(choices, picture, facts) {
  return h(
    'div',
    { class: 'long' },
    h('div', { class: 'exhibit-controls' }, ...choices),
    h('div', { class: 'exhibit-row' }, h('div', { class: 'long-picture' }, ...picture), facts),
  );
}

/**
 * @param {Kit['messages']} messages
 * @param {ReturnType<typeof numbersOf>} numbers
 * @param {Place} place
 */
function whereText(messages, numbers, { row, column, size }) {
  return fillText(messages.longWhere, {
    firstRow: numbers.whole(row + 1),
    lastRow: numbers.whole(row + size),
    firstColumn: numbers.whole(column + 1),
    lastColumn: numbers.whole(column + size),
  });
}

/**
 * What the map shows of a window, with words where there is room to read them.
 * @param {Kit['messages']} messages
 * @param {ReturnType<typeof numbersOf>} numbers
 * @param {Moment} moment
 * @param {Place & { head: number, pooled: number }} found
 */
function contentOf(messages, numbers, moment, { head, row, column, size, pooled }) {
  const { words: sentence, width } = moment;
  const label = (/** @type {number} */ at) => sentence[at % sentence.length];
  const labels = (/** @type {number} */ from) =>
    size <= READABLE ? Array.from({ length: size }, (_, i) => label(from + i)) : [];
  const names = (/** @type {number} */ from) =>
    Array.from({ length: size / pooled }, (_, i) => {
      const at = from + i * pooled;
      const number = numbers.whole(at + 1);
      return pooled > 1 ? `${number}–${numbers.whole(at + pooled)}` : `${number} ${label(at)}`;
    });
  return {
    moment: { ...moment, head },
    name: fillText(messages.waysMapOf, { head: head + 1 }),
    room: Math.min(ROOM, Math.max(240, width - 8)),
    height: ROOM,
    rowLabels: labels(row),
    columnLabels: labels(column),
    rowNames: names(row),
    columnNames: names(column),
  };
}

/**
 * @param {Kit['messages']} messages
 * @param {ReturnType<typeof numbersOf>} numbers
 * @param {LongText} text
 * @param {{ drawn: number, pooled: number, milliseconds: number }} found
 */
function factsOf(messages, numbers, text, { drawn, pooled, milliseconds }) {
  const side = numbers.whole(pooled);
  const each =
    pooled > 1 ? fillText(messages.longPooled, { size: `${side} × ${side}` }) : messages.longExact;
  const time = fillText(messages.longMilliseconds, { milliseconds: durationText(milliseconds) });
  return [
    fact(messages.longMapNumbers, numbers.whole(text.mapNumbers)),
    fact(messages.longKeptNumbers, numbers.whole(text.keptNumbers)),
    fact(messages.longPictureNumbers, numbers.whole(drawn)),
    fact(messages.longEach, each),
    fact(messages.longTime, time),
  ];
}

/**
 * @param {string} label
 * @param {() => void} onclick
 */
function button(label, onclick) {
  return h('button', { type: 'button', class: 'action', onclick }, label);
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}
