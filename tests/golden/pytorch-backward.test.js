// Compares kept.backward with PyTorch's autograd: the gradients of every input and parameter, of
// the engine on one thread and on two, in a worker, and of the reference.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load, loadInWorker } from 'headwise';
import * as reference from 'headwise/reference';
import { gradientError } from '../api/support/gradients.js';
import { assertSameBits } from '../api/support/tensors.js';
import { read } from '../conformance/read.js';
import { gradientsOf, openPyTorch, toFunctionCall, toLayerCall } from './pytorch/suite.js';

/** @import { PlainTensor, Gradients } from '../../src/js/types/index.ts' */

/** Relative to the largest number of a tensor: a tenth of float32's tolerance. */
const ENGINE = 1e-5;
/** A stored gradient lost up to 2^-25 of itself, and a scale such as 1 / sqrt(3) is rounded by headwise and not by PyTorch. */
const REFERENCE = 2e-7;

const golden = await openPyTorch(read);
const kept = golden.cases.flatMap((one) => {
  const found = gradientsOf(golden, one);
  return found === null ? [] : [{ one, ...found }];
});

/**
 * @param {any} engine any of the four
 * @param {(typeof kept)[number]} stored
 * @returns {Promise<Gradients<any>>}
 */
async function backward(engine, { one, gradOutput }) {
  if (one.call !== 'MultiheadAttention') {
    const { query, key = query, value = key, options } = toFunctionCall(golden, one);
    const result = await engine.scaledDotProductAttention(query, key, value, {
      ...options,
      keep: true,
    });
    const gradients = await result.kept.backward(gradOutput);
    await result.kept.dispose();
    return gradients;
  }
  const { config, state, query, key, value, options } = toLayerCall(golden, one);
  const layer = await engine.createMultiHeadAttention(config);
  await layer.loadStateDict(state);
  const result = await layer.forward(query, key, value, { ...options, keep: true });
  const gradients = await result.kept.backward(gradOutput);
  await result.kept.dispose();
  await layer.dispose();
  return gradients;
}

/**
 * PyTorch's gradients as backward gives them.
 *
 * @param {(typeof kept)[number]} stored
 * @returns {Gradients<any>}
 */
function expectedOf({ gradients }) {
  const { query, key, value, ...parameters } = gradients;
  return { query, ...(key && { key }), ...(value && { value }), parameters };
}

test('the engine gives the gradients of PyTorch', async (t) => {
  const engine = await load();
  const threaded = await load({ threads: 2, threadsFrom: 0 });
  let most = 0;
  for (const stored of kept) {
    const found = await backward(engine, stored);
    const off = gradientError(found, expectedOf(stored), stored.one.name);
    assert.ok(off <= ENGINE, `${stored.one.name}: off by ${off}`);
    most = Math.max(most, off);
    assertSameBits(await backward(threaded, stored), found, stored.one.name);
  }
  assert.ok(kept.length >= 254, `${kept.length} cases`);
  t.diagnostic(`${kept.length} cases, ${most.toExponential(1)} of the largest number at most`);
  engine.dispose();
  threaded.dispose();
});

test('the reference gives the gradients of PyTorch', async (t) => {
  let most = 0;
  for (const stored of kept) {
    const off = gradientError(
      await backward(reference, stored),
      expectedOf(stored),
      stored.one.name,
    );
    assert.ok(off <= REFERENCE, `${stored.one.name}: off by ${off}`);
    most = Math.max(most, off);
  }
  t.diagnostic(`${kept.length} cases, ${most.toExponential(1)} of the largest number at most`);
});

test('in a worker the bits are the same', async () => {
  const engine = await load();
  const remote = await loadInWorker();
  for (const stored of kept.filter((_, at) => at % 10 === 0)) {
    const expected = await backward(engine, stored);
    assertSameBits(await backward(remote, stored), expected, stored.one.name);
  }
  engine.dispose();
  await remote.dispose();
});
