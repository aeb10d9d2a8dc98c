// Compares the losses of opened transformers, trained here in steps of AdamW, with torch's. See
// trainable/generate.py.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { load } from 'headwise';
import { openModel, trainable } from 'headwise/models';
import { createTransformer } from 'headwise/training';
import { readArrays } from '../../src/js/formats/safetensors.ts';
import { writeSafetensors } from '../../src/js/formats/write-safetensors.ts';
import { unpack } from './support/golden.js';

/** Relative to a loss: float32 beside float64. */
const CLOSE = 1e-6;

const headwise = await load();
test.after(() => headwise.dispose());

const models = await Promise.all(
  ['gpt2', 'llama', 'olmo2', 'qwen3', 'mpt'].map(async (name) => {
    const packed = await readFile(new URL(`trainable/${name}.safetensors.gz`, import.meta.url));
    return readArrays(await unpack(packed));
  }),
);

for (const { tensors, metadata } of models) {
  const { name, version, config, optimizer, losses } = JSON.parse(metadata.about);

  test(`${version}: ${name}`, async (t) => {
    const weights = Object.entries(tensors).filter(([key]) => key.startsWith('weights/'));
    const model = await openModel({
      'config.json': new TextEncoder().encode(config),
      'model.safetensors': writeSafetensors(
        Object.fromEntries(weights.map(([key, tensor]) => [key.slice('weights/'.length), tensor])),
      ),
    });
    const made = trainable(model);
    const transformer = createTransformer(headwise, made.config);
    transformer.loadStateDict(made.state);
    const [rows, columns] = tensors.tokens.shape;
    /** @param {number} from */
    const part = (from) =>
      Array.from({ length: rows }, (_, row) => {
        const begin = row * columns + from;
        return Array.from(tensors.tokens.data.slice(begin, begin + columns - 1), Number);
      });
    const batch = { tokens: part(0), targets: part(1) };
    const { lr: learningRate, betas, eps: epsilon, weight_decay: weightDecay } = optimizer;
    let worst = 0;
    for (const expected of losses) {
      const { loss } = transformer.trainStep(batch, { learningRate, betas, epsilon, weightDecay });
      worst = Math.max(worst, Math.abs(loss / expected - 1));
    }
    t.diagnostic(`largest difference ${worst.toExponential(1)}`);
    assert.ok(worst <= CLOSE, `off by ${worst}`);
    model.dispose();
    transformer.dispose();
  });
}
