// Tests tensors that a model does not read: they are harmless by name, or the file is refused.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

/** @import { ModelGolden } from '../golden/models/read.js' */

const goldens = await readModelGoldens();

/** @param {string} family @param {string} name @returns {ModelGolden} */
function goldenOf(family, name) {
  return goldens.find((one) => one.family === family && one.name === name) ?? assert.fail(name);
}

/** @param {...number} shape */
const zeros = (...shape) => ({
  dtype: 'F32',
  shape,
  data: new Float32Array(shape.reduce((all, size) => all * size, 1)),
});

/** @param {ModelGolden} golden @param {readonly string[]} names */
function withMore(golden, names) {
  const more = Object.fromEntries(names.map((name) => [name, zeros(2, 2)]));
  return filesOf({ ...golden, tensors: { ...golden.tensors, .../** @type {any} */ (more) } });
}

/** @type {[family: string, name: string, tensors: string[]][]} */
const HARMLESS = [
  [
    'bert',
    'masked',
    [
      'bert.embeddings.position_ids',
      'bert.pooler.dense.weight',
      'bert.pooler.dense.bias',
      'cls.seq_relationship.weight',
      'classifier.weight',
      'qa_outputs.bias',
    ],
  ],
  ['bert', 'pooled', ['cls.predictions.bias', 'cls.predictions.transform.dense.weight']],
  ['roberta', 'masked', ['roberta.pooler.dense.weight', 'qa_outputs.weight']],
  [
    'gpt2',
    'tied',
    ['transformer.h.0.attn.bias', 'transformer.h.1.attn.masked_bias', 'score.weight'],
  ],
  [
    'gpt_neox',
    'parallel',
    ['gpt_neox.layers.0.attention.bias', 'gpt_neox.layers.0.attention.rotary_emb.inv_freq'],
  ],
  ['gptj', 'partial', ['transformer.h.0.attn.bias', 'transformer.h.0.attn.masked_bias']],
  [
    'llama',
    'yarn',
    [
      'model.layers.0.self_attn.rotary_emb.inv_freq',
      'model.rotary_emb.inv_freq',
      'model.layers.3.self_attn.q_proj.weight',
      'model.layers.61.eh_proj.weight',
    ],
  ],
  ['t5', 'relu', ['decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight']],
  [
    'marian',
    'odd',
    ['model.encoder.embed_positions.weight', 'model.decoder.embed_positions.weight'],
  ],
  [
    'esm',
    'labels',
    [
      'esm.embeddings.position_embeddings.weight',
      'esm.encoder.layer.1.attention.self.rotary_embeddings.inv_freq',
      'lm_head.bias',
    ],
  ],
  [
    'deberta_v2',
    'shared',
    [
      'deberta.embeddings.position_embeddings.weight',
      'mask_predictions.classifier.weight',
      'cls.predictions.bias',
      'pooler.dense.weight',
    ],
  ],
  ['deberta', 'classes', ['lm_predictions.lm_head.dense.weight', 'lm_predictions.lm_head.bias']],
  ['modernbert', 'windows', ['head.dense.weight', 'decoder.bias', 'classifier.weight']],
  ['vit', 'classes', ['vit.embeddings.mask_token', 'vit.pooler.dense.bias']],
];

for (const [family, name, names] of HARMLESS) {
  test(`${family}, ${name}: tensors that its class does not read may be in the file`, async () => {
    const golden = goldenOf(family, name);
    const model = await openModel(withMore(golden, names));
    const plain = await openModel(filesOf(golden));
    const before = plain.report.unused;
    assert.deepEqual(
      model.report.unused.toSorted(),
      [...new Set([...before, ...names])].toSorted(),
    );
    model.dispose();
    plain.dispose();
  });
}

