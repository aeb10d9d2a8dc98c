// Tests that a transformer trained here opens from its file like any other model, and gives the
// transformer's own results, to the bit.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { load } from 'headwise';
import { headStatistics, openModel, rankHeads } from 'headwise/models';
import * as formats from 'headwise/formats';
import {
  createTransformer,
  learnPieces,
  pieceTokenizer,
  readModel,
  writeModel,
} from 'headwise/training';
import { toEightBits } from '../../web/models/training/english/eight-bits.ts';
import { defaultScale } from '../../src/js/attention/scores.ts';
import { expectSame } from './support/near.js';

/** @import { TransformerConfig } from 'headwise/training' */

const { readSafetensors, writeSafetensors } = formats;
const TOKENS = [3, 0, 6, 6, 1, 4, 2];
const vocab = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const SIZES = { vocabSize: 7, contextLen: 9, embedDim: 8, numHeads: 2, numLayers: 2, mlpDim: 12 };

const headwise = await load();
test.after(() => headwise.dispose());

/**
 * @param {Partial<TransformerConfig>} config
 * @param {string[]} [words]
 */
function fileOf(config, words = vocab) {
  const transformer = createTransformer(headwise, { ...SIZES, ...config, seed: 5 });
  const batch = { tokens: [TOKENS], targets: [TOKENS.toReversed()] };
  for (let step = 0; step < 2; step++) transformer.trainStep(batch, { learningRate: 0.05 }); // no bias is 0
  const state = transformer.stateDict();
  return { transformer, file: writeModel({ config: transformer.config, state, vocab: words }) };
}

/** Every kind of positions and of norms, each with every other choice in turn. @type {Partial<TransformerConfig>[]} */
const configs = ['none', 'learned', 'sinusoidal', 'rotary'].flatMap((positions, i) =>
  ['none', 'pre', 'post'].map((norm, j) => {
    const others = {
      finalNorm: (i + j) % 2 === 0,
      tied: i % 2 === 1,
      bias: (i + j) % 3 !== 1,
      causal: (i * 3 + j) % 4 !== 0,
      activation: ['relu', 'gelu', 'gelu-tanh'][(i + j) % 3],
      ...(j === i % 3 && { mlpDim: 0 }),
      ...((i + 2 * j) % 4 === 1 && { headDim: 6 }),
      ...(positions === 'sinusoidal' && { embedDim: 10 - j, numHeads: 1, headDim: 4 }),
      ...(positions === 'rotary' && { rotaryTheta: 500 }),
      normEpsilon: 1e-4,
    };
    return /** @type {Partial<TransformerConfig>} */ ({ positions, norm, ...others });
  }),
);

test('a run asks the memory limit for all results before it begins', async () => {
  const [length, width, layers] = [512, 64, 6];
  const sizes = { vocabSize: 7, contextLen: length, embedDim: width, numLayers: layers };
  const { transformer, file } = fileOf({ ...sizes, numHeads: 2, mlpDim: 0, positions: 'rotary' });
  transformer.dispose();
  const ids = Array.from({ length }, (_, i) => i % 7);
  const memoryLimit = 8_000_000;
  const model = await openModel(file, { memoryLimit });
  const hidden = 4 * (layers + 1) * length * width;
  const results = hidden + 4 * 4 * layers * length * width; // and queries, keys, values and outputs of heads
  const needed = model.report.bytes + results;
  await assert.rejects(model.run(ids), (error) => {
    const { code, message } = /** @type {any} */ (error);
    assert.equal(code, 'memory');
    const [, bytes] = /needs (\d+) bytes/.exec(message) ?? assert.fail(message);
    assert.ok(Number(bytes) >= needed, `${bytes} bytes, expected at least ${needed}`);
    return true;
  });
  model.dispose();
});

