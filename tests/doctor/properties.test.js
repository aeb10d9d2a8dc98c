// Tests properties of the doctor over many seeds: the engine's own results are right; the doctor
// finds every fault that changes the result, alone or in a pair; a found fault gives the
// submission's numbers. HEADWISE_TEST_ALL takes more seeds.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { diagnose } from '../../src/js/doctor/index.ts';
import { FAULTS } from '../../src/js/doctor/faults/index.ts';
import { differ, rowOf } from '../../src/js/doctor/compare.ts';
import { computeMaps, computeOutput, CORRECT_STEPS } from '../../src/js/doctor/steps.ts';
import { prepareSubmission } from '../../src/js/doctor/checked-submission.ts';
import { describeCase, randomAttentionCase, randomLayerCase } from '../api/support/cases.js';
import { Random } from '../api/support/random.js';
import { exercise, KINDS } from './exercises.js';

/** @import { Exercise } from './exercises.js' */
/** @import { Fault } from '../../src/js/doctor/faults/index.ts' */
/** @import { Steps } from '../../src/js/doctor/steps.ts' */

const ALL = process.env.HEADWISE_TEST_ALL === '1';
const RIGHT_ONES = ALL ? 1000 : 60;
const RIGHT_CALLS = ALL ? 150 : 25;
/** That a fault is planted. */
const MOST_TIMES = ALL ? 2 : 1;
const PAIRS = ALL ? 16 : 6;
/** Larger exercises take long and test the same. */
const MOST_NUMBERS = 1000;
const TOLERANCE = 1e-5;

const engine = await load();
test.after(() => engine.dispose());

/** @param {{ data: Float64Array, shape: readonly number[] }} x */
const inFloat32 = ({ data, shape }) => ({ data: data.map(Math.fround), shape });

/**
 * An exercise, with everything to plant faults in its solution.
 *
 * @param {Exercise} asked
 */
function open(asked) {
  const none = { data: new Float32Array(1), shape: [1] };
  const { task } = prepareSubmission({ ...asked, output: none, attention: none });
  const solve = (/** @type {Steps} */ steps) => {
    const maps = computeMaps(steps, task);
    const output = inFloat32(computeOutput(steps, task, maps));
    return { ...asked, output, attention: inFloat32(maps.shown) };
  };
  return { task, solve, right: solve(CORRECT_STEPS) };
}

/** Exercises of every kind, from a seed. @param {number} seed @returns {[string, Exercise][]} */
function exercises(seed) {
  const random = new Random(seed);
  const shapes = [{}, { crosses: true }, { grouped: true }, { square: true }, { narrow: true }];
  return Object.keys(KINDS).flatMap((kind) =>
    shapes.map(
      (shape) =>
        /** @type {[string, Exercise]} */ ([
          `${kind} ${Object.keys(shape)} seed ${seed}`,
          exercise(random, kind, shape),
        ]),
    ),
  );
}

/**
 * A solution with these faults, or null if they are impossible or change no result.
 *
 * @param {ReturnType<typeof open>} opened
 * @param {readonly Fault[]} faults
 */
function planted({ task, solve, right }, faults) {
  if (faults.some(({ applies = () => true, isFitted }) => isFitted || !applies(task))) return null;
  let steps = CORRECT_STEPS;
  for (const fault of faults) steps = { ...steps, ...fault.change(steps, task) };
  try {
    const wrong = solve(steps);
    const apart = [
      differ(wrong.output, right.output).difference,
      differ(wrong.attention, right.attention).difference,
    ];
    return Math.max(...apart) > 10 * TOLERANCE ? wrong : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // shapes that do not go together
    throw error;
  }
}

test(`no false accusation in ${RIGHT_ONES} right layers of the engine`, async (t) => {
  let count = 0;
  let seed = 0;
  for (; count < RIGHT_ONES; seed++) {
    const random = new Random(5000 + seed);
    const { config, inputs, options, sizes } = randomLayerCase(random, 1 + (seed % 9));
    const { replace: _, onProgress: __, ...asked } = options;
    const { batch, numHeads, queryLen, keyLen, pastLen, headDim } = sizes;
    const numbers = batch * numHeads * (queryLen * (keyLen + pastLen) + queryLen * headDim);
    if (batch * queryLen * keyLen === 0 || numbers > MOST_NUMBERS) continue;
    count++;
    const layer = engine.createMultiHeadAttention(config);
    const [query, key, value] = inputs;
    const result = layer.forward(query, key, value, { ...asked, attention: true });
    const { verdict, first, faults } = await diagnose({
      inputs: { query, key, value },
      parameters: layer.stateDict(),
      options: {
        ...asked,
        numHeads,
        numKvHeads: sizes.numKvHeads,
        addZeroAttention: config.addZeroAttention,
        queryKeyNorm: config.queryKeyNorm,
      },
      output: result.output,
      attention: result.attention,
    });
    layer.dispose();
    const what = `seed ${5000 + seed}: ${first?.name} ${first?.difference} ${faults[0]?.name} ${describeCase({ config, sizes, options })}`;
    assert.equal(verdict, 'right', what);
  }
  t.diagnostic(`${seed} seeds for ${count} cases`);
});

