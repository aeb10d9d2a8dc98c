// GPT-J: pairs of neighbours turned, one norm before attention and MLP side by side, a bias in its head.

import { layerNorm, linear, looksBack, ownKeys, preNorm, times } from './common.ts';
import { decoderHeads, headOf, tied } from './heads.ts';
import type { Description, Rotary } from '../description.ts';
import type { Reading } from './common.ts';

const THETA = 10000;

export function gptj(reading: Reading): Description {
  const { config, values } = reading;
  const width = config.size('n_embd');
  const numHeads = config.size('n_head');
  const headDim = config.quotient('n_embd', 'n_head');
  const epsilon = config.number('layer_norm_epsilon');
  return {
    kind: 'decoder',
    anchor: 'wte.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('n_positions'),
    embedDim: width,
    stack: {
      embedding: { tokens: 'wte.weight' },
      blocks: times(config.layers('n_layer'), (layer) => {
        const at = `h.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attn.q_proj`, false),
            key: linear(`${at}.attn.k_proj`, false),
            value: linear(`${at}.attn.v_proj`, false),
            output: linear(`${at}.attn.out_proj`, false),
            ...ownKeys(numHeads, headDim),
            causal: looksBack(config),
            rotary: turnsOf(reading, headDim),
          },
          around: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          mlp: {
            up: linear(`${at}.mlp.fc_in`),
            gate: null,
            down: linear(`${at}.mlp.fc_out`),
            inner: config.size('n_inner', 4 * width),
            activation: config.activation('activation_function'),
          },
          aroundMlp: preNorm(layerNorm(`${at}.ln_1`, epsilon)),
          parallel: true,
        };
      }),
      finalNorm: layerNorm('ln_f', epsilon),
    },
    ...headOf(reading, decoderHeads(values, { bias: 'lm_head.bias', label: null })),
    ties: tied(values, false, ['lm_head.weight', 'wte.weight']),
  };
}

/** Its code has the base of its frequencies, and no other. */
function turnsOf({ config, power }: Reading, headDim: number): Rotary {
  const dims = config.size('rotary_dim');
  if (dims % 2 !== 0 || dims > headDim) {
    throw config.wrong('rotary_dim', `an even number up to ${headDim}, the width of a head`);
  }
  const frequencies = Float64Array.from({ length: dims / 2 }, (_, i) => 1 / power(THETA, (2 * i) / dims)); // prettier-ignore
  return { of: () => ({ frequencies, factor: 1 }), dims, interleaved: true };
}
