// Controls of a model's attention: kind, layer, head, example, sentences, words.

import { fillText, h, setAttribute } from '../../ui/dom.ts';
import { createSelect } from './select.ts';
import type { Part, Side } from './read-model.ts';
import type { Messages } from '../../words/en/model-view.ts';

export interface Choice {
  part: number;
  layer: number;
  head: number;
  example: number;
  /** the query sentence and the key sentence; null: all */
  pair: readonly [number, number] | null;
  /** whether tokens are merged into words */
  whole: boolean;
}

/** Names of sentences: A, B, C ... */
export const letterOf = (index: number) => String.fromCodePoint(0x41 + (index % 26));

export function createTools(
  parts: readonly Part[],
  messages: Messages,
  choose: (choice: Partial<Choice>) => void,
) {
  const names = {
    self: messages.kindSelf,
    encoder: messages.kindOfEncoder,
    decoder: messages.kindOfDecoder,
    cross: messages.kindCross,
  };
  const buttons = parts.map(({ kind }, part) =>
    h('button', { type: 'button', onclick: () => choose({ part }) }, names[kind]),
  );
  const kinds = h('div', { class: 'segments', role: 'group', 'aria-label': messages.kindLabel });
  kinds.append(...buttons);
  kinds.hidden = parts.length < 2;
  const layers = createSelect(messages.layerLabel, (layer) => choose({ layer }));
  const heads = createSelect(messages.headLabel, (head) => choose({ head }));
  const examples = createSelect(messages.exampleLabel, (example) => choose({ example }));
  let pairs: readonly (readonly [number, number])[] = [];
  const between = createSelect(messages.segmentsLabel, (at) =>
    choose({ pair: at === 0 ? null : pairs[at - 1] }),
  );
  const whole = h('input', {
    ...{ type: 'checkbox', role: 'switch' },
    onchange: () => choose({ whole: whole.checked }),
  });
  const words = h('label', { class: 'switch' }, whole, messages.wholeWords);
  const element = h('div', { class: 'model-tools' }, kinds, layers.element, heads.element);
  element.append(examples.element, between.element, words);

  return {
    element,
    update({ part: at, layer, head, example, pair, whole: isWhole }: Choice) {
      const part = parts[at];
      buttons.forEach((button, i) => setAttribute(button, 'aria-pressed', String(i === at)));
      layers.fill(part.layers, layer);
      heads.fill(part.heads, head);
      examples.fill(part.examples, example);
      examples.element.hidden = part.examples < 2;
      pairs = pairsOf(part, example);
      between.element.hidden = pairs.length < 2;
      const texts = pairs.map(([from, to]) =>
        fillText(messages.segmentsPair, { from: letterOf(from), to: letterOf(to) }),
      );
      between.fill([messages.segmentsAll, ...texts], indexOfPair(pairs, pair) + 1);
      words.hidden = !joins(part.rowSide(example)) && !joins(part.columnSide(example));
      whole.checked = isWhole;
    },
  };
}

/** Every pair of sentences of which the first can attend to the second. */
export function pairsOf(part: Part, example: number): readonly (readonly [number, number])[] {
  const from = sentencesOf(part.rowSide(example));
  const to = sentencesOf(part.columnSide(example));
  return from.flatMap((one) => to.map((other) => [one, other] as const));
}

export function indexOfPair(pairs: readonly (readonly [number, number])[], pair: Choice['pair']) {
  return pairs.findIndex((one) => one[0] === pair?.[0] && one[1] === pair?.[1]);
}

function sentencesOf({ segments }: Side) {
  return [...new Set(segments ?? [])].sort((a, b) => a - b);
}

/** Whether a word has more than one token. */
function joins({ words }: Side) {
  return words?.some((word, i) => word >= 0 && i > 0 && words[i - 1] === word) ?? false;
}
