// Tests questions about heads: probes, circuits, composition, moved maps, rollout and alignments; against formulas and TransformerLens.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  alignWords,
  circuits,
  compareHeads,
  composition,
  openModel,
  patch,
  probeHeads,
  rollout,
  sweep,
} from 'headwise/models';
import { read } from '../conformance/read.js';
import { unpack } from '../golden/support/golden.js';
import { filesOf, readFolderGoldens, readModelGoldens } from '../golden/models/read.js';
import { expectNear } from './support/near.js';

const goldens = await readModelGoldens();
const { token, against, length, cases } = JSON.parse(
  new TextDecoder().decode(await unpack(await read('golden/causes/causes.json.gz'))),
);

/** @param {string} family @param {string} [name] @param {object} [options] */
async function open(family, name, options) {
  const golden = goldens.find((one) => one.family === family && (!name || one.name === name));
  if (!golden) assert.fail(`${family} ${name}`);
  const { ids, typeIds, targetIds } = golden.inputs;
  const input = /** @type {any} */ (typeIds ? { ids, typeIds } : ids);
  const model = await openModel(filesOf(golden), options);
  return { model, input, how: targetIds ? { target: targetIds } : {}, golden };
}

/** Within 1e-4 of the largest. @param {ArrayLike<number>} got @param {number[]} wanted @param {string} what */
function expectLike(got, wanted, what) {
  assert.equal(got.length, wanted.length, what);
  const largest = Math.max(...wanted.map(Math.abs));
  for (const [at, value] of wanted.entries()) {
    assert.ok(
      Math.abs(got[at] - value) <= 1e-4 * largest,
      `${what} ${at}: ${got[at]}, expected ${value}`,
    );
  }
}

for (const wanted of cases) {
  test(`${wanted.model}: boards, lens and probes are those of TransformerLens`, async () => {
    const [family, name] = wanted.model.split('/');
    const { model, input } = await open(family, name);
    const position = (input.ids ?? input).length - 1;
    const measure = { position, token, against };
    for (const by of /** @type {const} */ (['zero', 'mean'])) {
      const { base, effects } = await sweep(model, input, { measure, by });
      expectLike([base], [wanted.base], 'base');
      expectLike(effects.data, wanted[by].flat(), by);
    }
    const into = await model.run(input);
    const from = await model.run(input.ids ? { ...input, ids: wanted.other } : wanted.other);
    for (const over of /** @type {const} */ ([
      ...['residual', 'attentions', 'mlps', 'heads', 'patterns'],
    ])) {
      if (!wanted[over]) continue;
      const { effects } = await patch(model, { into, from, measure, over });
      expectLike(effects.data, wanted[over].flat(), over);
    }
    for (const [layer, logits] of wanted.lens.entries()) {
      const found = await into.lens({ layer, at: 'in', position });
      expectLike(found.logits.data, logits, `lens ${layer}`);
    }
    const { ids, scores } = wanted.twice;
    const run = await model.run(ids);
    for (const [layer, heads] of scores.entries()) {
      const { data } = await run.attention({ layer });
      const size = ids.length;
      const found = heads.map((/** @type {number} */ _, /** @type {number} */ head) => {
        let sum = 0;
        for (let i = length + 1; i < size; i++) sum += data[(head * size + i) * size + i - length + 1] / length; // prettier-ignore
        return sum;
      });
      expectLike(found, heads, `twice ${layer}`);
    }
    model.dispose();
  });
}

/**
 * Eigenvalues in any order, each within 1e-4 of the largest.
 *
 * @param {{ re: number, im: number }[]} got @param {[number, number][]} wanted @param {string} what
 */
function expectEigenvalues(got, wanted, what) {
  assert.equal(got.length, wanted.length, what);
  const allowed = 1e-4 * Math.max(...wanted.map(([re, im]) => Math.hypot(re, im)));
  const left = [...got];
  for (const [re, im] of wanted) {
    const distances = left.map((one) => Math.hypot(one.re - re, one.im - im));
    const at = distances.indexOf(Math.min(...distances));
    assert.ok(distances[at] <= allowed, `${what}: ${re}, ${im} is ${distances[at]} away`);
    left.splice(at, 1);
  }
}

