// A transformer of headwise/training: its config is in the metadata of its file, and its tensors have torch's names.

import { defaultScale } from '../../attention/scores.ts';
import { hasBias } from '../../layer/config.ts';
import { insidePositions, normPlaces } from '../../transformer/config.ts';
import { alibiSlopes } from './graph.ts';
import { linear } from './heads.ts';
import type { AttentionPart, Names } from '../description.ts';
import type { ResolvedTransformerConfig } from '../../types/training.ts';
import type { Reading, Table } from './graph.ts';

type Config = ResolvedTransformerConfig;

export function headwise({ values, power }: Reading): Table {
  const config = values as Config;
  const { headDim, causal, positions, mlpDim, window, softcap, queryKeyNorm } = config;
  const [q, k, v] = (['query', 'key', 'value'] as const).map((place) => hasBias(config, place));
  const inside = { window, softcap, bothWays: true, ...positionsOf(config, power) };
  return {
    kind: causal ? 'decoder' : 'encoder',
    names: {
      token_embd: 'embedding',
      position_embd: positions === 'learned' ? 'positions' : '',
      output_norm: config.finalNorm ? 'norm' : '',
      output: config.tied ? 'embedding' : 'unembedding',
      blk: 'layers.*',
      'attn_qkv.weight': 'self_attn.in_proj_weight',
      'attn_qkv.bias': 'self_attn.in_proj_bias',
      attn_q: 'self_attn.q_proj',
      attn_k: 'self_attn.k_proj',
      attn_v: 'self_attn.v_proj',
      attn_q_norm: queryKeyNorm ? 'self_attn.q_norm' : '',
      attn_k_norm: queryKeyNorm ? 'self_attn.k_norm' : '',
      attn_output: 'self_attn.out_proj',
      ffn_up: mlpDim === 0 ? '' : 'linear1',
      ffn_down: 'linear2',
      ...normNames(config),
    },
    vocab: config.vocabSize,
    context: config.contextLen,
    width: config.embedDim,
    layers: config.numLayers,
    numHeads: config.numHeads,
    numKvHeads: config.numKvHeads,
    headDim,
    causal,
    scale: config.scale ?? defaultScale(headDim),
    inner: mlpDim,
    gateInUp: config.gated,
    activation: config.activation,
    attention: () => inside,
    sinusoidal: positions === 'sinusoidal' ? 'pairs' : undefined,
    bias: { q, k, v, output: hasBias(config, 'output'), ffn: hasBias(config, 'mlp') },
    norm: { form: config.normType, epsilon: config.normEpsilon, bias: hasBias(config, 'norm') },
    queryKeyNorm: queryKeyNorm
      ? {
          form: queryKeyNorm.type,
          epsilon: queryKeyNorm.epsilon,
          plus: queryKeyNorm.plusOne ? 1 : 0,
        }
      : undefined,
    heads: [{ tasks: [], kind: 'tokens', marks: [], steps: [{ linear: linear('output', false) }] }],
  };
}

/** The name of a norm of a part's output; another if there is also a norm before the part. */
function normNames(config: Config): Names {
  const { before, inside, after } = normPlaces(config);
  const end = before ? '_inside' : '';
  return {
    attn_norm: before ? 'norm1' : '',
    post_attention_norm: inside ? `norm1${end}` : '',
    attn_output_norm: after ? 'norm1' : '',
    ffn_norm: before ? 'norm2' : '',
    post_ffw_norm: inside ? `norm2${end}` : '',
    layer_output_norm: after ? 'norm2' : '',
  };
}

/** The frequencies, with the bits of the core's. */
function positionsOf(config: Config, power: Reading['power']): Partial<AttentionPart> {
  const { type, values, rotary } = insidePositions(config);
  if (type === 'alibi') {
    const own = values.length > 0 ? values.map(Math.fround) : null;
    return { slopes: own ?? alibiSlopes(config.numHeads, power) };
  }
  if (type !== 'rotary') return {};
  const { theta, dims, factor, interleaved } = rotary;
  const frequencies =
    values.length > 0
      ? Float64Array.from(values)
      : Float64Array.from({ length: dims / 2 }, (_, i) => power(theta, (-2 * i) / dims));
  return { rotary: { of: () => ({ frequencies, factor }), dims, interleaved } };
}