/** Choices of other families' blocks. @type {Partial<TransformerConfig>[]} */
const others = [
  {
    gated: true,
    normType: 'rms',
    activation: 'silu',
    bias: false,
    numKvHeads: 1,
    positions: 'rotary',
  },
  {
    ...{ norm: 'inside', queryKeyNorm: { type: 'rms', over: 'width' }, activation: 'relu-squared' },
    bias: { key: false, mlp: false },
    positions: { type: 'rotary', frequencies: [0.7], factor: 1.2, interleaved: true, dims: 2 },
  },
  {
    ...{ norm: 'sandwich', gated: true, numKvHeads: 1, activation: 'gelu-tanh', softcap: 2 },
    ...{ queryKeyNorm: { type: 'layer', over: 'head' }, scale: 0.3, window: { left: 2 } },
  },
  { positions: 'alibi', norm: 'inside', mlpDim: 0, activation: 'tanh', bias: { norm: false } },
  {
    ...{
      positions: { type: 'alibi', slopes: [0.4, -0.2] },
      causal: false,
      activation: 'quick-gelu',
    },
    ...{ window: { left: 1, right: 3 }, normType: 'rms', norm: 'sandwich' },
  },
];

for (const config of [...configs, ...others]) {
  test(`as the transformer: ${JSON.stringify(config)}`, async () => {
    const { transformer, file } = fileOf(config);
    const model = await openModel(file);
    assert.equal(model.architecture, 'headwise');
    assert.equal(model.kind, transformer.config.causal ? 'decoder' : 'encoder');
    const run = await model.run(TOKENS);
    const { logits, attention, trace } = transformer.forward(TOKENS, { trace: true });
    const layers = trace?.layers ?? [];
    for (const [layer, expected] of layers.entries()) {
      expectSame((await run.hidden(layer)).data, expected.input.data, `hidden ${layer}`);
      const got = await run.trace({ layer });
      for (const name of /** @type {const} */ (['query', 'key', 'value', 'heads'])) {
        expectSame(got[name].data, expected[name].data, `${name} of layer ${layer}`);
      }
      const map = await run.attention({ layer });
      expectSame(map.data, attention?.[layer].data ?? [], `map of layer ${layer}`);
      const { output, middle } = await run.layer({ layer });
      expectSame(output.data, expected.attentionOutput.data, `output of layer ${layer}`);
      expectSame(
        middle.data,
        (expected.middle ?? expected.output).data,
        `middle of layer ${layer}`,
      );
    }
    const last = await run.hidden(layers.length);
    expectSame(last.data, layers[layers.length - 1].output.data, 'what leaves the last layer');
    expectSame(run.logits?.data ?? [], logits.data, 'logits');
    const few = TOKENS.slice(0, 3); // with fewer, stored matrices are multiplied in another order
    const { logits: shorter } = await model.run(few);
    expectSame(shorter?.data ?? [], transformer.forward(few).logits.data, 'logits of 3 tokens');
    const removed = transformer.forward(TOKENS, { removeHeads: [[1, 0]] });
    const without = await model.run(TOKENS, { ablate: [{ layer: 1, head: 0 }] });
    expectSame(without.logits?.data ?? [], removed.logits.data, 'logits without a head');
    model.dispose();
    transformer.dispose();
  });
}