test(`nor in ${RIGHT_CALLS} calls of the function`, async () => {
  for (let seed = 0; seed < RIGHT_CALLS; seed++) {
    const random = new Random(9000 + seed);
    const { inputs, options, sizes } = randomAttentionCase(random, 1 + (seed % 9));
    const { onProgress: _, ...asked } = options;
    const { batch, queryLen, keyLen, numHeads, headDim } = sizes;
    if (batch * queryLen * keyLen === 0 || queryLen * keyLen * numHeads * headDim > 20_000)
      continue;
    const [query, key, value] = inputs;
    const { output, attention } = engine.scaledDotProductAttention(query, key, value, {
      ...asked,
      attention: true,
    });
    const given = { inputs: { query, key, value }, options: asked, output, attention };
    const { verdict } = await diagnose(given);
    assert.equal(verdict, 'right', `seed ${9000 + seed}`);
  }
});

test('the doctor finds every fault that changes a result, and every fault changes some result', async (t) => {
  /** @type {Map<Fault, number>} */
  const found = new Map();
  for (const [what, asked] of exercises(1)) {
    const opened = open(asked);
    for (const fault of FAULTS) {
      const count = found.get(fault) ?? 0;
      const wrong = count < MOST_TIMES ? planted(opened, [fault]) : null;
      if (!wrong) continue;
      const { verdict, faults } = await diagnose(wrong);
      const names = faults.map(({ name }) => name);
      assert.equal(verdict, 'fault', `${fault.name} (${fault.detail}), ${what}`);
      assert.ok(names.includes(fault.name), `${fault.name}, ${what}: ${names}`);
      for (const { difference, name } of faults) assert.ok(difference <= TOLERANCE, name);
      found.set(fault, count + 1);
    }
  }
  const never = FAULTS.filter((fault) => !fault.isFitted && !found.has(fault));
  assert.deepEqual(
    never.map(({ name, detail }) => `${name} (${detail})`),
    [],
  );
  const names = new Set(FAULTS.map(({ name }) => name));
  t.diagnostic(`${names.size} names, ${FAULTS.length} forms`);
  assert.ok(names.size >= 30);
});

test("a query's row alone equals its row among all, except for faults that mix rows", () => {
  /** @type {Map<Fault, boolean>} whether it showed in some exercise that one row depends on others */
  const mixed = new Map();
  for (const [what, asked] of exercises(4)) {
    const { task } = open(asked);
    for (const fault of FAULTS) {
      if (fault.isFitted || !(fault.applies ?? (() => true))(task)) continue;
      const steps = { ...CORRECT_STEPS, ...fault.change(CORRECT_STEPS, task) };
      const all = attempt(() => {
        const maps = computeMaps(steps, task);
        return { maps, output: computeOutput(steps, task, maps) };
      });
      if (all === null) continue;
      const len = all.maps.query.shape[2];
      for (const row of [0, len - 1]) {
        const isSame = attempt(() => {
          const maps = computeMaps(steps, task, { rows: [row] });
          return [
            [all.maps.shown, maps.shown],
            [all.output, computeOutput(steps, task, maps)],
          ].every(([whole, part]) => {
            const own = rowOf(whole, part, row, len);
            return own?.data.every((value, at) => Object.is(value, part.data[at]));
          });
        });
        if (!fault.mixes) assert.ok(isSame, `${fault.name} (${fault.detail}), ${what}`);
        mixed.set(fault, mixed.get(fault) === true || isSame !== true);
      }
    }
  }
  const needless = FAULTS.filter((fault) => fault.mixes && mixed.get(fault) === false);
  assert.deepEqual(
    needless.map(({ detail }) => detail),
    ['the heads, dim=1', 'the batch, dim=0'], // an empty tensor has no row
  );
});

/** @template T @param {() => T} compute @returns {T | null} null where shapes do not go together */
function attempt(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

test(`${PAIRS} pairs of faults are found, drawn at random`, async () => {
  const random = new Random(77);
  const all = exercises(20).map(([what, asked]) => ({ what, opened: open(asked) }));
  for (let count = 0; count < PAIRS;) {
    const { what, opened } = random.pick(all);
    const [a, b] = [random.pick([...FAULTS]), random.pick([...FAULTS])].sort(
      (one, other) => FAULTS.indexOf(one) - FAULTS.indexOf(other),
    );
    if (a.about === b.about || !planted(opened, [a]) || !planted(opened, [b])) continue;
    const wrong = planted(opened, [a, b]);
    // NaN everywhere hides all earlier steps
    if (!wrong || wrong.output.data.some(Number.isNaN)) continue;
    count++;
    const { faults } = await diagnose(wrong);
    const names = faults.map(({ name }) => name);
    const isOne = faults.length > 0 && faults.every(({ parts }) => parts.length === 1);
    const pair = `${a.name} + ${b.name}`;
    assert.ok(isOne || names.includes(pair), `${pair}, ${what}: ${names}`);
    for (const { difference, name } of faults) assert.ok(difference <= TOLERANCE, name);
  }
});