for (const { model: which, weights, attribution } of cases) {
  test(`${which}: circuits, composition and attribution are those of TransformerLens`, async () => {
    const [family, name] = which.split('/');
    const { model, input } = await open(family, name);
    const { numLayers, numHeads } = model.config;
    for (const kind of /** @type {const} */ (['query', 'key', 'value'])) {
      const scores = await composition(model, kind);
      expectLike(scores.data, weights[kind].flat(3), kind);
    }
    for (let layer = 0; layer < numLayers; layer++) {
      for (let head = 0; head < numHeads; head++) {
        const { qk, ov } = await circuits(model, { layer, head, copying: false });
        expectEigenvalues(qk, weights.qk[layer][head], `QK of ${layer}.${head}`);
        expectEigenvalues(ov, weights.ov[layer][head], `OV of ${layer}.${head}`);
        if (!weights.copying) continue; // BERT's head is not linear
        const { copying, ...rest } = await circuits(model, { layer, head });
        assert.deepEqual(rest, { qk, ov });
        assert.ok(Math.abs(copying - weights.copying[layer][head]) <= 1e-4, `copying ${layer}.${head}`); // prettier-ignore
      }
    }
    if (attribution) {
      const run = await model.run(input);
      const position = (input.ids ?? input).length - 1;
      const { parts } = await run.attribution({ position, token, against });
      const sum = (/** @type {string} */ kind, /** @type {number} */ layer, /** @type {number} */ head) =>
        parts
          .filter((one) => one.kind === kind && one.layer === layer && one.head === head)
          .reduce((all, { value }) => all + value, 0); // prettier-ignore
      const kinds = ['token', 'position', 'type'];
      const embedding = parts.filter(({ kind }) => kinds.includes(kind)).reduce((all, { value }) => all + value, 0); // prettier-ignore
      const each = (/** @type {string} */ kind) =>
        [...Array(numLayers).keys()].map((layer) =>
          sum(kind, layer, /** @type {any} */ (undefined)),
        );
      const heads = [...Array(numLayers * numHeads).keys()].map((at) =>
        sum('head', Math.floor(at / numHeads), at % numHeads),
      );
      const all = (/** @type {any} */ one) => [
        ...[one.embedding, ...one.heads.flat(), ...one.attentions, ...one.mlps],
      ];
      const found = { embedding, heads, attentions: each('attentionBias'), mlps: each('mlp') };
      expectLike(all(found), all(attribution), 'attribution');
    }
    model.dispose();
  });
}

test('a probe gives every head, and the same numbers for the same seed', async () => {
  const all = [];
  for (const options of [{}, { worker: true }]) {
    const { model } = await open('gpt2', 'tied', options);
    const size = 2 * 6 + 1;
    const pattern = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => +(i > 0 && j === i - 1)),
    );
    /** @type {number[]} */
    const progress = [];
    const onProgress = (/** @type {number} */ done) => void progress.push(done);
    const how = { length: 6, repeats: 4, seed: 3, pattern, onProgress };
    const heads = await probeHeads(model, how);
    assert.deepEqual(progress, [0.25, 0.5, 0.75, 1]);
    assert.equal(heads.length, model.config.numLayers * model.config.numHeads);
    for (const one of heads) {
      expectNear([one.pattern?.mean ?? 0, one.pattern?.spread ?? 0], [one.previous.mean, one.previous.spread]); // prettier-ignore
      assert.ok(one.previous.mean > 0 && one.previous.mean < 1 && one.previous.spread > 0);
    }
    assert.notDeepEqual(await probeHeads(model, { ...how, onProgress: undefined, seed: 4 }), heads);
    all.push(heads);
    for (const [given, got] of /** @type {const} */ ([
      [{ length: 12 }, '12'],
      [undefined, 'the default, 25'],
    ])) {
      await assert.rejects(probeHeads(model, given), {
        name: 'RangeError',
        message: `length: expected at most 11, for the model reads ${model.config.contextLen} tokens and a text has 2 length + 1, got ${got}`,
      });
    }
    assert.ok((await probeHeads(model, { length: 11, repeats: 1 })).length > 0);
    await assert.rejects(
      probeHeads(model, { length: 2, pattern: [[1]] }),
      /^RangeError: pattern: /,
    );
    model.dispose();
  }
  assert.deepEqual(all[1], all[0]);
});

test('heads with known maps have the scores of their maps', async () => {
  const { model } = await open('gpt2', 'tied');
  const { numHeads, numLayers } = model.config;
  const own = model.run.bind(model);
  const places = [
    (/** @type {number} */ i) => Math.max(i - 1, 0),
    (/** @type {number} */ i) => Math.max(i - 5, 0),
    (/** @type {number} */ i) => Math.max(i - 4, 0),
  ];
  /** @type {any} */ (model).run = (/** @type {any} */ ids, /** @type {any} */ how) => {
    const size = ids.length;
    const data = new Float32Array(numHeads * size * size);
    for (let head = 0; head < numHeads; head++) {
      for (let i = 0; i < size; i++) data[(head * size + i) * size + places[head % 3](i)] = 1;
    }
    const tensor = { data, shape: [numHeads, size, size] };
    return own(ids, { ...how, replace: [{ layer: 0, name: 'attention', tensor }] });
  };
  const heads = await probeHeads(model, { length: 5, repeats: 2 });
  assert.equal(heads.length, numHeads * numLayers);
  assert.deepEqual(heads[0].previous, { mean: 1, spread: 0 });
  assert.deepEqual(heads[1].duplicate, { mean: 1, spread: 0 });
  assert.deepEqual(heads[2].induction, { mean: 1, spread: 0 });
  assert.deepEqual(heads[0].first, { mean: 0.1, spread: 0 });
  model.dispose();
});

