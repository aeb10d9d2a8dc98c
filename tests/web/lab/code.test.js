// "Copy as PyTorch, NumPy, JAX": the programs say what was asked of the engine, and are Python; with
// HEADWISE_TEST_ALL they are run, and every number that they compute is compared with the engine's.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { load, loadInWorker } from 'headwise';
import { readNpy, writeNpy } from 'headwise/formats';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { writeCode } from '../../../web/elements/lab/export/code.ts';
import { codeRunOf, needsTrace } from '../../../web/elements/lab/export/runs.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { plainPython, pythonWithFrameworks, run } from '../support/python.js';

/**
 * @typedef {import('../../../web/elements/lab/answer/answer.ts').Answer} Answer
 * @typedef {import('../../../web/elements/lab/state/state.ts').LabState} LabState
 * @typedef {import('../../../web/elements/lab/export/code.ts').Shown} Shown
 *
 * @typedef {'original' | 'turned'} Trained with norms before attention and rotary positions
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Partial<LabState>} state
 * @property {Trained} [trained] whether weights are written down, as those of a model are, and of which
 * @property {Partial<Shown>} [shown]
 * @property {Partial<LabState>} [other] the run that is compared with
 */

const FRAMEWORKS = /** @type {const} */ (['numpy', 'torch', 'jax']);
const TEXT = 'The animal said "no" to the \\ street';
/** The id of a word, which edits of its vector are named by. @param {string} word */
const idOf = (word) => wordTokenizer.encode(word).tokens[0].id;

/** @type {readonly Case[]} */
const cases = [
  { name: 'a sentence', state: {} },
  { name: 'one head', state: { heads: 1, width: 16, seed: 3 } },
  { name: 'many heads, the last seed', state: { heads: 16, width: 128, seed: 2 ** 32 - 1 } },
  { name: 'causal', state: { causal: true } },
  { name: 'not scaled', state: { scaled: false } },
  { name: 'padding', state: { padding: 3 } },
  { name: 'nothing to look at', state: { padding: 400 } },
  { name: 'two sentences', state: { second: 'Das Tier 动物 war müde', causal: true, padding: 1 } },
  {
    name: 'weights and vectors changed',
    state: {
      edits: {
        'W_Q.3.17': 0.5,
        'W_K.0.63': -0.25,
        'W_V.63.0': 2,
        'W_O.5.6': 0.1,
        'b_Q.0.4': 1,
        'b_O.0.2': -3,
        'positions.2.5': 0.75,
        [`vocabulary.${idOf('the')}.7`]: -1.5,
      },
    },
  },
  {
    name: 'steps changed',
    state: {
      causal: true,
      edits: {
        'query.1.2.3': 1,
        'key.0.4.5': -1,
        'value.2.1.0': 0.5,
        'dotProducts.3.2.1': 4,
        'scores.0.3.2': 2.5,
        'mask.2.5': 1,
        'mask.0.1': 0,
        'attention.1.4.0': 0.5,
        'heads.3.7.15': -2,
      },
    },
  },
  { name: 'one word that sees nothing', state: { edits: { 'mask.0.0': 1 }, causal: true } },
  { name: 'weights of a model', state: { second: 'Das Tier' }, trained: 'original' },
  {
    name: 'a model, changed',
    state: { edits: { 'W_V.1.2': 3, 'scores.0.1.1': 1 } },
    trained: 'original',
  },
  { name: 'norm first, turned', state: { causal: true }, trained: 'turned' },
  { name: 'the same of two sentences', state: { second: 'Das Tier' }, trained: 'turned' },
  {
    name: 'the same, changed',
    state: { edits: { 'query.1.2.3': 2, 'turnedKey.0.1.1': 1, 'turnedQuery.2.0.5': -1 } },
    trained: 'turned',
  },
  { name: 'a mixture', state: {}, shown: { mix: [0.5, 0.25, 0, 0.25] } },
  { name: 'a difference', state: {}, shown: { compareHead: 2 } },
  { name: 'two runs', state: { causal: true, seed: 1 }, other: { seed: 2 } },
];

const engine = await loadInWorker();
after(() => engine.dispose());

/** @param {(i: number) => number} make */
const row = (make) => ({ data: Float32Array.from({ length: 64 }, (_, i) => make(i)), shape: [64] });

/** @type {import('../../../web/elements/lab/answer/source.ts').Source} */
const original = {
  ...untrained,
  name: 'a-model',
  norm: async () => ({ weight: row((i) => 1 + i / 64), bias: row(Math.sin), epsilon: 1e-5 }),
};
const block = /** @type {const} */ ({ norm: 'pre', placed: true, rotary: { theta: 500 } });
const sources = { original, turned: { ...original, name: 'another', block } };

