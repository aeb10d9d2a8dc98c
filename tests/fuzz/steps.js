// The steps of calls.js: one random call each, with the earlier results that it needs.

import { createTransformer } from 'headwise/training';
import { randomAttentionCase, randomLayerCase, withOptions } from '../api/support/cases.js';
import { Random } from '../api/support/random.js';
import { spoil } from './spoil.js';

/** A call with any arguments. @type {(...args: any[]) => any} */
const create = createTransformer;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {unknown} args
 * @property {(world: World) => unknown} run the call, on one of two engines
 */

const MOST = 3; // of a kind, at a time

/** All objects of an engine, in the order of the calls. */
export class World {
  /**
   * @type {{ handle: any, of: any }[]} layers with their cases, models with their configurations, ...
   */
  layers = [];
  /** @type {{ handle: any, of: any }[]} */
  caches = [];
  /** @type {{ handle: any, of: any }[]} */
  kepts = [];
  /** @type {{ handle: any, of: any }[]} */
  models = [];

  /** @param {any} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /**
   * @param {{ handle: any, of: any }[]} list
   * @param {any} handle
   * @param {any} of
   */
  keep(list, handle, of) {
    list.push({ handle, of });
    if (list.length > MOST) list.shift()?.handle.dispose();
  }

  clear() {
    for (const list of [this.kepts, this.caches, this.layers, this.models]) {
      for (const { handle } of list.splice(0)) handle.dispose();
    }
  }
}

/** @typedef {(random: Random, world: World) => Step | null} Maker null: this world has nothing to make it with */

/**
 * Chooses a step among the possible ones.
 *
 * @param {Random} random
 * @param {World} world whose objects decide which calls are possible
 * @returns {Step}
 */
export function anyStep(random, world) {
  for (;;) {
    const step = random.pick(MAKERS)(random, world);
    if (step !== null) return step;
  }
}

/**
 * Right arguments, or wrong ones.
 *
 * @param {Random} random
 * @param {any[]} args
 */
const any = (random, args) => (random.chance(0.4) ? spoil(random, args) : args);

/**
 * The arguments as a list; arguments that were replaced as a whole become the only one.
 *
 * @param {any} args
 * @returns {any[]}
 */
const listed = (args) => (Array.isArray(args) ? args : [args]);

/**
 * A call of the engine itself, by its name.
 *
 * @param {Random} random
 * @param {string} name
 * @param {any[]} given
 * @returns {Step}
 */
function callOf(random, name, given) {
  const args = any(random, given);
  return { name, args, run: ({ engine }) => engine[name](...listed(args)) };
}

/**
 * A place in a list, of what still is in it.
 *
 * @param {Random} random
 * @param {readonly unknown[]} list
 */
const placeIn = (random, list) => (list.length === 0 ? -1 : random.integer(0, list.length - 1));

/** @param {Random} random */
const anyLength = (random) => random.integer(0, random.pick([4, 40]));

