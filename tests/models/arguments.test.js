// Tests that wrong arguments of a model's methods are refused: the text names the argument, the
// expected value and the given one. Afterwards the model gives the same bits.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { headStatistics, openModel, rankHeads } from 'headwise/models';
import { filesOf, readModelGoldens } from '../golden/models/read.js';

const goldens = await readModelGoldens(['bert', 'gpt2', 't5', 'vit']);

/** @typedef {import('headwise/models').Model} Model */
/** @typedef {import('headwise/models').Run} Run */

/** @type {{ model: Model, ids: number[] }} */
let bert;
/** @type {{ model: Model, ids: number[] }} */
let gpt2;
/** @type {{ model: Model, ids: number[], target: number[] }} */
let t5;
/** @type {{ model: Model, pixels: any }} */
let vit;
/** @type {Run} */
let run;
before(async () => {
  bert = await open('bert');
  gpt2 = await open('gpt2');
  t5 = await open('t5');
  vit = await open('vit');
  run = await bert.model.run(bert.ids);
});
after(() => {
  for (const { model } of [bert, gpt2, t5, vit]) model?.dispose();
});

/** @param {string} name */
async function open(name) {
  const golden = goldens.find(
    ({ family, name: variant }) => family === name && (name !== 'bert' || variant === 'masked'),
  );
  assert.ok(golden, name);
  const { ids = [], targetIds = [], pixels } = golden.inputs;
  return { model: await openModel(filesOf(golden)), ids: [...ids], target: [...targetIds], pixels };
}

const tensor = (/** @type {number[]} */ ...shape) => ({
  data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
  shape,
});

/** @param {AsyncIterable<unknown>} written */
async function all(written) {
  const tokens = [];
  for await (const token of written) tokens.push(token);
  return tokens;
}

