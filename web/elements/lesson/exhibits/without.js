// What the trained model says to each word of the sentence, with all heads or without one of the layer.

import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { maskOf } from '../../lab/answer/masked.js';
import { headText } from '../../lab/answer/roles.js';
import { createAsker } from '../asker.js';
import { readProof, SENTENCES } from '../experiments/roles.js';
import { numbersOf } from '../numbers.js';
import { createChoice } from './parts.js';
import { createSmallMap } from './small-map.js';
import { trainedOf } from './trained.js';

/** Of each map, CSS pixels. */
const ROOM = 204;

/** @param {import('../exhibits.js').Kit} kit */
export function createWithout(kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const caption = h('h3', null, messages.withoutCaption);
  const words = h('p', { class: 'proof' });
  const found = h('p', { class: 'exhibit-note', role: 'status' });
  const others = h('p', { class: 'exhibit-note' });
  const place = h('div', null);
  const maps = h('div', { class: 'without-maps' });
  const element = h('div', { class: 'without' }, place, maps, caption, words, found, others);
  /** @type {ReturnType<typeof createSmallMap>[]} */
  let small = [];
  /** @type {ReturnType<typeof createChoice<number>> | null} */
  let choice = null;
  let heads = 0;

  const ask = createAsker(
    async (
      /** @type {import('../../lab/answer/source.js').Source} */ source,
      /** @type {number} */ layer,
      /** @type {number} */ without,
      /** @type {string} */ text,
    ) => {
      const { whole, tokenizer, limit } = source;
      if (!whole) throw new TypeError('model: expected a whole one');
      const { tokens } = tokenizer.encode(text, { limit });
      const ids = tokens.map(({ id }) => id);
      if (ids.length === 0 || ids.includes(-1)) return null;
      const model = await whole.start(await kit.engine());
      /** @type {(removed: [number, number][]) => ReturnType<typeof readProof>} */
      const read = (removed) => readProof(model, ids, removed);
      const all = await read([]);
      const less = without === 0 ? all : await read([[layer, without - 1]]);
      return { tokens, vocab: whole.vocab, all, less, without };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  /**
   * @param {{
   *   tokens: readonly import('../../lab/answer/tokenizer.js').Token[],
   *   vocab: readonly string[],
   *   all: Awaited<ReturnType<typeof readProof>>,
   *   less: Awaited<ReturnType<typeof readProof>>,
   *   without: number,
   * } | null} answer null: it does not know all the words
   */
  function show(answer) {
    words.hidden = others.hidden = answer === null;
    if (!answer) {
      setText(found, messages.withoutUnknown);
      return;
    }
    const { tokens, vocab, all, less, without } = answer;
    const corrected = tokens.filter(({ id }, i) => less.said[i] !== id).length;
    words.replaceChildren(
      ...tokens.map(({ id, piece }, i) => {
        const said = less.said[i];
        const state = said !== id ? 'wrong' : all.said[i] !== id ? 'missed' : null;
        return h(
          'span',
          { class: 'proof-word', 'data-state': state },
          h('bdi', { lang: 'en' }, piece),
          state === null
            ? null
            : h(
                'span',
                { class: 'proof-said' },
                state === 'wrong' ? h('bdi', { lang: 'en' }, vocab[said]) : messages.withoutMissed,
              ),
        );
      }),
    );
    setText(found, fillText(messages.withoutFound, { count: numbers.whole(corrected) }));
    const share = (/** @type {number} */ accuracy) => numbers.fixed(100 * accuracy, 1);
    setText(
      others,
      fillText(without === 0 ? messages.withoutNone : messages.withoutOthers, {
        count: SENTENCES,
        all: share(all.others.accuracy),
        less: share(less.others.accuracy),
      }),
    );
  }

  /**
   * The heads of the layer, and which of them is gone.
   * @param {import('../exhibits.js').Moment} moment
   * @param {number} removed
   */
  function showMaps(moment, removed) {
    const { trace, frame, row } = moment;
    if (!trace) return;
    const [count, rows, columns] = trace.attention.shape;
    if (small.length !== count) {
      small = Array.from({ length: count }, () => createSmallMap(messages));
      maps.replaceChildren(...small.map(({ element: map }) => map));
    }
    small.forEach((map, head) => {
      const size = rows * columns;
      const data = trace.attention.data.subarray(head * size, (head + 1) * size);
      const plain = fillText(messages.head, { head: head + 1 });
      const isGone = head === removed;
      map.show(
        { data, shape: [rows, columns] },
        {
          moment: { ...moment, head },
          name: isGone ? fillText(messages.withoutGone, { head: plain }) : headText(frame, head),
          room: ROOM,
          height: ROOM,
          marked: isGone ? undefined : row,
          scaleMax: 1,
          isMasked: frame.answer ? maskOf(frame.answer) : undefined,
        },
      );
      setAttribute(map.element, 'data-gone', isGone ? '' : null);
    });
  }

  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      const { frame, values } = moment;
      const { source, layer } = trainedOf(frame);
      const count = source.fixed?.heads ?? 0;
      if (count !== heads || !choice) {
        heads = count;
        choice = createChoice(
          messages.withoutRemoved,
          [
            [0, messages.withoutNobody],
            ...Array.from(
              { length: heads },
              (_, head) => /** @type {[number, string]} */ ([head + 1, String(head + 1)]),
            ),
          ],
          (without) => kit.setValues({ without }),
        );
        place.replaceChildren(choice.element);
      }
      choice.update(values.without ?? 0);
      showMaps(moment, (values.without ?? 0) - 1);
      ask(source, layer, values.without ?? 0, frame.state.text);
    },
  };
}
