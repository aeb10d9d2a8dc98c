// Tests every line of describeSemantics(): its call runs exactly as it is printed, and must give
// the framework's result, which semantics/generate.py stored. Claims about more than one result are
// checked below, framework by framework.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { describeSemantics, load } from 'headwise';
import { load as loadReference } from 'headwise/reference';
import { root } from '../../src/build/tools/paths.js';
import { judge } from './compare.js';
import { readPack } from './pack.js';
import { read } from './read.js';
import { formatSemantics, SEMANTICS_PAGE } from './semantics/page.js';

/** @import { FrameworkSemantics, SemanticsTopic } from 'headwise' */
/** @import { PlainTensor } from '../../src/js/types/index.ts' */

/**
 * The result of a framework for one line.
 *
 * @typedef {object} Probe
 * @property {string} framework
 * @property {SemanticsTopic} topic
 * @property {string} version
 * @property {Record<string, PlainTensor>} inputs by the framework's names, but query, key and value
 * @property {Record<string, PlainTensor>} results
 * @property {any} [config] of a layer
 * @property {Record<string, PlainTensor>} state
 * @property {string[]} [parameters] that its functions take
 * @property {string} [refused] its error text
 * @property {string[]} [linen] the parameters of Flax's other layer
 */

const PACKAGES = ['torch', 'keras', 'flax', 'onnx', 'onnxruntime'];

const { topics, frameworks } = describeSemantics();
const probes = (await Promise.all(PACKAGES.map(readProbes))).flat();
const oracle = await loadReference();
const engine = await load();
after(() => engine.dispose());

for (const { framework, version, call, lines } of frameworks) {
  for (const topic of /** @type {SemanticsTopic[]} */ (Object.keys(lines))) {
    const { does, options } = lines[topic];
    test(`${framework}, ${topic}: ${does}`, () => {
      const probe = find(framework, topic);
      assert.equal(probe.version, version);
      if (options === null) {
        assert.equal(topic, 'softcap');
        const capping = probe.parameters?.filter((name) => /cap/.test(name));
        assert.deepEqual(capping, []);
        return;
      }
      const { results } = probe;
      for (const on of [engine, oracle]) {
        const result = run(on, probe, call, options);
        assertSame(result, 'output', results.output);
        if (result.attention && results.attention) {
          assertSame(result, 'attention', results.attention);
        }
      }
      CLAIMS[framework]?.[topic]?.(probe, (other = options) =>
        run(engine, probe, call, other, { trace: true }),
      );
    });
  }
}

test('every framework has a line for every topic', () => {
  for (const { framework, lines } of frameworks) {
    assert.deepEqual(Object.keys(lines), Object.keys(topics), framework);
  }
  const count = frameworks.length * Object.keys(topics).length;
  assert.equal(probes.length, count, 'as many probes as lines');
});

test('each call has its own data', () => {
  describeSemantics().frameworks.length = 0;
  assert.deepEqual(describeSemantics(), { topics, frameworks });
});

test('the documentation says the same', async () => {
  const text = await readFile(join(root, SEMANTICS_PAGE), 'utf8');
  assert.equal(
    text,
    await formatSemantics(),
    `node tests/conformance/semantics/page.js mends ${SEMANTICS_PAGE}`,
  );
});

/**
 * Claims of lines beyond one result: `again` makes the headwise call, with its own options or with others.
 *
 * @type {Record<string, Partial<Record<SemanticsTopic, (probe: Probe, again: (options?: string) => any) => void>>>}
 */