/** @type {Record<string, [() => unknown, { name?: string, code?: string, message: RegExp }]>} */
const REFUSALS = {
  'no input': [
    () => bert.model.run(any()),
    kind(/^input: expected a text, the result of tokenize/),
  ],
  'null for input': [
    () => bert.model.run(any(null)),
    kind(/^input: expected a text, the result of tokenize/),
  ],
  'a text without a tokenizer': [
    () => bert.model.run('the cat'),
    unsupported(/^tokenize: no tokenizer was found beside the weights$/),
  ],
  'a text for a model of images': [
    () => vit.model.run('the cat'),
    kind(/^input: expected pixels, a tensor \(channels, height, width\), got "the cat"$/),
  ],
  'a text for ids to decode': [
    () => bert.model.decode(any('the cat')),
    unsupported(/^decode: no tokenizer/),
  ],
  'an empty text': [
    () => gpt2.model.run({ ids: [], tokens: [], spans: [], words: [] }),
    range(/^input: expected at least one token, got none: the text has no tokens$/),
  ],
  'an empty text, to write on from': [
    () => all(gpt2.model.generate({ ids: [], tokens: [], spans: [], words: [] })),
    range(/^input: expected at least one token, got none: the text has no tokens$/),
  ],
  'an empty list of ids': [
    () => gpt2.model.run([]),
    range(/^input: expected at least one token, got an empty list$/),
  ],
  'an id that is a text': [
    () => bert.model.run(any([1, 'a'])),
    kind(/^input: expected ids from 0 to/),
  ],
  'an id that is not whole': [
    () => bert.model.run([1.5]),
    range(/^input: expected ids .* got 1\.5/),
  ],
  'types that are not as many': [
    () => bert.model.run({ ids: [1, 2], typeIds: [0] }),
    range(/^input\.typeIds: expected 2 of them, one for each id, got 1/),
  ],
  'a type that the model lacks': [
    () => bert.model.run({ ids: [1, 2], typeIds: [0, 99] }),
    range(/^input\.typeIds\[1\]: expected an integer from 0 to \d+, got 99/),
  ],
  'pixels for a model of text': [() => bert.model.run(tensor(3, 4, 4)), kind(/^input: expected/)],
  'ids for a model of images': [() => vit.model.run([1, 2]), range(/^input: expected shape/)],
  'pixels that are none': [() => vit.model.run(any({ ids: [1] })), kind(/^input: expected pixels/)],
  'options that are null': [
    () => bert.model.run(bert.ids, any(null)),
    kind(/^options: expected an/),
  ],
  'options that are a number': [
    () => bert.model.run(bert.ids, any(5)),
    kind(/^options: expected an/),
  ],
  'an unknown option': [
    () => bert.model.run(bert.ids, any({ albate: [] })),
    kind(/unknown option albate: did you mean ablate/),
  ],
  'a head that is no list': [
    () => bert.model.run(bert.ids, { ablate: any({ layer: 0, head: 0 }) }),
    kind(/^ablate: expected an array/),
  ],
  'a head that is null': [
    () => bert.model.run(bert.ids, { ablate: any([null]) }),
    kind(/^ablate\[0\]: expected an object/),
  ],
  'a replacement without a tensor': [
    () => bert.model.run(bert.ids, { replace: any([{ layer: 0, name: 'heads' }]) }),
    kind(/^replace\[0\]\.tensor: expected/),
  ],
  'a tensor whose shape lies': [
    () =>
      bert.model.run(bert.ids, replaced('heads', { data: new Float32Array(1), shape: [1, 2, 3] })),
    range(/^replace\[0\]\.tensor\.data: expected 6 values/),
  ],
  'a map of another size': [
    () => bert.model.run(bert.ids, replaced('attention', tensor(1, 1, 1))),
    range(/^replace: attention of layer 0: expected shape \(\d+, \d+, \d+\), got \(1, 1, 1\)/),
  ],
  'keys of another number of heads': [
    () => bert.model.run(bert.ids, replaced('key', tensor(99, bert.ids.length, 4))),
    range(/^replace: key of layer 0: expected shape/),
  ],
  'a target where none is read': [
    () => bert.model.run(bert.ids, { target: [1] }),
    kind(/^target: expected none, for only an encoder-decoder/),
  ],
  'no target': [() => t5.model.run(t5.ids), kind(/^target: expected the ids/)],
  'a target that is no ids': [
    () => t5.model.run(t5.ids, { target: any('x') }),
    kind(/^target: expected the result of tokenize/),
  ],
  'a signal that is none': [
    () => bert.model.run(bert.ids, { signal: any(5) }),
    kind(/^signal: expected an AbortSignal/),
  ],
  'progress to no function': [
    () => bert.model.run(bert.ids, { onProgress: any(5) }),
    kind(/^onProgress: expected a function/),
  ],
  'a map of no layer': [() => run.attention(any()), kind(/^layer: expected an integer from 0 to/)],
  'a map asked for with null': [() => run.attention(any(null)), kind(/^at: expected an object/)],
  'a map with a misspelt head': [
    () => run.attention(any({ layer: 0, haed: 1 })),
    kind(/unknown option haed: did you mean head/),
  ],
  'a kind that is none': [
    () => run.attention({ layer: 0, kind: any('foo') }),
    kind(/^kind: expected 'self', 'cross' or 'encoder', got/),
  ],
  'a window without a head': [
    () => run.attentionWindow(any({ layer: 0, rows: [0, 1], columns: [0, 1] })),
    kind(/^head: expected an integer/),
  ],
  'a trace of no layer': [() => run.trace(any()), kind(/^layer: expected an integer/)],
  'a trace with what is no choice': [
    () => run.trace({ layer: 0, contributions: any('no') }),
    kind(/^contributions: expected/),
  ],
  'a stack that is none': [() => run.hidden(0, { stack: any('foo') }), kind(/^stack: expected/)],
  'an encoder beside a decoder, where there is one': [
    () => run.hidden(0, { stack: 'encoder' }),
    { code: 'unsupported', message: /^stack: this model has no encoder of its own/ },
  ],
  'predictions of no place': [
    () => run.predictions({ position: 999 }),
    range(/^position: expected an integer from 0 to/),
  ],
  'predictions, none': [() => run.predictions({ top: 0 }), range(/^top: expected an integer/)],
  'a model that does not write': [
    () => all(bert.model.generate(bert.ids)),
    { code: 'unsupported', message: /^generate: expected a model that writes/ },
  ],
  'fewer than no tokens': [
    () => all(gpt2.model.generate(gpt2.ids, { maxTokens: -1 })),
    range(/^maxTokens: expected an integer of at least 0, got -1/),
  ],
  'a temperature below 0': [
    () => all(gpt2.model.generate(gpt2.ids, { temperature: -1 })),
    range(/^temperature: expected at least 0, got -1/),
  ],
  'a seed that is a text': [
    () => all(gpt2.model.generate(gpt2.ids, { seed: any('x') })),
    kind(/^seed: expected an integer/),
  ],
  'an unknown option of writing': [
    () => all(gpt2.model.generate(gpt2.ids, any({ maxtokens: 1 }))),
    kind(/unknown option maxtokens: did you mean maxTokens/),
  ],
  'more than the model can read, to write on from': [
    () => all(gpt2.model.generate(Array(gpt2.model.config.contextLen + 1).fill(1))),
    range(/^input: expected at most \d+ tokens/),
  ],
  'a head of a written token': [
    async () => {
      for await (const { attention } of gpt2.model.generate(gpt2.ids, { maxTokens: 1 })) {
        await attention({ layer: 99, head: 0 });
      }
    },
    range(/^layer: expected an integer/),
  ],
  'statistics of no run': [
    () => headStatistics(any({}), bert.ids && { ids: bert.ids }),
    kind(/^run: /),
  ],
  'statistics of another text': [
    () => headStatistics(run, { ids: [1] }),
    range(/^input: expected the \d+ tokens that the run read, got 1/),
  ],
  'no question': [() => rankHeads(run, any()), kind(/^from: expected an array of positions/)],
  'a question of no token': [
    () => rankHeads(run, { from: [], to: [0] }),
    range(/^from: expected at least one position/),
  ],
  'a place that is not there': [
    () => rankHeads(run, { from: [0], to: [999] }),
    range(/^to\[0\]: expected an integer from 0 to/),
  ],
};

