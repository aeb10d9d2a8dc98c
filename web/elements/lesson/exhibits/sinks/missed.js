// Exhibit: a model's predictions after each word, without one head.
// Beside them the predictions with all heads.

import { fillText, h, setText } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { measureFirst, readWithout } from '../../experiments/sinks.js';
import { numbersOf } from '../../numbers.js';
import { createChoice, factsOf } from '../parts.js';

/** How a piece that is a space or a break is shown. */
const BLANK = '␣';

/**
 * @typedef {object} Read
 * @property {readonly import('../../../lab/answer/tokenizer.js').Token[]} tokens
 * @property {readonly string[]} vocab
 * @property {Awaited<ReturnType<typeof readWithout>>} all
 * @property {Awaited<ReturnType<typeof readWithout>>} less
 * @property {readonly number[]} first what each head of the layer gives to the first word
 */

/** @param {import('../../exhibits.js').Kit} kit */
export function createMissed(kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const place = h('div', { class: 'exhibit-controls' });
  const facts = h('dl', { class: 'exhibit-facts' });
  const words = h('p', { class: 'proof' });
  const element = h(
    'div',
    { class: 'missed without' },
    ...[place, facts, h('h3', null, messages.missedCaption), words],
  );
  /** @type {{ layers: ReturnType<typeof createChoice<number>>, heads: ReturnType<typeof createChoice<number>>, size: string } | null} */
  let choices = null;

  const ask = createAsker(
    async (
      /** @type {import('../../../lab/answer/source.js').Whole} */ whole,
      /** @type {Read['tokens']} */ tokens,
      /** @type {number} */ layer,
      /** @type {number} */ without,
    ) => {
      const engine = await kit.engine();
      const model = await whole.start(engine);
      const ids = tokens.map(({ id }) => id);
      const removed = without > 0 ? /** @type {[number, number]} */ ([layer, without - 1]) : null;
      return {
        ...{ tokens, vocab: whole.vocab },
        all: await readWithout(engine, model, ids, null),
        less: await readWithout(engine, model, ids, removed),
        first: (await measureFirst(model, ids))[layer],
      };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {Read} read */
  function show({ tokens, vocab, all, less, first }) {
    const changed = tokens.filter((_, at) => all.said[at] !== less.said[at]).length;
    facts.replaceChildren(
      ...factsOf([
        [
          fillText(messages.missedFirst, { heads: first.length }),
          first.map((share) => numbers.fixed(share, 2)).join(' · '),
        ],
        [messages.missedChanged, `${numbers.whole(changed)} / ${numbers.whole(tokens.length)}`],
        [messages.missedMoved, numbers.percent(less.moved)],
      ]),
    );
    words.replaceChildren(
      ...tokens.map(({ piece }, at) => {
        const said = h('bdi', { class: 'proof-said', lang: 'en' });
        setText(said, vocab[less.said[at]].trim() || BLANK);
        const state = all.said[at] === less.said[at] ? null : 'other';
        return h(
          'span',
          { class: 'proof-word', 'data-state': state },
          h('bdi', { lang: 'en' }, piece),
          said,
        );
      }),
    );
  }

  /**
   * @param {number} layers
   * @param {number} heads
   */
  function choicesFor(layers, heads) {
    const size = `${layers} ${heads}`;
    if (choices?.size === size) return choices;
    const names = (/** @type {number} */ count) =>
      Array.from({ length: count }, (_, at) => String(at + 1));
    choices = {
      size,
      layers: createChoice(
        messages.layerLabel,
        names(layers).map((name, choice) => [choice, name]),
        (choice) => setValues({ way: choice }),
      ),
      heads: createChoice(
        messages.withoutRemoved,
        [messages.withoutNobody, ...names(heads)].map((name, without) => [without, name]),
        (without) => setValues({ without }),
      ),
    };
    place.replaceChildren(choices.layers.element, choices.heads.element);
    return choices;
  }

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update({ frame, values }) {
      const { whole, layers, fixed } = frame.source;
      if (!whole || !fixed || frame.first.tokens.length === 0) return ask.forget();
      const layer = Math.min(values.way ?? 0, layers - 1);
      const without = Math.min(values.without ?? 0, fixed.heads);
      const shown = choicesFor(layers, fixed.heads);
      shown.layers.update(layer);
      shown.heads.update(without);
      ask(whole, frame.first.tokens, layer, without);
    },
  };
}