test('a text, a batch of texts, and the input that a run knows', async () => {
  const { transformer, file } = fileOf({ positions: 'rotary' });
  const model = await openModel(file);
  const input = model.tokenize('dag gbe');
  const run = await model.run('dag gbe');
  assert.deepEqual(run.input, input);
  assert.notEqual(run.input, input);
  const { logits } = await model.run(input);
  assert.deepEqual(run.logits, logits);
  const byIds = await model.run(input.ids);
  const { ids, tokens, texts } = input;
  assert.deepEqual(byIds.input, { ids, tokens, texts });

  /** @type {number[]} */
  const seen = [];
  const onProgress = (/** @type {number} */ done) => void seen.push(done);
  const runs = await model.run(['gbe', 'dag gbe', 'dag'], { onProgress });
  assert.deepEqual(
    runs.map(({ input }) => input?.ids.length),
    [3, 6, 3],
  );
  assert.deepEqual(runs[1].logits, logits);
  assert.ok(seen.every((done, at) => done > (seen[at - 1] ?? 0) && done <= 1));
  assert.equal((await model.run(['gbe'])).length, 1);
  assert.equal((await model.run([['gbe'], ['dag']])).length, 2);
  await assert.rejects(model.run(['gbe', 'dag', '']), {
    name: 'RangeError',
    message: 'input[2]: expected at least one token, got none: the text has no tokens',
  });
  await assert.rejects(model.run(['gbe', 'dag']), /^TypeError: text: expected a string/); // a pair
  const written = [];
  for await (const { text } of model.generate('dag gbe', { maxTokens: 3 })) written.push(text);
  assert.equal(written.length, 3);
  await assert.rejects(model.run(''), {
    name: 'RangeError',
    message: 'input: expected at least one token, got none: the text has no tokens',
  });
  model.dispose();
  transformer.dispose();
});

test('it writes text, and its heads have statistics', async () => {
  const { transformer, file } = fileOf({ positions: 'rotary' });
  const model = await openModel(file);
  const input = model.tokenize('dag gbe');
  const ids = [...input.ids];
  for await (const { id, token, attention } of model.generate(input, { maxTokens: 3 })) {
    const { data } = transformer.forward(ids).logits;
    const row = data.subarray(data.length - SIZES.vocabSize);
    assert.equal(id, row.indexOf(Math.max(...row)));
    assert.equal(token, vocab[id]);
    assert.deepEqual((await attention({ layer: 1 })).shape, [2, ids.length]);
    ids.push(id);
  }
  assert.equal(ids.length, 9);
  const run = await model.run(input);
  const statistics = await headStatistics(run);
  assert.deepEqual(await headStatistics(run, input), statistics);
  assert.equal(statistics.length, 4);
  assert.equal((await rankHeads(run, { from: [3], to: [0] })).length, 4);
  model.dispose();
  transformer.dispose();
});

/**
 * The tokenizer of a file with this vocabulary.
 *
 * @param {string[]} words
 */
async function opened(words) {
  const transformer = createTransformer(headwise, { ...SIZES, vocabSize: words.length });
  const { config } = transformer;
  const file = writeModel({ config, state: transformer.stateDict(), vocab: words });
  transformer.dispose();
  return openModel(file);
}

test('a vocabulary of letters reads letters, spaces among them where it has any', async () => {
  const spaced = await opened(['<pad>', ' ', 'a', 'é', '\n', '’']);
  assert.deepEqual(spaced.tokenize('ae\u0301\ta  <pad> A’'), {
    ids: [2, 3, 2, 1, 1, 0, 1, 2, 5],
    tokens: ['a', 'é', 'a', ' ', ' ', '<pad>', ' ', 'a', '’'],
    texts: ['a', 'é', 'a', ' ', ' ', '<pad>', ' ', 'a', '’'],
    spans: [[0, 1], [1, 3], [4, 5], [5, 6], [6, 7], [7, 12], [12, 13], [13, 14], [14, 15]], // prettier-ignore
    words: [0, 0, 1, 2, 2, 3, 4, 5, 5],
  });
  assert.equal(spaced.decode([2, 3, 1, 2, 0]), 'aé a<pad>');
  assert.throws(() => spaced.tokenize('ab'), /^RangeError: text: expected words .* got "b"/);
  const plain = await opened(['我', '们', '在', '1']);
  const { ids, words } = plain.tokenize('我们 在');
  assert.deepEqual([ids, words, plain.decode(ids)], [[0, 1, 2], [0, 1, 2], '我们在']);
  for (const model of [spaced, plain]) model.dispose();
});

