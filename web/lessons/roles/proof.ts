// Proofreading: the trained model's corrections, with all heads and without some.
// The words that the model would insert, and its accuracy on sentences that were new to it.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { readProof, SENTENCES } from './experiment.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Source } from '../../elements/lab/answer/source.ts';
import type { Token } from '../../elements/lab/answer/tokenizer.ts';
import type { Context } from '../exhibit.ts';

interface Proof {
  tokens: readonly Token[];
  vocab: readonly string[];
  /** output with all heads */
  all: Awaited<ReturnType<typeof readProof>>;
  /** output without some heads */
  less: Awaited<ReturnType<typeof readProof>>;
  /** whether heads are ablated */
  isLess: boolean;
}

/** @returns null: the model does not know all the words */
export async function readSentence(
  engine: Engine,
  { whole, tokenizer, limit }: Source,
  text: string,
  removed: readonly (readonly [layer: number, head: number])[],
): Promise<Proof | null> {
  if (!whole) throw new TypeError('model: expected a whole one');
  const { tokens } = tokenizer.encode(text, { limit });
  const ids = tokens.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(-1)) return null;
  const model = await whole.start(engine);
  const all = await readProof(model, ids, []);
  const isLess = removed.length > 0;
  const less = isLess ? await readProof(model, ids, removed) : all;
  return { tokens, vocab: whole.vocab, all, less, isLess };
}

export function proofView(proof: Proof | null, { messages, numbers }: Context) {
  const title = html`<h3>${messages.withoutCaption}</h3>`;
  const found = (text: string) => html`<p class="exhibit-note" role="status">${text}</p>`;
  if (!proof) return [title, null, found(messages.withoutUnknown)];
  const { tokens, vocab, all, less, isLess } = proof;
  const wordOf = ({ id, piece }: Token, at: number) => {
    const said = less.said[at];
    const state = said !== id ? 'wrong' : all.said[at] !== id ? 'missed' : null;
    const correction =
      state === 'wrong' ? html`<bdi lang="en">${vocab[said]}</bdi>` : messages.withoutMissed;
    return html`<span class="proof-word" data-state=${state}>
      <bdi lang="en">${piece}</bdi>
      ${state && html`<span class="proof-said">${correction}</span>`}
    </span>`;
  };
  const corrected = tokens.filter(({ id }, at) => less.said[at] !== id).length;
  const share = (accuracy: number) => numbers.fixed(100 * accuracy, 1);
  const others = sayText(isLess ? messages.withoutOthers : messages.withoutNone, {
    count: SENTENCES,
    all: share(all.others.accuracy),
    less: share(less.others.accuracy),
  });
  return [
    title,
    html`<p class="proof">${tokens.map(wordOf)}</p>`,
    found(sayText(messages.withoutFound, { count: numbers.whole(corrected) })),
    html`<p class="exhibit-note">${others}</p>`,
  ];
}
