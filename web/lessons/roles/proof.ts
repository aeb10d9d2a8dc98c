// Exhibit: proofreading: the trained model's corrections, with all heads and without one.
// It shows the words that the model would insert, and its accuracy on sentences that were new to
// it.

import { fillText, h, setText } from '../../ui/dom.ts';
import { readProof, SENTENCES } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Source } from '../../elements/lab/answer/source.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Token } from '../../elements/lab/answer/tokenizer.ts';

interface Proof {
  tokens: readonly Token[];
  vocab: readonly string[];
  /** output with all heads */
  all: Awaited<ReturnType<typeof readProof>>;
  /** output without one head */
  less: Awaited<ReturnType<typeof readProof>>;
  /** the ablated head, from 1; 0: none */
  without: number;
}

/** @returns null: the model does not know all the words */
export async function readSentence(
  engine: Engine,
  { whole, tokenizer, limit }: Source,
  text: string,
  { layer, without }: { layer: number; without: number },
): Promise<Proof | null> {
  if (!whole) throw new TypeError('model: expected a whole one');
  const { tokens } = tokenizer.encode(text, { limit });
  const ids = tokens.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(-1)) return null;
  const model = await whole.start(engine);
  const all = await readProof(model, ids, []);
  const less = without === 0 ? all : await readProof(model, ids, [[layer, without - 1]]);
  return { tokens, vocab: whole.vocab, all, less, without };
}

export function createProof(messages: Messages) {
  const numbers = numbersOf(messages.locale);
  const words = h('p', { class: 'proof' });
  const found = h('p', { class: 'exhibit-note', role: 'status' });
  const others = h('p', { class: 'exhibit-note' });
  return {
    elements: [h('h3', null, messages.withoutCaption), words, found, others],
    show(proof: Proof | null) {
      words.hidden = others.hidden = proof === null;
      if (!proof) {
        setText(found, messages.withoutUnknown);
        return;
      }
      const { tokens, all, less, without } = proof;
      words.replaceChildren(...tokens.map((_, i) => wordOf(messages, proof, i)));
      const corrected = tokens.filter(({ id }, i) => less.said[i] !== id).length;
      setText(found, fillText(messages.withoutFound, { count: numbers.whole(corrected) }));
      const share = (accuracy: number) => numbers.fixed(100 * accuracy, 1);
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
 *
 * @param index index of the word
 */
function wordOf(messages: Messages, { tokens, vocab, all, less }: Proof, index: number) {
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