const CLAIMS = {
  'torch.nn.MultiheadAttention': {
    booleanMask({ results }, again) {
      const padded = again('{ keyPaddingMask: { ignore: key_padding_mask } }');
      assertSame(padded, 'output', results.padded);
    },
    emptyRow({ results, state }) {
      assert.deepEqual(rowsOfNan(results.with_weights), [1, 4]);
      assert.deepEqual(rowsOfNan(results.fast_path), [0, 3]);
      assert.deepEqual(rowsOfNan(results.output), []);
      assert.deepEqual(row(results.output, 1), [...state['out_proj.bias'].data]);
    },
    causal: ({ refused }) => assert.match(refused ?? '', /attn_mask/),
    maps({ results: { attention, dropped } }) {
      const lost = dropped.data.filter((share, at) => share !== attention.data[at]);
      assert.ok(lost.length > 0, 'dropout shows in the maps');
    },
  },
  'torch.nn.functional.scaled_dot_product_attention': {
    emptyRow: ({ results }) => assert.deepEqual(row(results.output, 1), [0, 0, 0, 0]),
    causal: ({ refused }) => assert.match(refused ?? '', /attn_mask should not be set/),
    maps({ results }) {
      assert.deepEqual(Object.keys(results), ['output']);
      const { parameters } = find('torch.nn.functional.scaled_dot_product_attention', 'softcap');
      assert.deepEqual(
        parameters?.filter((name) => /weight|score|return/.test(name)),
        [],
      );
    },
  },
  'keras.layers.MultiHeadAttention': {
    emptyRow({ results }, again) {
      assert.deepEqual(row(results.attention, 1), [0, 0, 0, 0]);
      const onFlax = frameworks.find(({ framework }) => framework.startsWith('flax'));
      const mean = onFlax?.lines.emptyRow.options?.replace(/\bmask\b(?!:)/g, 'attention_mask');
      const even = again(mean ?? undefined);
      assertSame(even, 'output', results.without_scores);
    },
    maps: ({ results }) => assertUndropped(results),
  },
  'flax.nnx.MultiHeadAttention': {
    emptyRow({ results }) {
      assert.deepEqual(row(results.attention, 1), [0.25, 0.25, 0.25, 0.25]);
      assert.deepEqual(results.output, results.without_maps);
    },
    causal: ({ linen }) => assert.ok(linen?.includes('mask') && !linen.includes('is_causal')),
    maps: ({ results }) => assertUndropped(results),
  },
  'ONNX Attention': {
    emptyRow: ({ results }) => assert.deepEqual(row(results.output, 1), [0, 0, 0, 0]),
    causal({ results }, again) {
      assertSame(again('{ causal: true }'), 'output', results.alone);
      const past = '{ causal: true, pastKey: past_key, pastValue: past_value }';
      assertSame(again(past), 'output', results.after_past);
    },
    maps({ results }, again) {
      for (const name of ['scores', 'softcapped', 'masked', 'attention']) {
        assertSame(traceOf(again()), name, results[name]);
      }
    },
  },
  'onnxruntime MultiHeadAttention, GroupQueryAttention': {
    emptyRow({ results }, again) {
      assertSame(traceOf(again()), 'masked', results.masked);
    },
    causal({ results: { longer } }) {
      const hidden = [0, 1, 2].map((i) => row(longer, i).filter((score) => score < -1e30).length);
      assert.deepEqual(hidden, [3, 2, 0]);
    },
    maps({ results }, again) {
      assertSame(traceOf(again()), 'masked', results.masked);
      const { masked } = find(
        'onnxruntime MultiHeadAttention, GroupQueryAttention',
        'booleanMask',
      ).results;
      assert.ok(row(masked, 0)[1] < -9000 && row(masked, 0)[0] > -9000);
    },
  },
};

/**
 * Makes a line's call on an engine or the reference, as it is written, and adds the bounds of its result.
 *
 * @param {any} on
 * @param {Probe} probe
 * @param {string} call
 * @param {string} written the options
 * @param {object} [others]
 */
function run(on, { inputs, config, state }, call, written, others) {
  const { query, key, value, ...named } = inputs;
  const read = new Function(...Object.keys(named), `return ${written}`);
  const options = { ...read(...Object.values(named)), ...others };
  const names = ['headwise', 'layer', 'query', 'key', 'value', 'options'];
  const make = new Function(...names, `return ${call}`);
  const [result, { bounds }] = [
    [on, options],
    [oracle, { ...options, bounds: true }],
  ].map(([headwise, asked]) => {
    const layer = config && headwise.createMultiHeadAttention(config);
    layer?.loadStateDict(state);
    const made = make(headwise, layer, query, key, value, asked);
    layer?.dispose();
    return made;
  });
  return { ...result, bounds };
}

/**
 * @param {any} result with its bounds
 * @param {string} place
 * @param {PlainTensor} expected
 */
function assertSame(result, place, expected) {
  const check = { place, computed: result[place], expected, bound: result.bounds[place] };
  assert.equal(judge(check).fault, null);
}

/**
 * @param {any} result with its bounds
 */
const traceOf = ({ trace, bounds }) => ({ ...trace, bounds: bounds.trace });

/**
 * The map that is returned is the one from before dropout.
 *
 * @param {Probe['results']} results
 */
function assertUndropped({ attention, dropped }) {
  assert.deepEqual(dropped.shape, attention.shape);
  const away = dropped.data.map((share, at) => Math.abs(share - attention.data[at]));
  assert.ok(Math.max(...away) < 1e-6);
}

/**
 * @param {PlainTensor} tensor
 * @param {number} index over all leading axes
 */
function row({ data, shape }, index) {
  const width = shape[shape.length - 1];
  return [...data.slice(index * width, (index + 1) * width)];
}

/** @param {PlainTensor} tensor */
function rowsOfNan(tensor) {
  const rows = tensor.data.length / tensor.shape[tensor.shape.length - 1];
  return Array.from({ length: rows }, (_, index) => index).filter((index) =>
    row(tensor, index).every(Number.isNaN),
  );
}

/**
 * @param {string} framework
 * @param {SemanticsTopic} topic
 */
function find(framework, topic) {
  const probe = probes.find((one) => one.framework === framework && one.topic === topic);
  assert.ok(probe, 'there is a probe');
  return probe;
}

/**
 * @param {string} name of a package
 * @returns {Promise<Probe[]>}
 */
async function readProbes(name) {
  const pack = readPack(await read(`conformance/semantics/${name}.safetensors`));
  const { version, probes } = pack.about;
  /** @param {Record<string, string>} [ids] */
  const tensors = (ids = {}) =>
    Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, pack.tensor(id)]));
  return probes.map((/** @type {any} */ probe) => ({
    ...probe,
    version,
    inputs: tensors(probe.inputs),
    results: tensors(probe.results),
    state: tensors(probe.state),
  }));
}