/** Multiplies lists of rows. @param {number[][]} a @param {number[][]} b */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
const flipped = (/** @type {number[][]} */ a) => a[0].map((_, j) => a.map((row) => row[j]));
const norm = (/** @type {number[][]} */ a) => Math.hypot(...a.flat());

/** The maps of a head on the stream of a model with norms before: W_Q, W_K, W_V (E, D) and W_O (D, E). @param {any} run @param {any} config @param {number} layer @param {number} head */
async function mapsOf(run, config, layer, head) {
  const { state, norms } = await run.layer({ layer });
  const { numHeads, numKvHeads, headDim, embedDim } = config;
  const all = state.in_proj_weight.toArray();
  const gain = [...norms.before.weight.data];
  const fold = (/** @type {number[]} */ row) => {
    const scaled = row.map((value, i) => value * gain[i]);
    const mean = norms.before.type === 'layer' ? scaled.reduce((a, b) => a + b) / embedDim : 0;
    return scaled.map((value) => value - mean);
  };
  const some = (/** @type {number} */ first) => all.slice(first, first + headDim).map(fold);
  const kv = Math.floor(head / (numHeads / numKvHeads));
  const [q, k] = [numHeads * headDim, numKvHeads * headDim];
  return {
    query: some(head * headDim),
    key: some(q + kv * headDim),
    value: some(q + k + kv * headDim),
    output: state['out_proj.weight']
      .toArray()
      .map((/** @type {number[]} */ row) => row.slice(head * headDim, (head + 1) * headDim)),
  };
}

test('circuits and composition follow their formulas', async () => {
  for (const [family, name] of [
    ['gpt2', 'tied'],
    ['llama', 'llama3'],
  ]) {
    const { model, input } = await open(family, name);
    const run = await model.run(input);
    const { config } = model;
    const { numLayers, numHeads } = config;
    const last = numLayers - 1;
    const { query, key, value, output } = await mapsOf(run, config, last, 1);
    const { qk, ov, copying } = await circuits(model, { layer: last, head: 1 });
    assert.equal(qk.length, config.headDim);
    assert.ok(copying >= -1 && copying <= 1);
    // the sums of eigenvalues and of their squares are traces
    for (const [found, matrix] of /** @type {const} */ ([
      [qk, times(flipped(query), key)],
      [ov, times(output, value)],
    ])) {
      const trace = (/** @type {number[][]} */ a) => a.reduce((sum, row, i) => sum + row[i], 0);
      const sum = found.reduce((all, { re }) => all + re, 0);
      const squares = found.reduce((all, { re, im }) => all + re * re - im * im, 0);
      const size = found.reduce((all, { re, im }) => all + Math.hypot(re, im), 0);
      assert.ok(Math.abs(sum - trace(matrix)) <= 1e-5 * size, `${sum}, expected ${trace(matrix)}`);
      assert.ok(Math.abs(squares - trace(times(matrix, matrix))) <= 1e-5 * size * size);
      const magnitudes = found.map(({ re, im }) => Math.hypot(re, im));
      assert.deepEqual(
        [...magnitudes].sort((a, b) => b - a),
        magnitudes,
      );
    }
    const earlier = await mapsOf(run, config, 0, 2 % numHeads);
    const written = times(earlier.output, earlier.value);
    for (const [kind, reads] of /** @type {const} */ ([
      ['query', times(flipped(key), query)],
      ['key', times(flipped(query), key)],
      ['value', times(output, value)],
    ])) {
      const scores = await composition(model, kind);
      assert.deepEqual(scores.shape, [numLayers, numHeads, numLayers, numHeads]);
      const wanted = norm(times(reads, written)) / (norm(reads) * norm(written));
      const got = scores.at(0, 2 % numHeads, last, 1);
      assert.ok(Math.abs(got - wanted) <= 1e-5, `${kind}: ${got}, expected ${wanted}`);
      assert.equal(scores.at(last, 0, 0, 0), 0);
      assert.equal(scores.at(0, 0, 0, 1), 0);
    }
    await assert.rejects(
      circuits(model, { layer: 9, head: 0 }),
      /^RangeError: layer: expected an integer/,
    );
    await assert.rejects(composition(model, /** @type {any} */ ('output')), /^TypeError: kind: /);
    model.dispose();
  }
  const { model } = await open('bert', 'masked');
  await assert.rejects(circuits(model, { layer: 0, head: 0 }), {
    code: 'unsupported',
    message: 'circuits: expected a linear head after the final norm, got one with an activation',
  });
  model.dispose();
});

