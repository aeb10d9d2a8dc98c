// A layer of an opened model in the lab's steps: in every family each number of each step equals the sum of its terms,
// to the bit. In float64 one model of each family is computed, with HEADWISE_TEST_ALL every one.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readSafetensors, toFloat32, writeSafetensors } from 'headwise/formats';
import { openModel } from 'headwise/models';
import { answerOf } from '../../../web/elements/model-view/layer/answer.ts';
import { canShow } from '../../../web/elements/model-view/layer/can-show.ts';
import { stepsOf } from '../../../web/elements/lab/answer/layer-steps.ts';
import { nameCell } from '../../../web/elements/lab/answer/cells.ts';
import { MATRICES } from '../../../web/elements/lab/answer/matrices.ts';
import { gridOf, groupOf } from '../../../web/elements/lab/answer/grids.ts';
import { editNameOf } from '../../../web/elements/lab/provenance/editable.ts';
import { explain } from '../../../web/elements/lab/provenance/explain.ts';
import { exactLayer, takesLong } from '../../../web/page/models/float64-layer.ts';
import { fileNameOf, layerCode, layerFile } from '../../../web/page/models/layer-file.ts';
import { passedTo } from '../../../web/page/models/passed.ts';
import { takeKept } from '../../../web/page/models/steps.ts';
import { filesOf, readModelGoldens } from '../../golden/models/read.js';
import { ALL } from '../support/sample.js';
import { plainPython, pythonWithFrameworks, run as runProgram } from '../support/python.js';

/** @import { LayerBlock } from '../../../web/elements/lab/answer/layer-steps.ts' */
/** @import { Answer } from '../../../web/elements/lab/answer/answer.ts' */
/** @import { ModelGolden } from '../../golden/models/read.js' */

const goldens = await readModelGoldens();
const some = goldens.filter(
  ({ family }, i) => ALL || goldens.findIndex((one) => one.family === family) === i,
);
/** @type {readonly number[]} */
const NONE = [];

/**
 * @param {ModelGolden} golden
 * @param {{ layer: number, kind?: 'self' | 'encoder' }} [at]
 * @param {readonly number[]} [removed] heads
 */
async function layerOf({ name, inputs, ...files }, at = { layer: 0 }, removed = NONE) {
  const model = await openModel(filesOf(files));
  const { ids = [], typeIds, targetIds, pixels } = inputs;
  const read = pixels ?? { ids, typeIds };
  const ablate = removed.map((head) => ({ layer: at.layer, head }));
  const run = await model.run(read, { ablate, ...(targetIds && { target: targetIds }) });
  const numbers = await run.layer(at);
  const bare = await run.layer({ ...at, state: false });
  const trace = await run.trace(at);
  const passed = await passedTo(run, { kind: 'self', ...at }, numbers.input);
  const pieces = Array.from({ length: numbers.input.shape[0] }, (_, i) => `t${i}`);
  const layers = model.config.numLayers;
  model.dispose();
  const { attention } = trace;
  return {
    ...{ numbers, bare },
    attention,
    passed,
    answer: answerOf({ numbers, trace, passed, pieces, layers, name, layer: at.layer }),
  };
}

/** Of each row some numbers are looked at, in other columns than in the row before. */
const APART = 41;

/** @param {Answer} answer */
function* numbersOf(answer) {
  for (const [matrix, { perHead }] of Object.entries(MATRICES)) {
    for (const head of perHead ? Array(answer.question.heads).keys() : [null]) {
      const grid = gridOf(answer, matrix, head);
      for (let row = 0; grid && row < grid.rows; row++) {
        const from = row % Math.min(APART, grid.columns);
        for (let column = from; column < grid.columns; column += APART) {
          yield nameCell({ matrix, head, row, column });
        }
      }
    }
  }
}

/** @param {Answer} answer @param {string} what */
function expectExact(answer, what) {
  const kinds = new Set();
  for (const name of numbersOf(answer)) {
    const explanation = explain(answer, name);
    assert.ok(explanation, name);
    const { value, result, kind, cell } = explanation;
    kinds.add(`${cell.matrix} ${kind}`);
    assert.equal(editNameOf(answer, cell), null);
    if (!Object.is(result, value)) assert.equal(result, value, `${what}, ${name} (${kind})`);
  }
  return kinds;
}

/** @param {string} family @param {string} name */
function goldenOf(family, name) {
  const found = goldens.find((one) => one.family === family && one.name === name);
  assert.ok(found, `${family} ${name}`);
  return found;
}

