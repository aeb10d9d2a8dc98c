// A layer of an opened model's run as an engine's answer.
// It arranges the numbers of the run for the lab's steps; intermediates of a norm are summed again,
// in the order of the core.

import { embeddingStagesOf } from './embedding-stages.ts';
import { passedStages } from './passed-stages.ts';
import { mapsOf } from '../../lab/answer/head-maps.ts';
import { momentsOf } from '../../lab/answer/moments.ts';
import type { Passed } from './passed-stages.ts';
import type { LayerNorm, Run } from 'headwise/models';
import type { Answer, Question } from '../../lab/answer/answer.ts';
import type { LayerBlock } from '../../lab/answer/layer-steps.ts';
import type { PlainTensor, Norm, Source } from '../../lab/answer/source.ts';

export type LayerNumbers = Awaited<ReturnType<Run['layer']>>;

export interface LayerOfRun {
  /** result of run.layer() */
  numbers: LayerNumbers;
  /** result of run.trace() */
  trace: Record<string, PlainTensor>;
  /** the parts of its input that the layer below made */
  passed?: Passed | null;
  /** texts of the tokens */
  pieces: readonly string[];
  layer: number;
  /** number of the model's layers */
  layers: number;
  /** name of the model */
  name: string;
}

export function answerOf(given: LayerOfRun): Answer {
  const { numbers, trace, passed, pieces, layer, layers, name } = given;
  const { config, options, input, normed, middle, output, norms, state, embedding } = numbers;
  const { numHeads: heads, embedDim: width } = config;
  const { queries, ...tokens } = tokensOf(pieces);
  const source = sourceOf(name, layers, blockOf(numbers), tokens);
  const before = norms.before ?? norms.after;
  const isRms = before?.type === 'rms';
  const sum = norms.after || source.block.given?.endsEarly ? added(input, output) : middle;
  const shown = normed ? { of: input, output: normed } : norms.after && { of: sum, output: middle };
  const { bias } = (options.mask ?? {}) as { bias?: PlainTensor };
  const usual = Math.abs(options.scale - 1 / Math.sqrt(trace.query.shape[2])) < 1e-9;
  const isTurned = numbers.turns !== null;
  const x = { tokens: input, x: input };
  const made = embedding ? embeddingStagesOf(embedding) : passed && passedStages(passed, layer - 1);
  const question: Question = {
    queries,
    keys: null,
    heads,
    width,
    layer,
    source,
    seed: 0,
    padding: 0,
    causal: Boolean(options.causal),
    scaled: true,
    window: options.window,
    scale: usual ? undefined : options.scale,
    edits: {},
    byHand: {},
    detailed: true,
  };
  const { value, dotProducts, scores, masked, attention, exponentials, rowMax, rowSum } = trace;
  const { heads: headOutputs, concatenated, contributions } = trace;
  return {
    ...mapsOf(question),
    question,
    attention: attention.data,
    milliseconds: 0,
    backend: null,
    before: null,
    trace: {
      ...trace,
      query: numbers.query,
      key: numbers.key,
      value,
      dotProducts,
      scores,
      masked,
      attention,
      exponentials,
      rowMax,
      rowSum,
      heads: headOutputs,
      concatenated,
      contributions,
      ...(numbers.normedQuery && { normedQuery: numbers.normedQuery }),
      ...(numbers.normedKey && { normedKey: numbers.normedKey }),
      ...(source.block.given?.headNorm?.isRms === false && headMoments(numbers)),
      ...(isTurned && { turnedQuery: trace.query, turnedKey: trace.key }),
      ...(numbers.turns && {
        turns: { data: numbers.turns.data, shape: [1, ...numbers.turns.shape] },
      }),
      ...(bias && { distances: bias }),
      ...(made && { made }),
      first: x,
      second: null,
      weights: state,
      input: normed ?? input,
      keyInput: normed ?? input,
      output,
      sum,
      normed: shown && { ...shown, ...(isRms ? {} : momentsOf(shown.of)) },
      normed2: null,
      learned: before && learnedOf(before),
    },
  };
}

function tokensOf(pieces: readonly string[]) {
  const queries = pieces.map((piece, id) => ({ id, piece, start: 0, end: 0 }));
  return { queries, encode: () => ({ tokens: queries, truncated: false }) };
}

function sourceOf(
  name: string,
  layers: number,
  block: LayerBlock,
  tokenizer: Source['tokenizer'],
): Source {
  const absent = () => Promise.reject(new TypeError('an opened model computes elsewhere'));
  return {
    name,
    trained: true,
    tokenizer,
    words: null,
    fits: () => () => true,
    limit: Infinity,
    example: null,
    fixed: null,
    layers,
    block,
    roles: [],
    measured: 0,
    whole: null,
    embed: absent,
    createLayer: absent,
    norm: absent,
  };
}

function blockOf({ config, options, norms, more }: LayerNumbers): LayerBlock {
  const { queryKeyNorm } = config;
  const rotary = options.positions?.type === 'rotary' ? options.positions : null;
  const ends = more.some((one) => one === 'layerScale' || one === 'addsToNormed');
  return {
    norm: norms.before ? 'pre' : norms.after ? 'post' : 'none',
    placed: false,
    rotary,
    given: {
      isRms: (norms.before ?? norms.after)?.type === 'rms',
      headNorm: queryKeyNorm
        ? {
            isWide: queryKeyNorm.over === 'width',
            isRms: queryKeyNorm.type === 'rms',
            epsilon: queryKeyNorm.epsilon ?? 0,
          }
        : null,
      addsDistance: options.mask !== undefined,
      softcap: options.softcap ?? 0,
      endsEarly: ends || norms.inside !== null,
    },
  };
}

function learnedOf({ weight, bias, epsilon }: LayerNorm): Norm {
  return { weight, ...(bias && { bias }), epsilon } as Norm;
}

function added(a: PlainTensor, b: PlainTensor): PlainTensor {
  return { data: Float32Array.from(a.data, (value, i) => value + b.data[i]), shape: a.shape };
}

/** Mean and variance of each row of each head's queries and keys. */
function headMoments({ query, key }: Pick<LayerNumbers, 'query' | 'key'>) {
  const of = ({ data, shape: [heads, rows, width] }: PlainTensor) => {
    const { mean, variance } = momentsOf({ data, shape: [heads * rows, width] });
    const shape = [heads, rows, 1];
    return [mean, variance].map((one) => ({ data: one.data, shape }));
  };
  const [meanQuery, varianceQuery] = of(query);
  const [meanKey, varianceKey] = of(key);
  return { meanQuery, varianceQuery, meanKey, varianceKey };
}
