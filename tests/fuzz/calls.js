// Makes random calls of the module, right and wrong ones, in a row: an engine that has refused some
// of them must behave like a fresh one. The long-lived engine is compared, call by call, with a
// fresh one that gets only the accepted calls.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { load } from 'headwise';
import { describeCase } from '../api/support/cases.js';
import { Random } from '../api/support/random.js';
import { assertSameBits, tensorsOf } from '../api/support/tensors.js';
import { anyStep, World } from './steps.js';
import { THROWN } from './spoil.js';

/** @typedef {import('headwise').Headwise} Headwise */
/** @typedef {import('./steps.js').Step} Step */

const LIMIT = 24 << 20;
/** Calls between two fresh engines. */
const EPOCH = 100;
/** The number of comparisons of an engine of fuzzFor with a fresh one. */
const EPOCHS = 200;

/**
 * @typedef {object} Subject the engine that gets all calls
 * @property {Headwise} engine
 * @property {{ value: number }} [failAfter] see watchedAllocations
 */

/** Options of the tested engine: some calls exceed its limit. */
export const LIMITED = { threadsFrom: 0, memoryLimit: LIMIT };

/**
 * Makes a number of random calls of the engine, which may get more later.
 *
 * @param {Subject} subject
 * @param {number} seed
 * @param {number} [calls]
 * @returns {Promise<{ taken: number, refused: number }>} how many calls
 */
export async function fuzzCalls(subject, seed, calls = EPOCH) {
  const random = new Random(seed);
  const counts = { taken: 0, refused: 0 };
  for (let done = 0; done < calls; done += EPOCH) {
    const fresh = await load({ memoryLimit: 4 * LIMIT });
    const [asked, twin] = [subject.engine, fresh].map((engine) => new World(engine));
    for (let n = 0; n < Math.min(EPOCH, calls - done); n++) {
      const step = anyStep(random, asked);
      const where = () => `seed ${seed}, call ${done + n}: ${step.name} ${describe(step)}`;
      if (subject.failAfter && random.chance(0.4)) subject.failAfter.value = random.integer(1, 60);
      const found = outcomeOf(step, asked);
      if (subject.failAfter) subject.failAfter.value = 0;
      counts[found.error === null ? 'taken' : 'refused']++;
      expectKnown(found.error, where);
      if (isMemory(found.error)) continue;
      expectSame(found, outcomeOf(step, twin), where);
    }
    asked.clear();
    fresh.dispose();
  }
  return counts;
}

/**
 * Makes calls of one engine after the other, many of each.
 *
 * @param {number} seconds
 * @param {number} firstSeed
 * @returns {Promise<number>} how many calls were made
 */
export async function fuzzFor(seconds, firstSeed) {
  const end = performance.now() + 1000 * seconds;
  let calls = 0;
  for (let seed = firstSeed; performance.now() < end;) {
    const engine = await load({ ...LIMITED, threads: 1 + (seed % 2) });
    for (let epoch = 0; epoch < EPOCHS && performance.now() < end; epoch++, seed++) {
      const { taken, refused } = await fuzzCalls({ engine }, seed);
      calls += taken + refused;
    }
    engine.dispose();
  }
  return calls;
}

/**
 * @param {Step} step
 * @param {World} world
 * @returns {{ result: unknown, error: any }}
 */
function outcomeOf(step, world) {
  try {
    return { result: step.run(world), error: null };
  } catch (error) {
    return { result: undefined, error };
  }
}

/** @param {any} error */
function isMemory(error) {
  return error?.code === 'memory';
}

/**
 * @param {any} error
 * @param {() => string} where
 */
function expectKnown(error, where) {
  if (error === null || error === THROWN) return;
  const known =
    error?.name === 'HeadwiseError'
      ? ['memory', 'disposed', 'unsupported', 'diverged'].includes(error.code)
      : error instanceof TypeError || error instanceof RangeError;
  assert.ok(known, `${where()}: ${error?.stack ?? error}`);
}

/**
 * @param {{ result: unknown, error: any }} found
 * @param {{ result: unknown, error: any }} expected
 * @param {() => string} where
 */
function expectSame(found, expected, where) {
  const told = [found, expected].map(
    ({ error }) => error && [error.name, error.code, error.message],
  );
  assert.deepEqual(told[0], told[1], where());
  if (tensorsOf(expected.result).size > 0) assertSameBits(found.result, expected.result, where());
  else if (typeof expected.result !== 'object')
    assert.equal(found.result, expected.result, where());
}

/** @param {Step} step */
function describe({ args }) {
  try {
    return describeCase(args).slice(0, 2000);
  } catch {
    return 'of arguments that cannot be written down';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await fuzzFor(Number(process.argv[2]), Date.now() % 2 ** 31));
}