for (const family of new Set(goldens.map((one) => one.family))) {
  test(`${family}: each number ends on the model's own`, async () => {
    for (const golden of goldens.filter((one) => one.family === family)) {
      const { numbers, answer } = await layerOf(golden);
      if (canShow(numbers)) expectExact(answer, golden.name);
      else assert.deepEqual([family, numbers.more], ['mpt', ['clip']]);
      if (golden.inputs.targetIds)
        expectExact((await layerOf(golden, { layer: 0, kind: 'encoder' })).answer, 'encoder');
    }
  });
}

/** The matrices that attention and what is around it compute. @param {LayerBlock} block @returns {string[]} */
function computedIn({ norm, rotary, given }) {
  return [
    ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked', 'exponentials', 'attention'],
    ...['heads', 'concatenated', 'contributions', 'output', 'sum'],
    ...(given?.headNorm ? ['normedQuery', 'normedKey'] : []),
    ...(rotary ? ['turnedQuery', 'turnedKey'] : []),
    ...(given?.softcap ? ['softcapped'] : []),
    ...(norm === 'none' ? [] : ['norm']),
    ...(norm === 'none' || given?.isRms ? [] : ['mean', 'variance']),
  ];
}

test('the float64 numbers of a layer are near those of the run, in every family', async () => {
  for (const [i, golden] of some.entries()) {
    const removed = i % 2 === 0 ? [1] : NONE;
    const { numbers, answer } = await layerOf(golden, { layer: 0 }, removed);
    if (!canShow(numbers)) continue;
    assert.equal(takesLong(numbers), false);
    const find = exactLayer(numbers, removed);
    const seen = new Set();
    for (const name of numbersOf(answer)) {
      const { cell, value } = explain(answer, name) ?? assert.fail(name);
      const exact = find(cell);
      if (exact === null) continue;
      seen.add(cell.matrix);
      const away = Math.abs(Number(exact) - value);
      const isNear = Object.is(exact, value) || away <= 2e-5 * (1 + Math.abs(value));
      assert.ok(isNear, `${golden.family} ${golden.name}, ${name}: ${value}, in float64 ${exact}`);
    }
    const expected = computedIn(answer.question.source.block);
    assert.deepEqual([...seen].sort(), expected.sort(), `${golden.family} ${golden.name}`);
    assert.equal(find({ matrix: 'x', head: null, row: 0, column: 0 }), null, 'it is given');
  }
  const wide = { data: new Float32Array(), shape: [14, 4096] };
  assert.equal(takesLong({ input: wide }), true);
});

/** What a number was made of in the end: matrices of which nothing is explained. @param {Answer} answer @param {string} name */
function homeOf(answer, name, home = new Set()) {
  const { cell, terms, bias, parts } = explain(answer, name) ?? assert.fail(name);
  const factors = [...terms.slice(0, 3).flatMap((term) => term.factors), ...parts];
  if (bias) factors.push(bias);
  const made = factors.flatMap((factor) => factor.cell ?? []);
  if (made.length === 0) home.add(cell.matrix);
  for (const one of made) homeOf(answer, one, home);
  return [...home].sort();
}

test('x of the first layer is followed home, to the file’s tensors and an image’s pixels', async () => {
  /** @type {[family: string, name: string, row: number, home: string[]][]} */
  const cases = [
    ['llama', 'llama3', 1, ['tokens']],
    ['gpt2', 'tied', 1, ['positions', 'tokens']],
    ['bert', 'plain', 1, ['gainE', 'positions', 'shiftE', 'tokens', 'types']],
    ['vit', 'plain', 0, ['positions', 'tokens']],
    ['vit', 'plain', 3, ['W_E', 'b_E', 'pixels', 'positions']],
  ];
  for (const [family, name, row, home] of cases) {
    const golden =
      goldens.find((one) => one.family === family && one.name === name) ??
      goldens.find((one) => one.family === family);
    assert.ok(golden);
    const { answer } = await layerOf(golden);
    assert.deepEqual(homeOf(answer, `x.${row}.2`), home, family);
    const { origins = {} } = answer.trace?.made ?? {};
    for (const matrix of home.filter((one) => one !== 'pixels')) {
      assert.ok(origins[matrix].tensor, `${family}: ${matrix} has a name in the file`);
    }
  }
});

/** Families that have a model whose deeper x is given: its steps are unknown, or it adds to a norm's result. */
const GIVEN = ['bloom', 'mpt'];
/** Families that have a model with a norm after the MLP. */
const NORMED = [
  ...['bert', 'roberta', 'distilbert', 'albert', 'electra', 'mpnet', 'nomic_bert', 'deberta'],
  ...['deberta_v2', 'opt', 'bart', 'marian'],
];
/** Families with cross attention before the MLP. */
const CROSSED = ['t5', 'bart', 'mbart', 'pegasus', 'marian', 'm2m_100'];
/** Families in which attention's result is added by itself: as it is, after a norm, or with factors. */
const ADDED = {
  'added below': ['gpt_neox', 'gptj', 'falcon', 'phi', 'stablelm'],
  'added squares': ['gemma2', 'gemma3', 'olmo2'],
  'added scaled': ['granite', 'dinov2', 'dinov2_with_registers'],
};

