// A map of thousands of words, looked at through a window that can be moved and made smaller.

import { durationText } from '../../shared/format.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { createLongText } from '../experiments/long.js';
import { numbersOf } from '../numbers.js';
import { createChoice } from './parts.js';
import { createSmallMap } from './small-map.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../experiments/tensors.js').Trace} Trace
 * @typedef {import('../experiments/long.js').LongText} LongText
 * @typedef {{ row: number, column: number, size: number }} Place
 */

const LENGTHS = Object.freeze([1024, 2048, 4096, 8192]);
const USUAL = 4096;
/** Of the picture, CSS pixels. */
const ROOM = 440;
const CLOSER = 4;
const CLOSEST = 16;
/** Up to this many words there is room to write them. */
const READABLE = 64;

/** @param {import('../exhibits.js').Kit} kit */
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
  const element = h(
    'div',
    { class: 'long' },
    h(
      'div',
      { class: 'exhibit-controls' },
      length.element,
      h('div', { class: 'exhibit-heads' }, closer, farther, whole),
    ),
    h(
      'div',
      { class: 'exhibit-row' },
      h('div', { class: 'long-picture' }, stage, where, map.numbers),
      facts,
    ),
  );
  /** @type {Moment | null} */
  let newest = null;
  /** @type {LongText | null} */
  let text = null;
  /** @type {readonly unknown[]} what that text was made of */
  let madeOf = [];

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
      const from = [trace.weights, tokens, count, causal];
      if (!text || from.some((one, i) => one !== madeOf[i])) {
        const before = text;
        text = null;
        await before?.dispose();
        const ids = tokens.map(({ id }) => id);
        text = await createLongText(await kit.engine(), trace, ids, { words: count, causal });
        madeOf = from;
      }
      return { ...(await text.look({ head, row, column, size })), head, row, column, size, text };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {Awaited<ReturnType<LongText['look']>> & Place & { head: number, text: LongText }} found */
  function show({ map: window, milliseconds, head, row, column, size, text: shown }) {
    if (!newest) return;
    const { words: sentence } = newest;
    const label = (/** @type {number} */ at) => sentence[at % sentence.length];
    const labels = (/** @type {number} */ from) =>
      size <= READABLE ? Array.from({ length: size }, (_, i) => label(from + i)) : [];
    const pooled = size / window.shape[0];
    const names = (/** @type {number} */ from) =>
      Array.from({ length: window.shape[0] }, (_, i) => {
        const at = from + i * pooled;
        const number = numbers.whole(at + 1);
        return pooled > 1 ? `${number}–${numbers.whole(at + pooled)}` : `${number} ${label(at)}`;
      });
    map.show(window, {
      moment: { ...newest, head },
      name: fillText(messages.waysMapOf, { head: head + 1 }),
      room: Math.min(ROOM, Math.max(240, newest.width - 8)),
      height: ROOM,
      rowLabels: labels(row),
      columnLabels: labels(column),
      rowNames: names(row),
      columnNames: names(column),
    });
    setText(
      where,
      fillText(messages.longWhere, {
        firstRow: numbers.whole(row + 1),
        lastRow: numbers.whole(row + size),
        firstColumn: numbers.whole(column + 1),
        lastColumn: numbers.whole(column + size),
      }),
    );
    facts.replaceChildren(
      fact(messages.longMapNumbers, numbers.whole(shown.mapNumbers)),
      fact(messages.longKeptNumbers, numbers.whole(shown.keptNumbers)),
      fact(messages.longPictureNumbers, numbers.whole(window.data.length)),
      fact(
        messages.longEach,
        pooled > 1
          ? fillText(messages.longPooled, {
              size: `${numbers.whole(pooled)} × ${numbers.whole(pooled)}`,
            })
          : messages.longExact,
      ),
      fact(
        messages.longTime,
        fillText(messages.longMilliseconds, { milliseconds: durationText(milliseconds) }),
      ),
    );
    closer.disabled = size <= CLOSEST;
    farther.disabled = whole.disabled = size >= shown.words;
  }

  function words() {
    return newest?.values.words ?? USUAL;
  }

  /** @returns {Place} */
  function placeNow() {
    const { row = 0, column = 0, size = words() } = newest?.values ?? {};
    return inside({ row, column, size: Math.min(size, words()) });
  }

  /**
   * A smaller or larger window around a point of this one, 0..1 from its start.
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  function zoomed(factor, at = { x: 0.5, y: 0.5 }) {
    const { row, column, size } = placeNow();
    const wanted = Math.min(words(), Math.max(CLOSEST, size * factor));
    return {
      row: row + Math.floor(at.y * size - wanted / 2),
      column: column + Math.floor(at.x * size - wanted / 2),
      size: wanted,
    };
  }

  /** @param {Place} place */
  function go(place) {
    setValues({ ...inside(place) });
  }

  /**
   * Kept inside the map.
   * @param {Place} place
   * @returns {Place}
   */
  function inside({ row, column, size }) {
    const last = words() - size;
    const clamp = (/** @type {number} */ at) => Math.max(0, Math.min(last, at));
    return { row: clamp(row), column: clamp(column), size };
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column, size } = placeNow();
    const step = Math.max(1, size / 4);
    /** @type {Record<string, Place | undefined>} */
    const moves = {
      ArrowLeft: { row, column: column - step, size },
      ArrowRight: { row, column: column + step, size },
      ArrowUp: { row: row - step, column, size },
      ArrowDown: { row: row + step, column, size },
      '+': zoomed(1 / CLOSER),
      '-': zoomed(CLOSER),
      Home: { row: 0, column: 0, size: words() },
    };
    const to = moves[event.key];
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
      if (trace && frame.first.tokens.length > 0) {
        ask(trace, frame.first.tokens, words(), frame.state.causal, head, row, column, size);
      }
    },
    /** The long text is let go when another scene comes. */
    close() {
      const before = text;
      text = null;
      madeOf = [];
      ask.forget();
      void before?.dispose();
    },
  };
}

/**
 * @param {string} label
 * @param {() => void} onclick
 */
function button(label, onclick) {
  return h('button', { type: 'button', class: 'quiet', onclick }, label);
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}