test('a vocabulary of words reads words and punctuation, capital or not', async () => {
  const model = await opened(['<end>', 'the', 'king', "king's", '.', '26', 'Ann']);
  const text = "The king's\n26 king . <end>Ann.";
  const input = model.tokenize(text);
  assert.deepEqual(input.ids, [1, 3, 5, 2, 4, 0, 6, 4]);
  const places = input.spans?.map(([start, end]) => text.slice(start, end));
  assert.deepEqual(places, ['The', "king's", '26', 'king', '.', '<end>', 'Ann', '.']);
  assert.deepEqual(input.words, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(model.decode([1, 2, 4]), 'the king .');
  const wrong =
    /expected words of this model's vocabulary \("the" "king" "king's" "\." "26" "Ann"\), got "kings"/;
  assert.throws(() => model.tokenize('the kings'), wrong);
  assert.throws(() => model.tokenize(['the', 'king']), /^TypeError: text: expected a string/);
  model.dispose();
});

test('a user’s word may look like a piece of another tokenizer', async () => {
  const words = ['<end>', 'the', 'note', '##x', '\u2581y', ...'abcdefghijkl'];
  const model = await opened(words);
  assert.deepEqual(model.tokenize('the ##x \u2581y note').ids, [1, 3, 4, 2]);
  model.dispose();
  const few = await opened(['a', 'note', '##x']);
  assert.deepEqual(few.tokenize('##x note').ids, [2, 1]);
  few.dispose();
  const pieces = await opened(['[CLS]', 'play', '##ing', '##ed', 'a', 'b', 'c']);
  assert.throws(() => pieces.tokenize('play'), { code: 'unsupported', message: /tokenizer\.json/ });
  pieces.dispose();
});

test('learned pieces are those of pieceTokenizer', async () => {
  const pieces = learnPieces(['low lower lowest slow'], 262);
  const model = await opened(pieces);
  const { tokens } = pieceTokenizer(pieces).encode('so low, né');
  const input = model.tokenize('so low, né');
  assert.deepEqual(
    input.ids,
    tokens.map(({ id }) => id),
  );
  assert.deepEqual(
    input.tokens,
    tokens.map(({ piece }) => piece),
  );
  assert.deepEqual(
    input.spans,
    tokens.map(({ start, end }) => [start, end]),
  );
  assert.deepEqual(
    input.words,
    tokens.map(({ word }) => word),
  );
  assert.equal(model.decode(input.ids), 'so low,né', 'a space that no piece has is left out');
  model.dispose();
});

for (const [name, text] of [
  ['grammar', 'Every king sees the small dog .'],
  ['english', 'The old man opened his door.'],
]) {
  test(`the trained model ${name} opens, with its tokens`, async () => {
    const file = await readFile(new URL(`../../web/models/${name}.safetensors`, import.meta.url));
    const { config, state } = readModel(file);
    const transformer = createTransformer(headwise, config);
    transformer.loadStateDict(state);
    const model = await openModel(file);
    const input = model.tokenize(text);
    assert.equal(input.ids.length, 7);
    const run = await model.run(input);
    expectSame(run.logits?.data ?? [], transformer.forward(input.ids).logits.data, 'logits');
    assert.deepEqual(model.report.unused, []);
    model.dispose();
    transformer.dispose();
  });
}

test('matrices in 8 bits with scales are read as they are, and are those of training', async () => {
  const { file } = fileOf({ embedDim: 64, tied: true, positions: 'rotary', mlpDim: 48 });
  const small = toEightBits(formats, file);
  const { config, state, about } = readModel(small);
  assert.deepEqual(about, {});
  const transformer = createTransformer(headwise, config);
  transformer.loadStateDict(state);
  const expected = transformer.forward(TOKENS).logits.data;
  const { tensors, metadata } = readSafetensors(small);
  const bytes = { F32: 0, F16: 0, I8: 0 };
  for (const { dtype, data } of Object.values(tensors)) {
    bytes[/** @type {keyof typeof bytes} */ (dtype)] += data.length;
  }
  for (const weights of /** @type {const} */ (['stored', 'float32'])) {
    const model = await openModel(small, { weights });
    const run = await model.run({ ids: TOKENS });
    expectSame(run.logits?.data ?? [], expected, weights);
    assert.deepEqual(model.report.unused, []);
    assert.deepEqual(model.report.dtypes, bytes);
    model.dispose();
  }
  transformer.dispose();
  const name = 'layers.0.linear1.weight';
  assert.equal(tensors[name].dtype, 'I8');
  assert.equal(tensors['layers.0.linear2.weight'].dtype, 'F32', 'no whole number of blocks');
  const scales = tensors[`${name}.scales`];
  assert.deepEqual([scales.dtype, scales.shape], ['F16', [48, 2]]);
  for (const wrong of [
    { ...scales, shape: [96] },
    { ...scales, dtype: 'BF16' },
  ]) {
    const other = writeSafetensors(
      /** @type {any} */ ({ ...tensors, [`${name}.scales`]: wrong }),
      metadata,
    );
    const message = /linear1\.weight\.scales".*: expected F16 of shape \(48, 2\)/;
    assert.throws(() => readModel(other), { ...format, message });
    await assert.rejects(openModel(other), { ...format, message });
  }
});

/**
 * Tensors of a file that writeModel made.
 *
 * @typedef {ReturnType<typeof readSafetensors>['tensors']} Tensors
 */

/** @param {unknown} value */
const json = (value) => new TextEncoder().encode(JSON.stringify(value));

const format = { name: 'HeadwiseError', code: 'format' };

test('other files in the folder, and truncated files', async () => {
  const { transformer, file } = fileOf({});
  const vocabulary = new TextEncoder().encode(
    ['[CLS]', '[SEP]', '[UNK]', 'a', 'b', 'c', 'd'].join('\n'),
  );
  const model = await openModel({ 'model.safetensors': file, 'vocab.txt': vocabulary });
  assert.deepEqual(model.tokenize('a d').ids, [0, 3, 6, 1], 'a tokenizer beside it is taken');
  model.dispose();
  const { tensors, metadata } = readSafetensors(file);
  /** @param {Record<string, string>} changed @param {Tensors} [others] */
  const changed = (changed, others = tensors) =>
    writeSafetensors(/** @type {any} */ (others), { ...metadata, ...changed });
  const { config } = transformer;
  const { 'layers.0.self_attn.in_proj_weight': inputs, ...without } = tensors;
  const renamed = { ...without, 'model.layers.0.self_attn.in_proj_weight': inputs };
  const missed = /in_proj_weight: expected this tensor in the file, got none/;
  for (const [other, message, others] of /** @type {[object, RegExp, Tensors?][]} */ ([
    [{ numHeads: 4, headDim: 4 }, /in_proj_weight: expected shape \(32, 8\), got \(24, 8\)/],
    [{ headDim: 2 ** 27 }, /in_proj_weight: expected shape/],
    [{ headDim: 2 ** 27 }, missed, without],
    [{ headDim: 2 ** 27 }, missed, renamed],
    [{ vocabSize: 6 }, /embedding\.weight: expected shape \(6, 8\), got \(7, 8\)/],
    [{ mlpDim: 2 ** 27 }, /linear1\.weight: expected shape/],
    [{ positions: 'sinusoidal', contextLen: 2 ** 21 }, /contextLen: expected at most 524288 /],
    [{ numLayers: 3 }, /layers\.2\..*: expected this tensor/],
    [{ numLayers: 2 ** 31 - 1 }, /numLayers: expected at most \d+/],
  ])) {
    const file = changed({ config: JSON.stringify({ ...config, ...other }) }, others);
    await assert.rejects(openModel(file), message);
    assert.throws(() => readModel(file), { ...format, message });
  }
  for (const config of ['{', '[]', '{"vocabSize":1e99}', '{"__proto__":{}}']) {
    await assert.rejects(openModel(changed({ config })), format, config);
  }
  await assert.rejects(openModel(changed({ vocab: '["a"]' })), /expected 7 words/);
  await assert.rejects(openModel(changed({ vocab: 'null' })), format);
  transformer.dispose();
});

test('ALiBi of any number of heads, and the default scale, are those of training', async () => {
  const sizes = { vocabSize: 7, contextLen: 40, embedDim: 2, numLayers: 1, mlpDim: 0 };
  const ids = Array.from({ length: sizes.contextLen }, (_, i) => (5 * i) % sizes.vocabSize);
  for (const [numHeads, headDim] of [
    [12, 8], // slopes that are no powers of two
    [1025, 2],
  ]) {
    const config = { ...sizes, numHeads, headDim, positions: /** @type {const} */ ('alibi') };
    const transformer = createTransformer(headwise, config);
    const state = transformer.stateDict();
    const model = await openModel(writeModel({ config, state, vocab }));
    const run = await model.run(ids);
    const { attention, logits } = transformer.forward(ids, { trace: true });
    expectSame((await run.attention({ layer: 0 })).data, attention?.[0].data ?? [], 'map');
    expectSame(run.logits?.data ?? [], logits.data, 'logits');
    assert.equal((await run.layer({ layer: 0 })).options.scale, defaultScale(headDim));
    model.dispose();
    transformer.dispose();
  }
});

test('a config.json beside its tensors is checked as its own config is', async () => {
  const { transformer, file } = fileOf({});
  const { tensors } = readSafetensors(file);
  const weights = writeSafetensors(/** @type {any} */ (tensors));
  /** @param {unknown} config */
  const open = (config) => openModel({ 'config.json': json(config), 'model.safetensors': weights });
  const config = { model_type: 'headwise', ...transformer.config };
  const model = await open(config);
  const { logits } = await model.run(TOKENS);
  expectSame(logits?.data ?? [], transformer.forward(TOKENS).logits.data, 'logits');
  assert.throws(() => model.tokenize('a'), { code: 'unsupported' });
  model.dispose();
  for (const [wrong, name] of /** @type {[object, string][]} */ ([
    [{ activation: 'nope' }, 'activation'],
    [{ norm: 'Pre' }, 'norm'],
    [{ causal: null }, 'causal'],
    [{ positions: { type: 'x' } }, 'positions.type'],
    [{ positions: { type: 'alibi', slopes: [0.5] } }, 'positions.slopes'],
    [{ positions: null }, 'positions'],
    [{ bias: null }, 'bias'],
    [{ numLayers: 0 }, 'numLayers'],
    [{ normEpsilon: -1 }, 'normEpsilon'],
    [{ headDim: 2 ** 23 }, 'layers.0.self_attn.in_proj_weight'],
    [{ windows: 3 }, 'unknown option windows'],
  ])) {
    const message = new RegExp(`^model: ${name.replaceAll('.', '\\.')}\\b`);
    await assert.rejects(open({ ...config, ...wrong }), { ...format, message });
  }
  for (const wrong of [null, [], 7, { model_type: ['headwise'] }, { model_type: null }]) {
    await assert.rejects(open(wrong), { ...format, message: /^config\.json: expected / });
  }
  transformer.dispose();
});

test('metadata of a model may not have names that its file needs', () => {
  const config = { ...SIZES };
  for (const name of ['config', 'vocab']) {
    assert.throws(
      () => writeModel({ config, state: {}, vocab, about: { [name]: 'mine' } }),
      new RegExp(`^TypeError: about\\.${name}: expected another name`),
    );
  }
  assert.throws(
    () => writeModel(/** @type {any} */ ({ config, state: {}, vocab, abuot: { task: 'mine' } })),
    /^TypeError: model: unknown option abuot: did you mean about\?$/,
  );
});

test('a file whose sinusoidal positions could not be read is not written', () => {
  const config = { ...SIZES, positions: /** @type {const} */ ('sinusoidal'), contextLen: 2 ** 21 };
  assert.throws(
    () => writeModel({ config, state: {}, vocab }),
    /^RangeError: contextLen: expected at most 524288 for sinusoidal positions of width 8 in a file, got 2097152$/,
  );
});
