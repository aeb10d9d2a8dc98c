// The sentence about the kind of a followed number and its computation.

import { MATRICES } from '../answer/matrices.ts';
import { nameCell } from '../answer/cells.ts';
import { ownWords, say } from '../../../ui/text.ts';
import { shortText } from '../../../ui/format.ts';
import { rowSum } from '../frame.ts';
import { explain } from './explain.ts';
import { activationText } from './expression.ts';
import { gridOf } from '../answer/grids.ts';
import { stageOf } from '../answer/embedding-stages.ts';
import { pairOf, turnOf } from '../answer/rotary.ts';
import { wordsAt } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Child } from '../../../ui/template.ts';
import type { Answer, Question } from '../answer/answer.ts';
import type { Explanation } from './explain.ts';
import type { Cell } from '../answer/cells.ts';
import type { EmbeddingStages } from '../answer/embedding-stages.ts';
import type { LayerBlock } from '../answer/layer-steps.ts';

export function sentenceAbout(messages: Messages, answer: Answer, { cell, kind }: Explanation) {
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
    if (matrix !== 'attention') return say(messages.provEdited, places);
    const sum = shortText(rowSum(answer, head ?? 0, row), 3);
    return say(messages.provEditedShare, { sum });
  }
  const below = answer.trace?.made?.below;
  if (below) {
    const text = aboutBelow(messages, kind, matrix, answer.trace?.made?.stages);
    const activation = activationText(below.activation);
    if (text !== null) return say(text, { ...places, activation });
  } else if (answer.trace?.made && aboutMade(messages, answer, cell)) {
    return say(aboutMade(messages, answer, cell), { ...places, ...placesOfMade(answer, cell) });
  }
  const blocked =
    answer.trace && explain(answer, nameCell({ ...cell, matrix: 'mask', head: null }));
  const turns = block.rotary !== null && pairOf(block.rotary, column, width) !== null;
  const sentences: Record<string, string> = {
    tokens: trained ? messages.provTokensTrained : messages.provTokens,
    positions: trained ? messages.provPositionsTrained : messages.provPositions,
    x: aboutInput(messages, question),
    query: messages.provProjection,
    key: messages.provProjection,
    value: messages.provProjection,
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
    shiftQ: messages.provShift,
    shiftK: messages.provShift,
  };
  const weight = trained ? messages.provWeightTrained : messages.provWeight;
  const known = MATRICES[matrix];
  const ofHead: Partial<Record<typeof kind, string>> = {
    mean: messages.provMean,
    spread: messages.provVariance,
    normed: messages.provNormLearned,
    squares: messages.provSquares,
  };
  if (known.of && ofHead[kind]) return say(ofHead[kind], places);
  if (known.of) return say(turns ? messages.provTurned : messages.provNotTurned, places);
  return say(sentences[matrix.replace(/2$/, '')] ?? weight, places);
}

function aboutInput(messages: Messages, { layer, source }: Question) {
  if (source.block.given) return messages.provXGiven;
  if (layer > 0) return messages.provXSecond;
  return source.block.placed ? messages.provX : messages.provXPlain;
}

/** The sentence about a number on the way from the layer below; null: about any other number. */
function aboutBelow(
  messages: Messages,
  kind: Explanation['kind'],
  matrix: string,
  made: EmbeddingStages['stages'] = {},
) {
  const mlpGiven = made.entered ? messages.provMlpAdded : messages.provMlpGiven;
  const sum = made.entered ? messages.provAdded : messages.provBelowX;
  const added = { squares: messages.provSquares, scaled: messages.provFactored };
  const stages: Record<string, string> = {
    x: kind === 'normed' ? messages.provBelowNormed : sum,
    middle: kind === 'given' ? messages.provCrossed : messages.provBelow,
    entered: messages.provEntered,
    attended: messages.provAttended,
    added: (added as Partial<Record<typeof kind, string>>)[kind] ?? messages.provAttended,
    factors: messages.provFactor,
    mlpSum: messages.provBelowSum,
    mlpOutput: kind === 'given' ? mlpGiven : messages.provProjection,
    hidden: messages.provProjection,
    activated: kind === 'gated' ? messages.provGated : messages.provActivated,
    meanE: messages.provMean,
    varianceE: messages.provVariance,
    normedE: messages.provNormLearned,
    gainE: messages.provGain,
    shiftE: messages.provShift,
  };
  return stages[matrix] ?? null;
}

/**
 * The sentence about an intermediate of an opened model's embedding.
 *
 * @returns empty for any other number
 */
function aboutMade(messages: Messages, answer: Answer, cell: Cell): string {
  const { matrix } = cell;
  const stage = stageOf(answer, cell);
  if (stage) {
    const stages: Partial<Record<typeof stage.kind, string>> = {
      copy: messages.provXPlain,
      plus: messages.provMadeSum,
      scaled: messages.provMadeScaled,
      products: messages.provProjection,
      mean: messages.provMean,
      spread: messages.provVariance,
      normed: messages.provNormLearned,
    };
    return stages[stage.kind] ?? '';
  }
  const { grids, origins } = answer.trace?.made as EmbeddingStages;
  if (matrix === 'pixels') return messages.provPixel;
  if (Object.hasOwn(origins, matrix)) {
    return origins[matrix].rows ? messages.provFileRow : messages.provFile;
  }
  return Object.hasOwn(grids, matrix) && matrix === 'positions' ? messages.provPositions : '';
}

function placesOfMade(answer: Answer, cell: Cell): Record<string, Child> {
  const { grids, origins } = answer.trace?.made as EmbeddingStages;
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

function aboutScale(messages: Messages, { scaled, scale }: Question) {
  if (scale !== undefined) return messages.provScaledGiven;
  return scaled ? messages.provScaled : messages.provUnscaled;
}

/**
 * The values of a rotation: the other number of the pair, and the angle.
 *
 * @param width width of a head
 */
function placesOfTurn(
  { rotary }: LayerBlock,
  { row, column }: Cell,
  width: number,
): Record<string, string> {
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

function word(text: string) {
  return ownWords(text, 'word');
}
