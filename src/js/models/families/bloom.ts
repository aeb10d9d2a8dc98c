// BLOOM: ALiBi instead of positions, q, k, v of each head in consecutive rows, and a norm of the embedding.

import { alibiSlopes } from './graph.ts';
import { decoderHeads } from './heads.ts';
import type { Reading, Table } from './graph.ts';

/** ALiBi sets no limit; this one is for memory. */
const CONTEXT = 2048;

export function bloom({ config: given, power, values }: Reading): Table {
  const config = given.renamed({ n_embed: 'hidden_size' });
  const heads = config.heads('hidden_size', 'n_head');
  const slopes = alibiSlopes(heads.numHeads, power);
  // in slices, transformers leaves out the biases of W_O and of the MLP's output
  if (config.size('pretraining_tp') > 1) config.expectOnly('slow_but_exact', false);
  return {
    names: {
      token_embd: 'word_embeddings',
      token_embd_norm: 'word_embeddings_layernorm',
      output_norm: 'ln_f',
      output: 'lm_head',
      labels: 'classifier',
      blk: 'h.*',
      attn_norm: 'input_layernorm',
      ffn_norm: 'post_attention_layernorm',
      attn_qkv: 'self_attention.query_key_value',
      attn_output: 'self_attention.dense',
      ffn_up: 'mlp.dense_h_to_4h',
      ffn_down: 'mlp.dense_4h_to_h',
    },
    ...heads,
    grouped: true,
    inner: 4 * heads.width,
    activation: 'gelu-tanh',
    attention: () => ({ slopes }),
    norm: { epsilon: config.number('layer_norm_epsilon') },
    keepsNormed: config.flag('apply_residual_connection_post_layernorm'),
    vocab: config.size('vocab_size'),
    context: config.size('seq_length', CONTEXT),
    layers: config.layers('n_layer'),
    heads: decoderHeads(values),
    tied: true,
  };
}