/** @param {any} [value] @returns {any} */
function any(value) {
  return value;
}

/** @param {RegExp} message */
function kind(message) {
  return { name: 'TypeError', message };
}

/** @param {RegExp} message */
function unsupported(message) {
  return { code: 'unsupported', message };
}

/** @param {RegExp} message */
function range(message) {
  return { name: 'RangeError', message };
}

/** @param {'attention' | 'heads' | 'key'} name @param {any} value */
function replaced(name, value) {
  return { replace: [{ layer: 0, name, tensor: value }] };
}

for (const [name, [attempt, expected]] of Object.entries(REFUSALS)) {
  test(`refused by name: ${name}`, async () => {
    await assert.rejects(async () => {
      await attempt();
    }, expected);
  });
}

test('after all of these the model gives the same bits', async () => {
  const again = await bert.model.run(bert.ids);
  assert.deepEqual(again.logits, run.logits);
  assert.deepEqual(await again.attention({ layer: 0 }), await run.attention({ layer: 0 }));
});

test('nested arrays, and a batch of 1, are accepted for every tensor', async () => {
  const { heads } = await run.trace({ layer: 0 });
  const zeros = tensor(...heads.shape);
  const nested = Array.from({ length: heads.shape[0] }, () =>
    Array.from({ length: heads.shape[1] }, () => Array(heads.shape[2]).fill(0)),
  );
  const results = [];
  for (const value of [zeros, nested, [nested]]) {
    results.push((await bert.model.run(bert.ids, replaced('heads', value))).logits);
  }
  assert.deepEqual(results[1], results[0]);
  assert.deepEqual(results[2], results[0]);
  assert.notDeepEqual(results[0], run.logits);
});

test('arguments are read at the call: later changes have no effect', async () => {
  const { pixels } = vit;
  const image = { data: pixels.data.slice(), shape: pixels.shape };
  const ids = [3, 4, 5];
  const target = [0, 6, 7];
  const typed = { ids: [...ids], typeIds: [0, 0, 1] };
  /** @type {[model: any, input: any, options: any, change: () => void][]} */
  const cases = [
    [gpt2.model, ids, {}, () => ids.fill(9)],
    [bert.model, typed, {}, () => [typed.ids.fill(9), typed.typeIds.fill(0)]],
    [t5.model, ids, { target }, () => [ids.fill(8), target.fill(9)]],
    [vit.model, image, {}, () => image.data.fill(0)],
  ];
  for (const [model, input, options, change] of cases) {
    const layer = model.config.numLayers;
    const before = await (await model.run(input, options)).hidden(layer);
    const running = model.run(input, options);
    change();
    assert.deepEqual(await (await running).hidden(layer), before, model.kind);
    assert.notDeepEqual(await (await model.run(input, options)).hidden(layer), before, model.kind);
  }
});

test('write reads its arguments at the call, too, and refuses them with the first token', async () => {
  /** @param {any} model @param {any} input @param {any} options @param {() => void} [change] */
  async function write(model, input, options, change) {
    const writing = model.generate(input, options);
    change?.();
    const logits = [];
    for await (const { alternatives } of writing) logits.push(alternatives[0].logit);
    return logits;
  }
  const ids = [3, 4, 5];
  const target = [0, 6, 7];
  for (const [model, options] of /** @type {const} */ ([
    [gpt2.model, { maxTokens: 2 }],
    [t5.model, { maxTokens: 2, target }],
  ])) {
    const before = await write(model, ids, options);
    const change = () => [ids.fill(9), target.fill(9)];
    assert.deepEqual(await write(model, ids, options, change), before);
    assert.notDeepEqual(await write(model, ids, options), before);
    ids.splice(0, 3, 3, 4, 5);
    const refused = model.generate([-1]);
    await assert.rejects(refused.next(), RangeError);
    assert.deepEqual(await refused.next(), { done: true, value: undefined });
    target.splice(0, 3, 0, 6, 7);
  }
});
