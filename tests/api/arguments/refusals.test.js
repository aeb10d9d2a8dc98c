// Tests that after 100,000 refused calls an engine behaves like a new one. With HEADWISE_TEST_ALL
// each entry point refuses 100,000 calls, else all of them together.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load, loadInWorker } from 'headwise';
import { callsOf } from '../support/entry-points.js';
import { refused, rejected } from '../support/refused.js';
import { assertSameBits } from '../support/tensors.js';

/** @typedef {import('headwise').Headwise} Headwise */

const all = Boolean(process.env.HEADWISE_TEST_ALL);
const TIMES = all ? 100_000 : 2000;
/** Each in two ways. */
const IN_WORKER = all ? 3000 : 1500;
const PAGE = 65536;
const large = callsOf({ length: 400, width: 240 });
const small = callsOf({ length: 9, width: 12 });

for (const threads of [1, 2]) {
  describe(`refusals, ${threads} threads`, async () => {
    const plain = await load();
    const expected = usedOnce(plain);
    const { engine, still, made, fillers } = await fullEngine(threads);

    for (const [name, call] of Object.entries(large.calls)) {
      test(`${TIMES} of ${name}`, () => {
        const [code, message] = refused(() => call(made));
        assert.equal(code, 'memory', message);
        for (let time = 1; time < TIMES; time++) {
          const again = refused(() => call(made));
          if (again[1] !== message) assert.deepEqual(again, [code, message], `time ${time}`);
        }
        assertSameBits(small.calls[name](still), small.calls[name](expected));
      });
    }

    test('the engine still does everything', () => {
      for (const [name, call] of Object.entries(small.calls)) {
        assertSameBits(call(still), call(expected), name);
      }
      assert.ok(fillers.length > 0);
      engine.dispose();
      plain.dispose();
    });
  });

  test(`${2 * IN_WORKER} refusals in a worker, ${threads} threads`, async () => {
    const engine = await loadInWorker({ threads, threadsFrom: 0 });
    const layer = await engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
    const x = { data: new Float32Array(24).fill(0.5), shape: [1, 3, 8] };
    const before = await layer.forward(x);
    for (let time = 0; time < IN_WORKER; time++) {
      const calls = [
        engine.createMultiHeadAttention({ embedDim: 30_000, numHeads: 1 }),
        layer.createCache({ batch: 100, capacity: 2 ** 30 }),
      ];
      for (const call of calls) assert.equal((await rejected(call))[0], 'memory');
    }
    assertSameBits(await layer.forward(x), before);
    await engine.dispose();
  });
}

/**
 * The objects of the small calls, with all the memory that they allocate permanently.
 *
 * @param {Headwise} engine
 */
function usedOnce(engine) {
  const made = small.prepare(engine);
  for (const call of Object.values(small.calls)) call(made);
  return made;
}

/**
 * An engine with all objects that the calls use, whose memory is full except for the bytes of the
 * small calls. It cannot grow; the limit leaves a part of a page, enough for the results of the
 * small calls.
 *
 * @param {number} threads
 */
async function fullEngine(threads) {
  const memoryLimit = 256 * PAGE - 1;
  const engine = await load({ threads, threadsFrom: 0, memoryLimit });
  const still = usedOnce(engine);
  const made = large.prepare(engine);
  /** @type {unknown[]} keeps objects reachable: unreachable ones are collected, which frees their memory */
  const fillers = [];
  const room = still.layer.createCache({ capacity: 1000 });
  for (let capacity = 1 << 14; capacity >= 16; capacity >>= 1) {
    while (succeeds(() => fillers.push(still.layer.createCache({ capacity }))));
  }
  room.dispose();
  return { engine, still, made, fillers };
}

/** @param {() => unknown} call */
function succeeds(call) {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