test('a head that writes each token itself copies', async () => {
  const { model, golden } = await open('gpt2', 'tied');
  const files = /** @type {any} */ (filesOf(golden));
  const ours = await circuits(model, { layer: 0, head: 0 });
  const remote = await openModel(files, { worker: true });
  assert.deepEqual(await circuits(remote, { layer: 0, head: 0 }), ours);
  assert.deepEqual(await composition(remote, 'key'), await composition(model, 'key'));
  remote.dispose();
  model.dispose();
});

test('maps that moved, rollout and links are those of the maps', async () => {
  for (const worker of [false, true]) {
    const { model, input, how } = await open('t5', undefined, { worker });
    const run = await model.run(input, how);
    const other = await model.run([...input].reverse(), how);
    const [layer, head] = [1, 1];
    const [a, b] = [await run.attention({ layer }), await other.attention({ layer })];
    const [heads, rows, columns] = a.shape;
    const moved = await compareHeads(run, other);
    assert.equal(moved.length, model.config.numLayers * heads);
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++)
        sum += Math.abs(a.at(head, i, j) - b.at(head, i, j)) / 2 / rows;
    }
    const found = moved.find((one) => one.layer === layer && one.head === head)?.moved ?? -1;
    assert.ok(Math.abs(found - sum) < 1e-9);
    assert.ok((await compareHeads(run, run)).every((one) => one.moved === 0));

    let product = Array.from({ length: rows }, (_, i) =>
      Array.from({ length: rows }, (_, j) => +(i === j)),
    );
    for (let n = 0; n < model.config.numLayers; n++) {
      const maps = await run.attention({ layer: n });
      const mixed = product.map((_, i) =>
        product.map((_, j) => {
          let mean = 0;
          for (let h = 0; h < heads; h++) mean += maps.at(h, i, j) / heads;
          return 0.7 * mean + (i === j ? 0.3 : 0);
        }),
      );
      product = times(mixed, product);
    }
    expectNear((await rollout(run, { residual: 0.3 })).data, product.flat());
    await assert.rejects(
      rollout(run, { residual: 2 }),
      /^RangeError: residual: expected a number from 0 to 1/,
    );

    const cross = await run.attention({ layer, head, kind: 'cross' });
    const { links, errorRate } = await alignWords(run, { heads: [{ layer, head }] });
    assert.equal(errorRate, undefined);
    assert.equal(links.length, cross.shape[0]);
    for (const [target, source, share] of links) {
      const row = [...cross.row(target)];
      assert.equal(share, Math.max(...row));
      assert.equal(source, row.indexOf(share));
    }
    const pairs = links.map(
      ([target, source]) => /** @type {[number, number]} */ ([target, source]),
    );
    const best = await alignWords(run, { pairs });
    assert.deepEqual(best, { links, errorRate: 0 });
    const wrong = pairs.map(
      ([target, source], at) =>
        /** @type {[number, number]} */ ([target, at < 1 ? source : (source + 1) % cross.shape[1]]),
    );
    const rate = await alignWords(run, { heads: [{ layer, head }], pairs: wrong });
    assert.ok(Math.abs((rate.errorRate ?? 0) - (1 - 1 / links.length)) < 1e-12);
    await assert.rejects(
      alignWords(run, { pairs: [[0, 99]] }),
      /^RangeError: pairs\[0\]\[1\]: expected an integer from 0 to/,
    );
    await assert.rejects(
      alignWords(run, { heads: [] }),
      /^TypeError: heads: expected at least one head/,
    );
    await assert.rejects(
      compareHeads(run, /** @type {any} */ ({})),
      /^TypeError: b: expected a run from model.run\(\)/,
    );
    const short = await model.run(input, { target: [.../** @type {any} */ (how.target)].slice(1) });
    await assert.rejects(compareHeads(run, short), /^RangeError: b: expected maps of shape/);
    model.dispose();
  }
});

test('special tokens of a text have no links', async () => {
  const { path, texts } =
    (await readFolderGoldens()).find(({ name }) => name === 'bert') ?? assert.fail();
  const model = await openModel(path);
  const run = await model.run(/** @type {string} */ (texts[0].text));
  const special = (run.input?.words ?? []).flatMap((word, at) => (word === -1 ? [at] : []));
  const { links } = await alignWords(run);
  assert.ok(special.length >= 2 && links.length > 0);
  for (const [target, source] of links) {
    assert.ok(!special.includes(target) && !special.includes(source));
  }
  model.dispose();
});
