// Tests that the text of an error begins with the argument's name. Every argument and option of
// every function of every entry gets values that it must refuse.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import * as headwise from 'headwise';
import {
  readNpy,
  readNpz,
  readSafetensors,
  stateFromHuggingFace,
  toFloat32,
  writeNpy,
  writeNpz,
  writeSafetensors,
} from 'headwise/formats';
import * as reference from 'headwise/reference';
import * as training from 'headwise/training';

const gone = new Float32Array(8);
structuredClone(gone.buffer, { transfer: [gone.buffer] });

const values = [
  ...[undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 53, 1e300, 10n, '', 'x', Symbol('s')],
  ...[() => {}, {}, { nope: 1 }, Object.create(null), new Date(), new Map(), 'a'.repeat(1000)],
  ...[[], [[]], [1], ['x'], [[1, 2], [3]], [undefined, 1], gone, { data: gone, shape: [2, 4] }], // prettier-ignore
  ...[
    { data: null, shape: null },
    { data: new Float32Array(3), shape: [2] },
  ],
  ...[{ data: new Float32Array(2), shape: [-1] }, new Uint8Array([2, 2]), new ArrayBuffer(4)],
];

const x = headwise.tensor([
  [1, 2, 3, 4],
  [1, 2, 3, 4],
]);
const heads = headwise.tensor([[[1, 2], [3, 4]]]); // prettier-ignore
const config = { embedDim: 4, numHeads: 2 };
const small = { vocabSize: 5, contextLen: 4, embedDim: 4, numHeads: 2, numLayers: 1 };
const batch = { tokens: [1], targets: [1] };
const shown = {
  head: 0,
  rows: [0, 1],
  columns: [0, 1],
};

const attentionOptions = [
  ...['mask', 'causal', 'window', 'keyLengths', 'scale', 'softcap', 'positions', 'pastKey', 'out'],
  ...['pastValue', 'attention', 'signal', 'trace', 'keep', 'onProgress', 'sinks'],
];
const layerOptions = [...attentionOptions, 'keyPaddingMask', 'cache', 'replace', 'averageHeads'];
const configOptions = [
  ...['embedDim', 'numHeads', 'numKvHeads', 'headDim', 'valueHeadDim', 'keyDim', 'valueDim'],
  ...['outputDim', 'bias', 'addBiasKv', 'addZeroAttention', 'queryKeyNorm', 'seed'],
];
const transformerOptions = [
  ...['vocabSize', 'contextLen', 'embedDim', 'numHeads', 'numKvHeads', 'headDim', 'numLayers'],
  ...['mlpDim', 'causal', 'window', 'scale', 'softcap', 'queryKeyNorm', 'positions', 'norm'],
  ...['normType', 'finalNorm', 'tied', 'bias', 'activation', 'gated', 'dropout', 'normEpsilon'],
  ...['rotaryTheta', 'seed'],
];
const optimizerOptions = [
  ...['learningRate', 'optimizer', 'momentum', 'betas', 'epsilon', 'weightDecay', 'clipNorm'],
  ...['schedule', 'seed', 'signal', 'onProgress'],
];

/** @typedef {(given: any) => any} Call with the one thing that is wrong */

/**
 * One call for each argument, and for each option of the last argument; all other arguments are
 * right.
 *
 * @param {(...given: any[]) => any} call
 * @param {readonly any[]} right
 * @param {readonly string[]} [options]
 * @returns {Call[]}
 */
function eachOf(call, right, options = []) {
  const last = right[right.length - 1];
  return [
    ...right.map((_, place) => (/** @type {any} */ given) => call(...right.with(place, given))),
    ...options.map(
      (name) => (/** @type {any} */ given) =>
        call(...right.with(right.length - 1, { ...last, [name]: given })),
    ),
  ];
}

/**
 * @param {any} engine
 * @param {any} layer
 * @returns {Call[]}
 */
function callsOf(engine, layer) {
  const forget = async (/** @type {any} */ made) => (await made)?.dispose();
  const state = reference.createMultiHeadAttention(config).stateDict();
  const names = Object.keys(state);
  const given = Object.fromEntries(
    names.map((name) => [name, { ...state[name], data: Float32Array.from(state[name].data) }]),
  );
  return [
    ...eachOf(
      (...all) => engine.scaledDotProductAttention(...all),
      [heads, heads, heads, {}],
      attentionOptions,
    ),
    ...eachOf((...all) => engine.linear(...all), [x, x, [1, 2]]),
    ...eachOf((...all) => engine.softmax(...all), [x]),
    ...eachOf((...all) => engine.softmaxSteps(...all), [x]),
    ...eachOf((...all) => engine.addAndNorm(...all), [x, x, {}], ['weight', 'bias', 'epsilon']),
    ...eachOf(
      (...all) => engine.embed(...all),
      [[1], { embedDim: 4 }],
      ['embedDim', 'seed', 'positions', 'offset', 'replace'],
    ),
    ...eachOf((made) => forget(engine.createMultiHeadAttention(made)), [config], configOptions),
    ...eachOf((...all) => layer.forward(...all), [x, x, x, {}], layerOptions),
    ...eachOf((all) => layer.loadStateDict(all), [given], names),
    ...eachOf((all) => forget(layer.createCache(all)), [{ capacity: 1 }], ['batch', 'capacity']),
  ];
}

