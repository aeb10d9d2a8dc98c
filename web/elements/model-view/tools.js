// Controls of a model's attention: kind, layer, head, example, sentences, words.

import { fillText, h, setAttribute } from '../shared/dom.js';
import { createSelect } from './select.js';

/**
 * @typedef {import('./read-model.js').Part} Part
 * @typedef {import('./messages/en.js').Messages} Messages
 *
 * @typedef {object} Choice
 * @property {number} part
 * @property {number} layer
 * @property {number} head
 * @property {number} example
 * @property {readonly [number, number] | null} pair the sentence that looks, and the one that is looked at; null: all
 * @property {boolean} whole whether tokens stand together as words
 */

/** Sentences as they are called: A, B, C ... @param {number} index */
export const letterOf = (index) => String.fromCodePoint(0x41 + (index % 26));

/**
 * @param {readonly Part[]} parts
 * @param {Messages} messages
 * @param {(choice: Partial<Choice>) => void} choose
 */
export function createTools(parts, messages, choose) {
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
  /** @type {readonly (readonly [number, number])[]} */
  let pairs = [];
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
    /** @param {Choice} choice */
    update({ part: at, layer, head, example, pair, whole: isWhole }) {
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

/**
 * Every sentence with every other that it can look at.
 *
 * @param {Part} part
 * @param {number} example
 * @returns {readonly (readonly [number, number])[]}
 */
export function pairsOf(part, example) {
  const from = sentencesOf(part.rowSide(example));
  const to = sentencesOf(part.columnSide(example));
  return from.flatMap((one) => to.map((other) => /** @type {const} */ ([one, other])));
}

/** @param {readonly (readonly [number, number])[]} pairs @param {Choice['pair']} pair */
export function indexOfPair(pairs, pair) {
  return pairs.findIndex((one) => one[0] === pair?.[0] && one[1] === pair?.[1]);
}

/** @param {import('./read-model.js').Side} side */
function sentencesOf({ segments }) {
  return [...new Set(segments ?? [])].sort((a, b) => a - b);
}

/** Whether some word has more than one token. @param {import('./read-model.js').Side} side */
function joins({ words }) {
  return words?.some((word, i) => word >= 0 && i > 0 && words[i - 1] === word) ?? false;
}
