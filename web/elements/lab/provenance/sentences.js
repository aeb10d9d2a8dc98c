// The sentence that says in words what kind of number a followed one is, and what was done to get it.

import { nameCell } from '../answer/cells.js';
import { fill, ownWords } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { rowSum } from '../frame.js';
import { explain } from './explain.js';
import { pairOf } from './sources.js';
import { wordsAt } from './names.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('./explain.js').Explanation} explanation
 */
export function sentenceAbout(messages, answer, { cell, kind }) {
  const { matrix, row, column, head } = cell;
  const { question } = answer;
  const { trained } = question.source;
  const words = wordsAt(answer, cell);
  const places = {
    query: word(words.query),
    key: word(words.key),
    token: word(words.token),
    column: String(column + 1),
    place: String(row),
    head: String((head ?? 0) + 1),
    width: String(question.width / question.heads),
    count: String(question.width),
    layer: String(question.layer),
    ...turnOf(question, cell),
  };
  if (kind === 'edited') {
    if (matrix !== 'attention') return fill(messages.provEdited, places);
    const sum = shortText(rowSum(answer, head ?? 0, row), 3);
    return fill(messages.provEditedShare, { sum });
  }
  const blocked =
    answer.trace && explain(answer, nameCell({ ...cell, matrix: 'mask', head: null }));
  /** @type {Record<string, string>} */
  const sentences = {
    tokens: trained ? messages.provTokensTrained : messages.provTokens,
    positions: trained ? messages.provPositionsTrained : messages.provPositions,
    x: aboutInput(messages, question),
    query: messages.provProjection,
    key: messages.provProjection,
    value: messages.provProjection,
    turnedQuery: messages.provTurned,
    turnedKey: messages.provTurned,
    dotProducts: messages.provDotProduct,
    scores: question.scaled ? messages.provScaled : messages.provUnscaled,
    mask: messages.provMask,
    masked: blocked?.value ? messages.provMaskedOut : messages.provMasked,
    exponentials: messages.provPower,
    attention: messages.provShare,
    heads: messages.provHeads,
    concatenated: messages.provCopy,
    contributions: messages.provContributions,
    output: messages.provOutput,
    sum: messages.provSum,
    mean: messages.provMean,
    variance: messages.provVariance,
    norm: answer.trace?.learned ? messages.provNormLearned : messages.provNorm,
    gain: messages.provGain,
    shift: messages.provShift,
  };
  const weight = trained ? messages.provWeightTrained : messages.provWeight;
  return fill(sentences[matrix.replace(/2$/, '')] ?? weight, places);
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Question} question
 */
function aboutInput(messages, { layer, source }) {
  if (layer > 0) return messages.provXDeeper;
  return source.block.placed ? messages.provX : messages.provXPlain;
}

/**
 * The numbers of a turn: which number is turned with this one, and by how much.
 * @param {import('../answer/answer.js').Question} question
 * @param {import('../answer/cells.js').Cell} cell
 * @returns {Record<string, string>}
 */
function turnOf({ source, width, heads }, { row, column }) {
  const { rotary } = source.block;
  if (!rotary) return {};
  const { pair, first, second } = pairOf(column, width / heads);
  const each = rotary.theta ** ((-2 * pair * heads) / width);
  return {
    partner: String((column === first ? second : first) + 1),
    each: shortText(each, 3),
    angle: shortText(row * each, 3),
  };
}

/** @param {string} text */
function word(text) {
  return ownWords(text, 'word');
}
