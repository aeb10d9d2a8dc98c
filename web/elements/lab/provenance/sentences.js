// The sentence about the kind of a followed number and its computation.

import { nameCell } from '../answer/cells.js';
import { fill, ownWords } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { rowSum } from '../frame.js';
import { explain } from './explain.js';
import { gridOf } from '../answer/grids.js';
import { stageOf } from '../answer/made.js';
import { pairOf, turnOf } from '../answer/rotary.js';
import { wordsAt } from './names.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('./explain.js').Explanation} explanation
 */
export function sentenceAbout(messages, answer, { cell, kind }) {
  const { matrix, row, column, head } = cell;
  const { question } = answer;
  const { trained, block } = question.source;
  const width = gridOf(answer, 'query', 0)?.columns ?? question.width / question.heads;
  const words = wordsAt(answer, cell);
  const places = {
    query: word(words.query),
    key: word(words.key),
    token: word(words.token),
    column: String(column + 1),
    place: String(row),
    head: String((head ?? 0) + 1),
    width: String(width),
    count: String(question.width),
    layer: String(question.layer),
    cap: String(block.given?.softcap ?? 0),
    scale: shortText(question.scale ?? 1, 4),
    ...placesOfTurn(block, cell, width),
  };
  if (kind === 'edited') {
    if (matrix !== 'attention') return fill(messages.provEdited, places);
    const sum = shortText(rowSum(answer, head ?? 0, row), 3);
    return fill(messages.provEditedShare, { sum });
  }
  if (answer.trace?.made && aboutMade(messages, answer, cell)) {
    return fill(aboutMade(messages, answer, cell), { ...places, ...placesOfMade(answer, cell) });
  }
  const blocked =
    answer.trace && explain(answer, nameCell({ ...cell, matrix: 'mask', head: null }));
  const turns = block.rotary !== null && pairOf(block.rotary, column, width) !== null;
  /** @type {Record<string, string>} */
  const sentences = {
    tokens: trained ? messages.provTokensTrained : messages.provTokens,
    positions: trained ? messages.provPositionsTrained : messages.provPositions,
    x: aboutInput(messages, question),
    query: messages.provProjection,
    key: messages.provProjection,
    value: messages.provProjection,
    normedQuery: messages.provSquares,
    normedKey: messages.provSquares,
    turnedQuery: turns ? messages.provTurned : messages.provNotTurned,
    turnedKey: turns ? messages.provTurned : messages.provNotTurned,
    dotProducts: messages.provDotProduct,
    scores: aboutScale(messages, question),
    softcapped: messages.provCapped,
    distances: messages.provDistances,
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
    norm: block.given?.isRms
      ? messages.provSquares
      : answer.trace?.learned
        ? messages.provNormLearned
        : messages.provNorm,
    gain: messages.provGain,
    gainQ: messages.provGain,
    gainK: messages.provGain,
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
  if (source.block.given) return messages.provXGiven;
  if (layer > 0) return messages.provXDeeper;
  return source.block.placed ? messages.provX : messages.provXPlain;
}

/**
 * The sentence about an intermediate of an opened model's embedding.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('../answer/cells.js').Cell} cell
 * @returns {string} empty: of another
 */
function aboutMade(messages, answer, cell) {
  const { matrix } = cell;
  const stage = stageOf(answer, cell);
  if (stage) {
    return {
      copy: messages.provXPlain,
      plus: messages.provMadeSum,
      scaled: messages.provMadeScaled,
      products: messages.provProjection,
      mean: messages.provMean,
      spread: messages.provVariance,
      normed: messages.provNormLearned,
    }[stage.kind];
  }
  const { grids, origins } = /** @type {import('../answer/made.js').Made} */ (answer.trace?.made);
  if (matrix === 'pixels') return messages.provPixel;
  if (Object.hasOwn(origins, matrix)) {
    return origins[matrix].rows ? messages.provFileRow : messages.provFile;
  }
  return Object.hasOwn(grids, matrix) && matrix === 'positions' ? messages.provPositions : '';
}

/**
 * @param {import('../answer/answer.js').Answer} answer
 * @param {import('../answer/cells.js').Cell} cell
 * @returns {Record<string, string | Node>}
 */
function placesOfMade(answer, cell) {
  const { grids, origins } = /** @type {import('../answer/made.js').Made} */ (answer.trace?.made);
  const { tensor, rows } = origins[cell.matrix] ?? {};
  const by = stageOf(answer, cell)?.by;
  const mean = stageOf(answer, cell)?.of[0] ?? '';
  return {
    ...(tensor && { tensor: ownWords(tensor, 'word') }),
    ...(rows && { row: String(rows[cell.row]), column: String(cell.column) }),
    ...(by !== undefined && { scale: shortText(by, 4) }),
    ...(grids[mean] && { count: String(grids[mean].shape[1]) }),
  };
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Question} question
 */
function aboutScale(messages, { scaled, scale }) {
  if (scale !== undefined) return messages.provScaledGiven;
  return scaled ? messages.provScaled : messages.provUnscaled;
}

/**
 * The values of a rotation: the other number of the pair, and the angle.
 * @param {import('../answer/block.js').LayerBlock} block
 * @param {import('../answer/cells.js').Cell} cell
 * @param {number} width of a head
 * @returns {Record<string, string>}
 */
function placesOfTurn({ rotary }, { row, column }, width) {
  const found = rotary && pairOf(rotary, column, width);
  if (!found) return {};
  const { pair, first, second } = found;
  const each = turnOf(rotary, pair, width);
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