/** The matrices of the layer below that a number is in, too. @type {Record<string, string>} */
const ENDS = { middle: '(sum|norm)', entered: 'x', attended: 'output', added: 'output' };

test('x of a deeper layer is followed into the layer below', async () => {
  const given = new Set();
  const normed = new Set();
  const crossed = new Set();
  /** @type {Record<string, string[]>} */
  const ways = {};
  for (const golden of goldens) {
    const { answer: below } = await layerOf(golden);
    if (below.question.source.layers < 2) continue;
    const { answer, passed, numbers } = await layerOf(golden, { layer: 1 });
    if (!passed) {
      given.add(golden.family);
      continue;
    }
    const kinds = expectExact(answer, golden.name);
    if (kinds.has('x normed')) normed.add(golden.family);
    else assert.ok(kinds.has('x plus') && kinds.has('mlpOutput given'), [...kinds].join());
    const [rows, columns] = numbers.input.shape;
    const ends = [...kinds].flatMap((one) => (one.endsWith(' below') ? one.split(' ')[0] : []));
    if (ends.length === 0) crossed.add(golden.family);
    for (const end of ends) {
      for (const at of [`0.0`, `1.2`, `${rows - 1}.${columns - 1}`]) {
        const { value, kind, parts } = explain(answer, `${end}.${at}`) ?? assert.fail(at);
        assert.equal(kind, 'below');
        const there = parts[0].cell ?? '';
        assert.match(there, new RegExp(`^0/${ENDS[end]}\\.${at}$`));
        assert.equal(explain(below, there.slice(2))?.value, value, `${golden.family}: ${there}`);
      }
    }
    const way = ends.includes('entered') ? [...kinds].filter((one) => /^added /.test(one)) : [];
    for (const one of way) {
      ways[one] = [...new Set([...(ways[one] ?? []), golden.family])];
    }
  }
  // attention and MLP have the same input; factors, or a norm, of what is added; or cross attention comes between
  assert.deepEqual([...given], GIVEN);
  assert.deepEqual([...normed], NORMED);
  assert.deepEqual([...crossed], CROSSED);
  assert.deepEqual(ways, ADDED);
});

test('a layer that was asked for without its parameters takes those of an earlier text', async () => {
  for (const golden of [
    goldenOf('vit', 'classes'),
    goldenOf('albert', 'pooled'),
    goldenOf('llama', 'llama3'),
  ]) {
    const { numbers, bare } = await layerOf(golden);
    assert.notDeepEqual(bare, numbers);
    takeKept(bare, { of: 'self 0', ...numbers });
    assert.deepEqual(bare, numbers, golden.family);
  }
});

test('a llama with shared keys: what each number is made of', async () => {
  const golden = goldenOf('llama', 'llama3');
  const { answer, numbers } = await layerOf(golden, { layer: 1 });
  const kinds = expectExact(answer, golden.name);
  for (const one of ['x plus', 'norm squares', 'query products', 'turnedKey turned', 'sum plus']) {
    assert.ok(kinds.has(one), `${one}: ${[...kinds].join(', ')}`);
  }
  assert.deepEqual(stepsOf(answer.question.source.block), [
    ...['embedding', 'inputNorm', 'projection', 'turned', 'dotProducts', 'scores', 'masked'],
    ...['attention', 'heads', 'concatenated', 'output', 'sum'],
  ]);
  const { numHeads = 0, numKvHeads = 0 } = numbers.config;
  assert.ok(numKvHeads < numHeads);
  const last = numHeads - 1;
  assert.equal(groupOf(answer, 'key', last), numKvHeads - 1);
  const [, weights] =
    explain(answer, nameCell({ matrix: 'key', head: last, row: 2, column: 3 }))?.terms[0].factors ??
    [];
  const width = numbers.key.shape[2];
  assert.equal(
    weights?.cell,
    `W_K.0.${(numKvHeads - 1) * width + 3}`,
    'of its group, not of its own',
  );
});

