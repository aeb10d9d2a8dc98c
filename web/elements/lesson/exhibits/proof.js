// Exhibit: the trained model's corrections, with all heads and without one.
// It shows the words that the model would put in, and its accuracy on sentences that were new to
// it.

import { fillText, h, setText } from '../../shared/dom.js';
import { readProof, SENTENCES } from '../experiments/roles.js';
import { numbersOf } from '../numbers.js';

/**
 * @typedef {object} Proof
 * @property {readonly import('../../lab/answer/tokenizer.js').Token[]} tokens
 * @property {readonly string[]} vocab
 * @property {Awaited<ReturnType<typeof readProof>>} all with all heads
 * @property {Awaited<ReturnType<typeof readProof>>} less without one
 * @property {number} without the head that was removed, from 1; 0: none
 */

/**
 * @param {import('../../shared/engine.js').Engine} engine
 * @param {import('../../lab/answer/source.js').Source} source
 * @param {string} text
 * @param {{ layer: number, without: number }} removed
 * @returns {Promise<Proof | null>} null: the model does not know all the words
 */
export async function readSentence(engine, { whole, tokenizer, limit }, text, { layer, without }) {
  if (!whole) throw new TypeError('model: expected a whole one');
  const { tokens } = tokenizer.encode(text, { limit });
  const ids = tokens.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(-1)) return null;
  const model = await whole.start(engine);
  const all = await readProof(model, ids, []);
  const less = without === 0 ? all : await readProof(model, ids, [[layer, without - 1]]);
  return { tokens, vocab: whole.vocab, all, less, without };
}

/** @param {import('../../messages/en.js').Messages} messages */
export function createProof(messages) {
  const numbers = numbersOf(messages.locale);
  const words = h('p', { class: 'proof' });
  const found = h('p', { class: 'exhibit-note', role: 'status' });
  const others = h('p', { class: 'exhibit-note' });
  return {
    elements: [h('h3', null, messages.withoutCaption), words, found, others],
    /** @param {Proof | null} proof */
    show(proof) {
      words.hidden = others.hidden = proof === null;
      if (!proof) {
        setText(found, messages.withoutUnknown);
        return;
      }
      const { tokens, all, less, without } = proof;
      words.replaceChildren(...tokens.map((_, i) => wordOf(messages, proof, i)));
      const corrected = tokens.filter(({ id }, i) => less.said[i] !== id).length;
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
    },
  };
}

/**
 * A word of the sentence, with the model's correction.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {Proof} proof
 * @param {number} index of the word
 */
function wordOf(messages, { tokens, vocab, all, less }, index) {
  const { id, piece } = tokens[index];
  const said = less.said[index];
  const state = said !== id ? 'wrong' : all.said[index] !== id ? 'missed' : null;
  const text = state === 'wrong' ? h('bdi', { lang: 'en' }, vocab[said]) : messages.withoutMissed;
  return h(
    'span',
    { class: 'proof-word', 'data-state': state },
    h('bdi', { lang: 'en' }, piece),
    state && h('span', { class: 'proof-said' }, text),
  );
}