/** @type {readonly Maker[]} */
const MAKERS = [
  function attention(random) {
    const { inputs, options } = randomAttentionCase(random, anyLength(random));
    const asked = { ...options, attention: random.chance(0.5), trace: random.chance(0.3) };
    const args = any(random, [...inputs, { ...asked, keep: random.chance(0.2) }]);
    return {
      name: 'scaledDotProductAttention',
      args,
      run: (world) => {
        const result = world.engine.scaledDotProductAttention(...listed(args));
        if (result.kept) world.keep(world.kepts, result.kept, result.output);
        return result;
      },
    };
  },

  function createLayer(random) {
    const made = randomLayerCase(random, anyLength(random));
    const args = any(random, [made.config]);
    return {
      name: 'createMultiHeadAttention',
      args,
      run: (world) => {
        const layer = world.engine.createMultiHeadAttention(...listed(args));
        const state = layer.stateDict(); // before it is kept: where memory refuses this, the other engine is not asked
        world.keep(world.layers, layer, made);
        return state;
      },
    };
  },

  function forward(random, { layers, caches }) {
    const place = placeIn(random, layers);
    if (place < 0) return null;
    const { inputs, options } = layers[place].of;
    const cache = random.chance(0.4) ? placeIn(random, caches) : -1;
    const { pastKey: _, pastValue: __, mask: ___, keyPaddingMask: ____, ...plain } = options;
    const asked = {
      ...(cache < 0 ? options : plain),
      attention: random.chance(0.4),
      trace: random.chance(0.3),
      keep: random.chance(0.3),
    };
    const args = any(random, withOptions(inputs, asked));
    return {
      name: `forward of layer ${place} with cache ${cache}`,
      args,
      run: (world) => {
        const given = listed(args);
        const last = given.length - 1;
        if (cache >= 0 && typeof given[last] === 'object') {
          given[last] = { ...given[last], cache: world.caches[cache].handle };
        }
        const result = world.layers[place].handle.forward(...given);
        if (result.kept) world.keep(world.kepts, result.kept, result.output);
        return result;
      },
    };
  },

  function createCache(random, { layers }) {
    const place = placeIn(random, layers);
    if (place < 0) return null;
    const { batch } = layers[place].of.sizes;
    const capacity = random.pick([0, 5, 100, 300, 1e6, 2 ** 30]);
    const args = any(random, [{ batch, capacity }]);
    return {
      name: `createCache of layer ${place}`,
      args,
      run: (world) => {
        const cache = world.layers[place].handle.createCache(...listed(args));
        world.keep(world.caches, cache, place);
        return cache.length;
      },
    };
  },

  function truncate(random, { caches }) {
    const place = placeIn(random, caches);
    if (place < 0) return null;
    const args = any(random, [random.integer(0, 30)]);
    return {
      name: `truncate of cache ${place}`,
      args,
      run: ({ caches: those }) => {
        those[place].handle.truncate(...listed(args));
        return those[place].handle.length;
      },
    };
  },

  (random, { layers }) => stateOf(random, layers, 'layers'),
  (random, { models }) => stateOf(random, models, 'models'),

  function attentionWindow(random, { kepts }) {
    const place = placeIn(random, kepts);
    if (place < 0) return null;
    const [queries] = kepts[place].of.shape.slice(-2);
    const rows = [random.integer(0, 3), random.integer(0, queries)];
    const args = any(random, [{ head: random.integer(0, 2), rows, columns: [0, 1 + rows[0]] }]);
    return {
      name: `attentionWindow of kept ${place}`,
      args,
      run: ({ kepts: those }) => those[place].handle.attentionWindow(...listed(args)),
    };
  },

  function backward(random, { kepts }) {
    const place = placeIn(random, kepts);
    if (place < 0) return null;
    const args = any(random, [random.tensor(kepts[place].of.shape)]);
    return {
      name: `backward of kept ${place}`,
      args,
      run: ({ kepts: those }) => those[place].handle.backward(...listed(args)),
    };
  },

  function createModel(random) {
    const config = {
      vocabSize: random.integer(2, 30),
      contextLen: random.integer(1, 20),
      embedDim: 4 * random.integer(1, 6),
      numHeads: random.pick([1, 2]),
      numKvHeads: random.pick([undefined, 1]),
      numLayers: random.integer(1, 2),
      norm: random.pick(['pre', 'post', 'none', 'inside', 'sandwich']),
      normType: random.pick(['layer', 'rms']),
      queryKeyNorm: random.pick([false, { type: 'layer', over: 'width' }]),
      positions: random.pick(['learned', 'alibi', { type: 'rotary', dims: 2 }]),
      bias: random.pick([true, { key: false, mlp: false, norm: false }]),
      gated: random.chance(0.5),
      window: random.pick([undefined, { left: 1 }]),
      seed: random.integer(0, 99),
    };
    const args = any(random, [config]);
    return {
      name: 'createTransformer',
      args,
      run: (world) => {
        const model = create(world.engine, ...listed(args));
        const state = model.stateDict();
        world.keep(world.models, model, config);
        return state;
      },
    };
  },

  function useModel(random, { models }) {
    const place = placeIn(random, models);
    if (place < 0) return null;
    const { vocabSize, contextLen } = models[place].of;
    const length = random.integer(1, contextLen);
    const ids = () => Array.from({ length }, () => random.integer(0, vocabSize - 1));
    const name = random.pick(['forward', 'evaluate', 'trainStep']);
    const batch = { tokens: [ids(), ids()], targets: [ids(), ids()] };
    const given =
      name === 'forward'
        ? [batch.tokens, { trace: random.chance(0.5) }]
        : [batch, name === 'trainStep' ? { learningRate: 0.01 } : {}];
    const args = any(random, given);
    return {
      name: `${name} of model ${place}`,
      args,
      run: ({ models: those }) => {
        const result = those[place].handle[name](...listed(args));
        return name === 'forward' ? result : result.loss;
      },
    };
  },

  /** Loads an optimiser's state made of the one that is there. */
  function optimizerOf(random, { models }) {
    const place = placeIn(random, models);
    if (place < 0) return null;
    const [seed, isSpoilt] = [random.integer(0, 1e6), random.chance(0.4)];
    return {
      name: `loadOptimizerState of model ${place}`,
      args: [seed, isSpoilt],
      run: (world) => {
        const { handle } = world.models[place];
        const { step, first, second } = handle.optimizerState();
        const given = isSpoilt ? spoil(new Random(seed), first) : first;
        handle.loadOptimizerState({ step: step + 1, first: given, second }); // which the next train steps show
        return step;
      },
    };
  },

  function linear(random) {
    const [rows, from, to] = [anyLength(random), random.integer(1, 9), random.integer(1, 9)];
    const bias = random.chance(0.5) ? [random.tensor([to])] : [];
    return callOf(random, 'linear', [
      random.tensor([rows, from]),
      random.tensor([to, from]),
      ...bias,
    ]);
  },
  (random) => callOf(random, random.pick(['softmax', 'softmaxSteps']), [anyRows(random)]),
  function addAndNorm(random) {
    const x = anyRows(random);
    return callOf(random, 'addAndNorm', [x, random.tensor(x.shape), { epsilon: random.next() }]);
  },
  function embed(random) {
    const ids = Array.from({ length: anyLength(random) }, () => random.integer(0, 99));
    return callOf(random, 'embed', [ids, { embedDim: random.integer(1, 30) }]);
  },

  /** Values that no limit allows. */
  function tooLarge(random) {
    const tall = { data: new Float32Array(3000), shape: [1, 3000, 1] };
    const [name, ...args] = random.pick([
      ['createMultiHeadAttention', { embedDim: 30_000, numHeads: 1 }],
      ['scaledDotProductAttention', tall, tall, tall, { trace: true }],
      ['embed', [1, 2], { embedDim: 2 ** 30 }],
      [
        'createTransformer',
        { vocabSize: 9, contextLen: 9, embedDim: 2 ** 14, numHeads: 1, numLayers: 9 },
      ],
    ]);
    const makes = name === 'createTransformer';
    return {
      name,
      args,
      run: ({ engine }) => (makes ? create(engine, ...args) : engine[name](...args)),
    };
  },

  function dispose(random, world) {
    const kind = random.pick(/** @type {const} */ (['layers', 'caches', 'kepts', 'models']));
    const place = placeIn(random, world[kind]);
    if (place < 0 || random.chance(0.7)) return null;
    return {
      name: `dispose of ${kind} ${place}`,
      args: [],
      run: (one) => one[kind][place].handle.dispose(),
    };
  },
];

/** @param {Random} random */
function anyRows(random) {
  return random.tensor([anyLength(random), random.integer(1, 40)]);
}

/**
 * Loads a state dict made of the one that is there.
 *
 * @param {Random} random
 * @param {readonly unknown[]} list
 * @param {'layers' | 'models'} kind
 * @returns {Step | null}
 */
function stateOf(random, list, kind) {
  const place = placeIn(random, list);
  if (place < 0) return null;
  const [seed, isSpoilt] = [random.integer(0, 1e6), random.chance(0.4)];
  return {
    name: `loadStateDict of ${kind} ${place}`,
    args: [seed, isSpoilt],
    run: (world) => {
      const { handle } = world[kind][place];
      const state = handle.stateDict();
      for (const { data } of Object.values(state)) data.reverse();
      handle.loadStateDict(isSpoilt ? spoil(new Random(seed), state) : state);
      return handle.stateDict();
    },
  };
}