test('what a layer has beside the usual is in its steps: norms of queries and keys, distance, softcap, windows', async () => {
  const steps = async (/** @type {string} */ family) => {
    const golden = goldens.find((one) => one.family === family);
    assert.ok(golden);
    const { answer } = await layerOf(golden);
    return {
      answer,
      block: answer.question.source.block,
      steps: stepsOf(answer.question.source.block),
    };
  };
  const qwen = await steps('qwen3');
  assert.ok(qwen.steps.indexOf('headNorm') === qwen.steps.indexOf('turned') - 1);
  assert.equal(
    explain(qwen.answer, 'normedQuery.0.1.2')?.terms.length,
    gridOf(qwen.answer, 'query', 0)?.columns,
  );
  const olmo = await steps('olmo2');
  const { heads } = olmo.answer.question;
  assert.equal(
    explain(olmo.answer, 'normedQuery.1.1.2')?.terms.length,
    heads * (gridOf(olmo.answer, 'query', 0)?.columns ?? 0),
    'all heads together',
  );
  assert.ok(!olmo.steps.includes('sum'), 'what it adds is normalised first');
  const phi = (await layerOf(goldenOf('phi', 'normed'))).answer;
  assert.ok(stepsOf(phi.question.source.block).includes('headNorm'));
  const parts = explain(phi, 'normedQuery.1.1.2')?.parts.map(({ cell }) => cell);
  assert.deepEqual(parts, [
    ...['query.1.1.2', 'meanQuery.1.1.0', 'varianceQuery.1.1.0', 'gainQ.0.2', 'shiftQ.0.2'],
  ]);
  const bloom = await steps('bloom');
  assert.equal(explain(bloom.answer, 'masked.0.2.1')?.parts[1].cell, 'distances.0.2.1');
  const gemma = await steps('gemma2');
  assert.equal(explain(gemma.answer, 'masked.0.2.1')?.parts[0].cell, 'softcapped.0.2.1');
  const t5 = await steps('t5');
  assert.equal(t5.answer.question.scale, 1);
});

/** The first layer of each model, to take away; of some without a head. */
async function takenLayers() {
  const all = [];
  for (const [i, golden] of some.entries()) {
    const removed = i % 2 === 1 ? [1] : [];
    const { numbers, attention } = await layerOf(golden, { layer: 0 }, removed);
    const name = `${golden.family}\n${golden.name}`; // a folder may be called so
    if (canShow(numbers)) all.push({ numbers, attention, name, layer: 0, removed });
  }
  return all;
}

test('a layer to take away: its file has its numbers, and its program is Python', async () => {
  const layers = await takenLayers();
  const programs = layers.map((one) => layerCode(one));
  for (const [i, taken] of layers.entries()) {
    const { tensors, metadata } = layerFile(taken);
    const read = readSafetensors(writeSafetensors(tensors, metadata));
    for (const [, name] of programs[i].matchAll(/layer\['([^']+)'\]/g)) {
      assert.ok(read.tensors[name], `${taken.name}: ${name} is in the file`);
    }
    assert.deepEqual(toFloat32(read.tensors.attention), taken.attention.data);
    assert.deepEqual(JSON.parse(read.metadata.config), taken.numbers.config);
    assert.ok(programs[i].includes(`# It needs ${fileNameOf(taken)}, from`), 'the file it needs');
    assert.match(fileNameOf(taken), /^[\w.-]+-layer-1\.safetensors$/);
  }
  const check = 'import ast, json, sys; [ast.parse(one) for one in json.load(sys.stdin)]';
  await runProgram(plainPython(), ['-c', check], JSON.stringify(programs));
});

/** The file's reader, so that torch is all that is needed. */
const READER = `
import base64, json, struct, sys, types
import torch
def load(data):
    size = struct.unpack('<Q', data[:8])[0]
    head = json.loads(data[8:8 + size])
    def one(entry):
        begin, end = (8 + size + at for at in entry['data_offsets'])
        return torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32).view(entry['shape'])
    return {name: one(entry) for name, entry in head.items() if name != '__metadata__'}
module = types.ModuleType('safetensors.torch')
sys.modules['safetensors'] = types.ModuleType('safetensors')
sys.modules['safetensors.torch'] = module
for line in sys.stdin:
    program, data = json.loads(line)
    module.load_file = lambda name: load(base64.b64decode(data))
    exec(program, {})
`;

if (process.env.HEADWISE_TEST_ALL) {
  test(
    'PyTorch computes each family’s layer again from its file',
    { timeout: 3_600_000 },
    async () => {
      const layers = await takenLayers();
      const lines = layers.map((taken) => {
        const { tensors, metadata } = layerFile(taken);
        const data = Buffer.from(writeSafetensors(tensors, metadata)).toString('base64');
        return JSON.stringify([layerCode(taken), data]);
      });
      const out = await runProgram(await pythonWithFrameworks(), ['-c', READER], lines.join('\n'));
      const said = out.trim().split('\n');
      assert.equal(said.length, 2 * layers.length);
      for (const [i, line] of said.entries()) {
        const off = Number(line.split(' ').at(-1));
        assert.ok(off <= 1e-5, `${layers[i >> 1].name}: ${line}`);
      }
    },
  );
}