/** @type {[family: string, name: string, tensor: string][]} */
const REFUSED = [
  ['bert', 'masked', 'bert.encoder.layer.0.attention.self.distance_embedding.weight'],
  ['bert', 'masked', 'bert.encoder.layer.0.output.adapters.x.down.weight'],
  ['bert', 'masked', 'cls.predictions.transform.scale'],
  ['qwen2', 'windows', 'model.layers.0.self_attn.o_proj.bias'],
  ['llama', 'yarn', 'model.layers.0.self_attn.q_proj.bias'],
  ['llama', 'yarn', 'model.layers.0.self_attn.q_proj.weight_scale'],
  ['llama', 'yarn', 'model.layers.0.self_attn.q_proj.SCB'],
  ['llama', 'yarn', 'model.layers.0.self_attn.bias'],
  ['llama', 'yarn', 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight'],
  ['llama', 'yarn', 'lm_head.bias'],
  ['gpt2', 'tied', 'transformer.h.0.attn.c_attn.scale'],
  ['t5', 'relu', 'decoder.block.0.layer.2.DenseReluDense.gate.weight'],
  ['vit', 'classes', 'vit.encoder.layer.0.gate'],
];

for (const [family, name, tensor] of REFUSED) {
  test(`${family}, ${name}: ${tensor}, which no class reads, is refused by name`, async () => {
    const golden = goldenOf(family, name);
    await assert.rejects(openModel(withMore(golden, [tensor])), {
      name: 'HeadwiseError',
      code: 'unsupported',
      message: `${tensor}: expected only tensors that this model reads, got one that it would leave out`,
    });
    await assert.rejects(openModel(withMore(golden, [tensor, `${tensor}.a`, `${tensor}.b`])), {
      code: 'unsupported',
      message: /left? out, and 2 more$|leave out, and 2 more$/,
    });
  });
}

test('rows of a fused tensor that no part reads are refused by name', async () => {
  for (const [family, name, tensor, text] of [
    ['gpt2', 'tied', 'transformer.h.0.attn.c_attn.bias', '81 numbers, as the config says, got 82;'],
    [
      'falcon',
      'multi-query',
      'query_key_value.weight',
      '40 rows of 24 numbers, as the config says, got 41 rows',
    ],
    [
      'modernbert',
      'windows',
      'layers.0.mlp.Wi.weight',
      '42 rows of 24 numbers, as the config says, got 43 rows',
    ],
  ]) {
    const golden = goldenOf(family, name);
    const full = Object.keys(golden.tensors).find((one) => one.endsWith(tensor)) ?? assert.fail();
    const [rows, ...rest] = golden.tensors[full].shape;
    const tensors = { ...golden.tensors, [full]: /** @type {any} */ (zeros(rows + 1, ...rest)) };
    await assert.rejects(openModel(filesOf({ ...golden, tensors })), (error) => {
      const { code, message } = /** @type {any} */ (error);
      return code === 'format' && message.startsWith(`${full}: expected ${text}`);
    });
  }
});

test("layers beyond the config's number are ignored", async () => {
  const golden = goldenOf('llama', 'yarn');
  const layers = golden.config.num_hidden_layers - 1;
  const config = { ...golden.config, num_hidden_layers: layers };
  const model = await openModel(filesOf({ ...golden, configText: JSON.stringify(config) }));
  assert.equal(model.config.numLayers, layers);
  assert.ok(model.report.unused.length > 0);
  assert.ok(model.report.unused.every((name) => name.startsWith(`model.layers.${layers}.`)));
  model.dispose();
});

test('every tensor of the original is read', async () => {
  for (const golden of goldens) {
    const model = await openModel(filesOf(golden));
    const heads = /pooler|mask_token|^cls\.predictions\.bias|^predictions\.bias|lm_head\.bias/;
    const unused = model.report.unused.filter((name) => !heads.test(name));
    // the vectors of both stacks, which a model whose words are not tied does not use
    const isOwn = golden.family === 'mbart' && golden.name === 'own';
    const expected = isOwn ? ['model.shared.weight'] : [];
    assert.deepEqual(unused, expected, `${golden.family}, ${golden.name}`);
    model.dispose();
  }
});
