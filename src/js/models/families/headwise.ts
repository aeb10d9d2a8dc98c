// A transformer of headwise/training: its config stands in the metadata of its file, and its tensors have torch's names.

import { defaultScale } from '../../attention/options.ts';
import { hasBias, insidePositions, normPlaces } from '../../transformer/config.ts';
import { alibiSlopes, layerNorm, linear, partOf, rmsNorm } from './common.ts';
import type {
  AttentionPart,
  Block,
  Description,
  Embedding,
  Linear,
  Norm,
  Sublayer,
} from '../description.ts';
import type { ResolvedTransformerConfig } from '../../types/training.ts';
import type { Reading } from './common.ts';

type Config = ResolvedTransformerConfig;

export function headwise(reading: Reading): Description {
  const config = reading.values as Config;
  const { vocabSize, contextLen, embedDim } = config;
  const unembedding = config.tied ? 'embedding.weight' : 'unembedding.weight';
  return {
    kind: config.causal ? 'decoder' : 'encoder',
    anchor: 'embedding.weight',
    ...{ vocabSize, contextLen, embedDim },
    stack: {
      embedding: { tokens: 'embedding.weight', positions: positionsOf(config) },
      blocks: Array.from({ length: config.numLayers }, (_, layer) =>
        block(reading, config, `layers.${layer}`),
      ),
      finalNorm: config.finalNorm ? normOf(config, 'norm') : null,
    },
    head: { kind: 'tokens', steps: [{ linear: { weight: unembedding, bias: null } }] },
  };
}

function positionsOf({ positions }: Config): Embedding['positions'] {
  if (positions === 'learned') return { table: 'positions.weight', offset: 0 };
  return positions === 'sinusoidal' ? { sinusoidal: 'pairs' } : null;
}

function normOf(config: Config, name: string): Norm {
  const { normType, normEpsilon } = config;
  if (normType === 'rms') return rmsNorm(name, normEpsilon);
  return layerNorm(name, normEpsilon, hasBias(config, 'norm'));
}

function around(config: Config, name: string): Sublayer {
  const { before, inside, after } = normPlaces(config);
  const own = config.norm === 'none' ? null : normOf(config, name);
  return {
    before: before ? own : null,
    inside: inside && before ? normOf(config, `${name}_inside`) : inside ? own : null,
    after: after ? own : null,
  };
}

function block(reading: Reading, config: Config, at: string): Block {
  const { mlpDim, gated, activation } = config;
  const bias = hasBias(config, 'mlp');
  const first = `${at}.linear1`;
  return {
    attention: attention(reading, config, `${at}.self_attn`),
    around: around(config, `${at}.norm1`),
    ...(mlpDim === 0
      ? { mlp: null }
      : {
          mlp: {
            gate: gated ? partOf(first, bias, [0, mlpDim]) : null,
            up: gated ? partOf(first, bias, [mlpDim, 2 * mlpDim]) : linear(first, bias),
            down: linear(`${at}.linear2`, bias),
            activation,
          },
          aroundMlp: around(config, `${at}.norm2`),
        }),
  };
}

function attention({ power }: Reading, config: Config, at: string): AttentionPart {
  const { numHeads, numKvHeads, headDim, causal, window, softcap, queryKeyNorm } = config;
  const [q, kv] = [numHeads * headDim, numKvHeads * headDim];
  const normed = (name: 'q_norm' | 'k_norm') =>
    queryKeyNorm ? queryKeyNormOf(queryKeyNorm, `${at}.${name}`) : null;
  const positions = insidePositions(config);
  const slopes = positions.values.length > 0 ? positions.values.map(Math.fround) : null;
  return {
    ...projections(config, at, [0, q, q + kv, q + 2 * kv]),
    output: linear(`${at}.out_proj`, hasBias(config, 'output')),
    ...{ numHeads, numKvHeads, headDim, causal, window, softcap },
    scale: config.scale ?? defaultScale(headDim),
    queryNorm: normed('q_norm'),
    keyNorm: normed('k_norm'),
    rotary: positions.type === 'rotary' ? rotaryOf(power, positions) : null,
    slopes: positions.type === 'alibi' ? (slopes ?? alibiSlopes(numHeads, power)) : null,
    bothWays: true,
  };
}

/**
 * Queries, keys and values are rows of one matrix; of one bias where all three have one.
 *
 * @param ends where each begins, and the end
 */
function projections(config: Config, at: string, ends: readonly number[]) {
  const places = ['query', 'key', 'value'] as const;
  const isOne = places.every((place) => hasBias(config, place));
  const part = (i: number): Linear => {
    const rows: [number, number] = [ends[i], ends[i + 1]];
    const own = hasBias(config, places[i]) ? `${at}.${places[i][0]}_proj.bias` : null;
    return {
      weight: { name: `${at}.in_proj_weight`, rows },
      bias: isOne ? { name: `${at}.in_proj_bias`, rows } : own,
    };
  };
  return { query: part(0), key: part(1), value: part(2) };
}

function queryKeyNormOf(
  { type, epsilon, plusOne }: Exclude<Config['queryKeyNorm'], false>,
  name: string,
): Norm {
  const gain = { name: `${name}.weight`, plus: plusOne ? 1 : 0 };
  return { form: type, gain, shift: type === 'layer' ? `${name}.bias` : null, epsilon };
}

/** The frequencies to the bit as the core has them. */
function rotaryOf(
  power: Reading['power'],
  { values, turns: { theta, dims, factor, interleaved } }: ReturnType<typeof insidePositions>,
): AttentionPart['rotary'] {
  const byTheta = (i: number) => power(theta, (-2 * i) / dims);
  const frequencies =
    values.length > 0
      ? Float64Array.from(values)
      : Float64Array.from({ length: dims / 2 }, (_, i) => byTheta(i));
  return { of: () => ({ frequencies, factor }), dims, interleaved };
}