/**
 * @param {Partial<LabState>} part
 * @param {Trained} [trained]
 * @returns {Promise<Answer>}
 */
async function answerTo(part, trained) {
  const state = changeState(DEFAULT_STATE, { text: TEXT, ...part });
  const encodings = {
    first: wordTokenizer.encode(state.text),
    second: state.second === null ? null : wordTokenizer.encode(state.second),
  };
  const source = trained ? sources[trained] : untrained;
  const question = questionOf(state, { ...encodings, source, model: source, unknown: [] });
  assert.ok(question);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

/** @param {Case} one */
async function made({ state, trained, shown, other }) {
  const answer = await answerTo(state, trained);
  const compared = other ? await answerTo(other, trained) : null;
  const what = {
    mix: null,
    compareHead: null,
    compareRun: compared && codeRunOf(compared),
    selection: { head: 0, query: 1 },
    ...shown,
  };
  /** @param {(typeof FRAMEWORKS)[number]} framework */
  const code = (framework) => writeCode(codeRunOf(answer), what, framework);
  return { answer, compared, what, code };
}

test('every program is Python, in every framework', async () => {
  const programs = [];
  for (const one of cases) {
    const { code } = await made(one);
    for (const framework of FRAMEWORKS)
      programs.push([`${one.name}, ${framework}`, code(framework)]);
  }
  const check = `
import json, sys
for name, code in json.load(sys.stdin):
    compile(code, name, "exec")
    print(name)
`;
  const out = await run(plainPython(), ['-c', check], JSON.stringify(programs));
  assert.equal(out.trim().split('\n').length, cases.length * FRAMEWORKS.length);
});

test('words cannot leave their quotes, and numbers keep their digits', async () => {
  const words = ['"', '\\', "'", '\u2028', '\n#', '"""', '{x}', '动物', '\ud800', '\0'];
  const numbers = [0.1, -0, 1e-40, 3.4028234663852886e38, 1 / 3];
  const { answer, what } = await made({ name: '', state: {} });
  const changes = numbers.map((value, column) => ({
    ...{ matrix: 'scores', head: 0, row: 0 },
    column,
    value,
  }));
  const code = writeCode({ ...codeRunOf(answer), queries: words, changes }, what, 'numpy');
  const read = `
import ast, json, sys
tree = ast.parse(sys.stdin.read())
words = next(n for n in tree.body if isinstance(n, ast.Assign) and getattr(n.targets[0], "id", "") == "tokens")
edits = [n for n in tree.body if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Subscript)]
print(json.dumps([ast.literal_eval(words.value), [ast.literal_eval(n.value) for n in edits]]))
`;
  const [readWords, readNumbers] = JSON.parse(await run(plainPython(), ['-c', read], code));
  assert.deepEqual(
    readWords,
    words.map((word) => word.replace('\ud800', '\ufffd')),
  );
  assert.deepEqual(readNumbers.map(Math.fround), numbers.map(Math.fround));
});

test('what was changed and does not exist in this sentence stands in no program', async () => {
  const edits = { 'scores.0.300.2': 1, 'W_Q.3.17': 0.5, 'mask.2.200': 1, 'query.0.1.40': 1 };
  const { code } = await made({ name: '', state: { edits } });
  const changed = code('torch').match(/.*# changed by hand/g) ?? [];
  assert.deepEqual(changed, ['W_Q[3, 17] = 0.5  # changed by hand']);
  assert.doesNotMatch(code('torch'), /\bmask\b/);
});

test('a model needs its weights, an untrained layer only its seed', async () => {
  const answer = await answerTo({}, 'original');
  assert.equal(needsTrace(answer), false);
  assert.equal(needsTrace({ ...answer, trace: null }), true);
  assert.throws(() => codeRunOf({ ...answer, trace: null }), TypeError);
  const plain = await answerTo({});
  assert.equal(needsTrace({ ...plain, trace: null }), false);
  assert.ok(!JSON.stringify(codeRunOf(plain)).includes('weights'));
});

// ---- run -----------------------------------------------------------------------------------------------------------

const STEPS = /** @type {const} */ ([
  ['x', 'x'],
  ['query', 'query'],
  ['key', 'key'],
  ['turnedQuery', 'turned_query'],
  ['turnedKey', 'turned_key'],
  ['value', 'value'],
  ['dotProducts', 'dot_products'],
  ['scores', 'scores'],
  ['attention', 'attention'],
  ['heads', 'heads'],
  ['concatenated', 'concatenated'],
  ['output', 'output'],
  ['contributions', 'contributions'],
  ['sum', 'total'],
  ['normed', 'norm'],
]);

/** Prints every step as JSON. */
const PRINT = `
import json
def numbers(a):
    a = np.asarray(a)
    return [list(a.shape), a.astype(np.float64).ravel().tolist()]
print("JSON" + json.dumps({name: numbers(globals()[name]) for name in NAMES if name in globals()}))
`;

if (process.env.HEADWISE_TEST_ALL) {
  for (const framework of FRAMEWORKS) {
    test(`${framework} computes the numbers on the screen`, { timeout: 3_600_000 }, async (t) => {
      const python = await pythonWithFrameworks();
      let worst = 0;
      for (const one of cases) {
        const { answer, compared, what, code } = await made(one);
        const names = [...STEPS.map(([, name]) => name), 'mixed', 'difference'];
        const program = `${code(framework)}\nNAMES = ${JSON.stringify(names)}\n${PRINT}`;
        const out = await run(python, ['-'], program);
        const theirs = JSON.parse(out.slice(out.indexOf('JSON') + 4));
        const { trace } = answer;
        assert.ok(trace);
        /** @param {string} name @param {ArrayLike<number>} ours @param {readonly number[]} shape */
        const compare = (name, ours, shape) => {
          const [theirShape, values] = theirs[name];
          assert.deepEqual(theirShape, shape, `${one.name}: ${name}`);
          const largest = Array.from(ours).reduce(
            (most, value) => Math.max(most, Math.abs(value)),
            1,
          );
          // what float32 sums over the width and then over the keys may be off by, in another order
          const { width, queries } = answer.question;
          const allowed = 2 ** -23 * Math.sqrt(width * queries.length) * largest;
          values.forEach((/** @type {number} */ value, /** @type {number} */ i) => {
            const off = Math.abs(value - ours[i]);
            worst = Math.max(worst, off / allowed);
            assert.ok(off <= allowed, `${one.name}: ${name}[${i}]: ${value}, ours ${ours[i]}`);
          });
        };
        for (const [ours, name] of STEPS) {
          const tensor =
            ours === 'x' ? trace.first.x : ours === 'normed' ? trace.normed?.output : trace[ours];
          if (!tensor) continue; // a layer that turns nothing
          compare(name, tensor.data, tensor.shape);
        }
        const { rows, columns } = answer;
        const { linear, dispose } = await blender();
        const heads = answer.question.heads;
        const map = rows * columns;
        if (what.mix) {
          const byPair = Float32Array.from(
            { length: heads * map },
            (_, i) => answer.attention[(i % heads) * map + Math.floor(i / heads)],
          );
          const x = { data: byPair, shape: [map, heads] };
          compare('mixed', linear(x, [[...what.mix]]).data, [rows, columns]);
        }
        const other = compared?.attention;
        if (other || what.compareHead !== null) {
          const start = (what.compareHead ?? 0) * map;
          const from = (/** @type {number} */ i) =>
            other ? other[i] : answer.attention[start + (i % map)];
          const less = Float32Array.from(answer.attention, (value, i) => value - from(i));
          compare('difference', less, [heads, rows, columns]);
        }
        dispose();
      }
      t.diagnostic(`largest difference: ${worst.toFixed(3)} of what is allowed`);
    });
  }
}

if (process.env.HEADWISE_TEST_ALL) {
  test('NumPy reads the files that are written, and writes the same bytes', async () => {
    const python = await pythonWithFrameworks();
    for (const [Kind, shape] of /** @type {const} */ ([
      [Float32Array, [2, 3, 4]],
      [Float64Array, [24]],
      [Uint8Array, [4, 6]],
      [Float32Array, []],
    ])) {
      const length = shape.reduce((/** @type {number} */ all, size) => all * size, 1);
      const values = Array.from({ length }, (_, i) => (Kind === Uint8Array ? i % 2 : (i - 9) / 7));
      const data = Kind.from(values);
      const file = Buffer.from(writeNpy({ data, shape: [...shape] }));
      const program = `
import base64, io, sys
import numpy as np
a = np.load(io.BytesIO(base64.b64decode(sys.stdin.read())), allow_pickle=False)
f = io.BytesIO()
np.save(f, a, allow_pickle=False)
print(base64.b64encode(f.getvalue()).decode())
`;
      const out = await run(python, ['-c', program], file.toString('base64'));
      assert.equal(out.trim(), file.toString('base64'));
      assert.deepEqual(readNpy(Buffer.from(out, 'base64')).shape, shape);
    }
  });
}

async function blender() {
  const own = await load();
  return { linear: own.linear.bind(own), dispose: () => own.dispose() };
}