/** @param {any} engine @param {any} model @returns {Call[]} */
function transformerCalls(engine, model) {
  return [
    ...eachOf(
      async (into, made) => (await training.createTransformer(into, made))?.dispose(),
      [engine, small],
      transformerOptions,
    ),
    ...eachOf(
      (...all) => model.forward(...all),
      [[1], {}],
      ['attention', 'trace', 'removeHeads', 'signal', 'onProgress'],
    ),
    ...eachOf((...all) => model.evaluate(...all), [batch, {}], ['removeHeads', 'signal']),
    ...eachOf((...all) => model.evaluate(...all), [batch], ['tokens', 'targets', 'mask']),
    ...eachOf((...all) => model.trainStep(...all), [batch, {}], optimizerOptions),
    ...eachOf((all) => model.loadStateDict(all), [model.stateDict()], ['norm.weight']),
  ];
}

/** @param {any} model @returns {Call[]} */
function otherCalls(model) {
  const task = training.induction();
  const input = task.heldOut();
  const { config: its } = model;
  const vocab = Array.from({ length: its.vocabSize }, String);
  const file = { config: its, state: model.stateDict(), vocab, about: {} };
  const stored = { data: Float32Array.of(1), shape: [1] };
  const bytes = { dtype: 'U8', shape: [2, 2], data: new Uint8Array(4) };
  const layer = { 'a.qkv_proj.weight': bytes, 'a.o_proj.weight': bytes };
  const loads = ['simd', 'threads', 'threadsFrom', 'wasm', 'memoryLimit'];
  return [
    ...eachOf(headwise.tensor, [[1, 2], [2]]),
    ...eachOf(readNpy, [writeNpy(x)]),
    ...eachOf((array) => writeNpy(array), [x]),
    ...eachOf(readNpz, [writeNpz({ x })]),
    ...eachOf(writeNpz, [{ x }], ['x']),
    ...eachOf((tensor) => toFloat32(tensor), [bytes], Object.keys(bytes)),
    ...eachOf(stateFromHuggingFace, [layer, 'a']),
    ...eachOf((state) => stateFromHuggingFace(state, 'a'), [layer], Object.keys(layer)),
    ...eachOf(readSafetensors, [writeSafetensors({})]),
    ...eachOf(writeSafetensors, [{ a: stored }], ['a']),
    ...eachOf(writeSafetensors, [{}, { a: 'b' }], ['a']),
    ...eachOf(training.readModel, [training.writeModel(file)]),
    ...eachOf(training.writeModel, [file], Object.keys(file)),
    ...eachOf(
      (...all) => training.train(.../** @type {[any, any, any]} */ (all)).next(),
      [model, task, { steps: 0 }],
      ['steps'],
    ),
    ...eachOf(training.headRoles, [model, { tokens: { data: Int32Array.of(1), shape: [1, 1] } }]),
    ...eachOf(training.rolesOf, [[], input], ['tokens']),
    ...[headwise.load, headwise.loadInWorker].flatMap((open) =>
      eachOf(async (options) => (await open(options)).dispose(), [{}], loads),
    ),
  ];
}

/** `mask[1].bias: `, `out_proj.weight: `; or an unknown option. */
const NAMED = /^(?:[A-Za-z]\w*(?:\[\d+\]|\.\w+)*: |unknown (?:option|parameter) )/;
/** Texts of a training that diverged, and of a Map's missing dispose. */
const DIVERGED = /^training diverged/;

/** @param {Call[]} calls */
async function assertNamed(calls) {
  let refused = 0;
  for (const call of calls) {
    for (const value of values) {
      try {
        await call(value);
      } catch (error) {
        refused++;
        assert.ok(error instanceof Error);
        const what = `${String(call)} of ${inspect(value).slice(0, 60)}: ${error.message}`;
        if (DIVERGED.test(error.message)) continue;
        assert.match(error.message, NAMED, what);
        const known = [TypeError, RangeError, headwise.HeadwiseError];
        assert.ok(known.some((Kind) => error instanceof Kind), what); // prettier-ignore
      }
    }
  }
  assert.ok(refused > calls.length, 'hardly anything was refused');
}

describe('the text of an error begins with the argument', async () => {
  const engine = await headwise.load();
  const worker = await headwise.loadInWorker();
  const doubles = await reference.load();
  const model = training.createTransformer(engine, small);
  test.after(async () => {
    engine.dispose();
    await worker.dispose();
  });
  for (const [name, open] of Object.entries({ engine, worker, reference: doubles })) {
    test(`of the ${name}`, async () => {
      const layer = await open.createMultiHeadAttention(config);
      await assertNamed(callsOf(open, layer));
    });
  }
  test('of kept calls and of a cache', async () => {
    const layer = engine.createMultiHeadAttention(config);
    const kept = /** @type {any} */ (layer.forward(x, { keep: true }).kept);
    const cache = layer.createCache({ capacity: 4 });
    const out = { query: { data: new Float32Array(8), shape: [2, 4] } };
    await assertNamed([
      ...eachOf((all) => kept.attentionWindow(all), [shown], [...Object.keys(shown), 'batch', 'width', 'reduce']), // prettier-ignore
      ...eachOf((...all) => kept.backward(...all), [x, {}], ['out', 'signal']), // prettier-ignore
      ...eachOf((all) => kept.backward(x, { out: all }), [out], ['query', 'key', 'parameters']),
      ...eachOf((all) => cache.truncate(all), [0]),
    ]);
  });
  test('of a transformer', () => assertNamed(transformerCalls(engine, model)));
  test('of all other functions', () => assertNamed(otherCalls(model)));
});
