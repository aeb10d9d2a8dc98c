// Controls of a model's attention: kind, layer, head, example, sentences, words.

import { segments, toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { select } from './select.ts';
import type { Template } from '../../ui/template.ts';
import type { Part, Side } from './read-model.ts';
import type { Messages } from '../../words/en/model-view.ts';

export interface Choice {
  part: number;
  layer: number;
  head: number;
  example: number;
  /** the query sentence and the key sentence; null: all */
  pair: Pair | null;
  /** whether tokens are merged into words */
  whole: boolean;
}

export type Pair = readonly [query: number, key: number];

export function tools(
  parts: readonly Part[],
  { part: at, layer, head, example, pair, whole }: Choice,
  messages: Messages,
  choose: (choice: Partial<Choice>) => void,
): Template {
  const names = {
    self: messages.kindSelf,
    encoder: messages.kindOfEncoder,
    decoder: messages.kindOfDecoder,
    cross: messages.kindCross,
  };
  const kinds = parts.map(({ kind }, i) => ({ value: i, text: names[kind] }));
  const part = parts[at];
  const pairs = pairsOf(part, example);
  const hasWords = joinsTokens(part.rowSide(example)) || joinsTokens(part.columnSide(example));
  return html`
    ${parts.length > 1 && segments(messages.kindLabel, kinds, at, (next) => choose({ part: next }))}
    ${select(messages.layerLabel, part.layers, layer, (next) => choose({ layer: next }))}
    ${select(messages.headLabel, part.heads, head, (next) => choose({ head: next }))}
    ${
      part.examples > 1 &&
      select(messages.exampleLabel, part.examples, example, (next) => choose({ example: next }))
    }
    ${pairs.length > 1 && selectPair(pairs, pair, messages, (next) => choose({ pair: next }))}
    ${hasWords && toggle(messages.wholeWords, whole, (on) => choose({ whole: on }))}
  `;
}

/** Selects the sentences of the queries and the keys. */
export function selectPair(
  pairs: readonly Pair[],
  pair: Pair | null,
  messages: Messages,
  choose: (pair: Pair | null) => void,
): Template {
  const texts = pairs.map(([from, to]) =>
    sayText(messages.segmentsPair, { from: letterOf(from), to: letterOf(to) }),
  );
  return select(
    messages.segmentsLabel,
    [messages.segmentsAll, ...texts],
    indexOfPair(pairs, pair) + 1,
    (at) => choose(at === 0 ? null : pairs[at - 1]),
  );
}

/** Names of sentences: A, B, C ... */
const letterOf = (index: number) => String.fromCodePoint(0x41 + (index % 26));

/** Every pair of sentences of which the first can attend to the second. */
export function pairsOf(part: Part, example: number): readonly Pair[] {
  const from = sentencesOf(part.rowSide(example));
  const to = sentencesOf(part.columnSide(example));
  return from.flatMap((one) => to.map((other) => [one, other] as const));
}

export function indexOfPair(pairs: readonly Pair[], pair: Pair | null) {
  return pairs.findIndex((one) => one[0] === pair?.[0] && one[1] === pair?.[1]);
}

function sentencesOf({ segments }: Side) {
  return [...new Set(segments ?? [])].sort((a, b) => a - b);
}

/** Whether a word has more than one token. */
export function joinsTokens({ words }: Side) {
  return words?.some((word, i) => word >= 0 && i > 0 && words[i - 1] === word) ?? false;
}
