// Draws random calls of attention and of the layer, with every option and with sizes small enough
// for the reference.

/** @import { MultiHeadAttentionConfig } from '../../../src/js/types/index.ts' */
/** @import { Random } from './random.js' */

/**
 * @typedef {object} CaseSizes
 * @property {boolean} batched
 * @property {number} batch
 * @property {number} numHeads
 * @property {number} numKvHeads
 * @property {number} queryLen
 * @property {number} keyLen
 * @property {number} pastLen
 * @property {number} headDim
 * @property {number} valueHeadDim
 *
 * @typedef {{ sizes: CaseSizes, inputs: any[], options: Record<string, any>, ordinary: boolean }} AttentionCase
 * @typedef {AttentionCase & { config: MultiHeadAttentionConfig }} LayerCase
 */

/** The most multiplications that attention may take in a case. */
const BUDGET = 300_000;

const HEAD_DIMS = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 32, 33, 64];

/**
 * @param {Random} random
 * @param {number} length that one of the two lengths has
 * @returns {CaseSizes}
 */
export function randomSizes(random, length) {
  const anyLength = () => (random.chance(0.05) ? 0 : random.integer(1, 70));
  for (;;) {
    const numHeads = random.integer(1, 12);
    const kvHeads = [1, 2, 3, 4, 6, 12].filter((heads) => numHeads % heads === 0);
    const headDim = random.pick(HEAD_DIMS);
    const square = random.chance(0.3);
    const [a, b] = [length, square ? length : anyLength()];
    const queryFirst = random.chance(0.5);
    const sizes = {
      batched: random.chance(0.6),
      batch: random.chance(0.03) ? 0 : random.integer(1, 3),
      numHeads,
      numKvHeads: random.chance(0.5) ? numHeads : random.pick(kvHeads),
      queryLen: queryFirst ? a : b,
      keyLen: queryFirst ? b : a,
      pastLen: random.chance(0.25) ? random.integer(0, 20) : 0,
      headDim,
      valueHeadDim: random.chance(0.7) ? headDim : random.pick(HEAD_DIMS),
    };
    if (!sizes.batched) sizes.batch = 1;
    const keys = sizes.keyLen + sizes.pastLen;
    const cells = sizes.batch * numHeads * sizes.queryLen * keys;
    if (cells * (headDim + sizes.valueHeadDim + 20) <= BUDGET) return sizes;
  }
}

/**
 * Leaves B out of a shape where the case has none.
 *
 * @param {CaseSizes} sizes
 * @param {readonly number[]} shape
 */
export const shapeIn = ({ batched }, shape) => (batched ? shape : shape.slice(1));

/**
 * @param {Random} random
 * @param {CaseSizes} sizes
 */
export function randomOptions(random, sizes) {
  const { batch, numHeads, queryLen, keyLen, pastLen, headDim } = sizes;
  const keys = pastLen + keyLen;
  /** @type {Record<string, any>} */
  const options = {};
  if (random.chance(0.6)) {
    const masks = Array.from({ length: random.integer(1, 3) }, () => randomMask(random, sizes));
    options.mask = masks.length === 1 && random.chance(0.5) ? masks[0] : masks;
  }
  if (random.chance(0.3)) {
    options.keyLengths = Array.from({ length: batch }, () => random.integer(0, keys));
  }
  if (random.chance(0.5)) {
    const kinds = [true, 'bottom-right', ...(options.keyLengths ? ['by-length'] : []), false];
    options.causal = random.pick(kinds);
  }
  if (random.chance(0.3)) {
    options.window = {};
    if (random.chance(0.7)) options.window.left = random.integer(0, keys + 2);
    if (random.chance(0.7)) options.window.right = random.integer(0, keys + 2);
  }
  if (random.chance(0.3)) options.scale = random.pick([0, 1, -0.5, 0.3, 2 * random.next()]);
  if (random.chance(0.3)) options.softcap = random.pick([0, 0.5, 2, 30, 1 + random.next()]);
  if (random.chance(0.4)) options.positions = randomPositions(random, numHeads, headDim);
  if (pastLen > 0 || random.chance(0.05)) Object.assign(options, randomPast(random, sizes));
  if (random.chance(0.2) && queryLen > 0) options.onProgress = () => {};
  return options;
}

/**
 * One of the three kinds, over any part of the axes.
 *
 * @param {Random} random
 * @param {CaseSizes} sizes
 */
function randomMask(random, sizes) {
  const { batch, numHeads, queryLen, keyLen, pastLen } = sizes;
  const full = shapeIn(sizes, [batch, numHeads, queryLen, pastLen + keyLen]);
  const shape = full
    .slice(random.integer(0, full.length))
    .map((size) => (random.chance(0.3) ? 1 : size));
  if (random.chance(0.4)) {
    const bias = random.tensor(shape, 2);
    const holes = random.chance(0.5) ? 0.2 : 0;
    for (let at = 0; at < bias.data.length; at++) {
      if (random.chance(holes)) bias.data[at] = -Infinity;
    }
    return { bias };
  }
  return random.chance(0.5)
    ? { attend: random.booleans(shape, 0.8) }
    : { ignore: random.booleans(shape, 0.2) };
}

/**
 * @param {Random} random
 * @param {number} numHeads
 * @param {number} headDim
 */
function randomPositions(random, numHeads, headDim) {
  if (headDim < 2 || random.chance(0.5)) {
    if (random.chance(0.5)) return { type: 'alibi' };
    return { type: 'alibi', slopes: Array.from({ length: numHeads }, () => random.next() / 4) };
  }
  /** @type {Record<string, any>} */
  const positions = { type: 'rotary' };
  if (random.chance(0.3)) positions.theta = random.pick([100, 500000]);
  if (random.chance(0.5)) positions.interleaved = true;
  if (random.chance(0.5)) positions.dims = 2 * random.integer(1, Math.floor(headDim / 2));
  if (random.chance(0.5)) positions.offset = random.integer(0, 5000);
  if (headDim % 2 === 1) positions.dims ??= headDim - 1;
  return positions;
}

/**
 * Sinks, and frequencies of rotary positions. They are drawn last, so that the rest of a case stays
 * the same.
 *
 * @param {Random} random
 * @param {CaseSizes} sizes
 * @param {Record<string, any>} options
 */
function addSinksAndFrequencies(random, { numHeads, headDim }, options) {
  if (random.chance(0.2)) options.sinks = random.tensor([numHeads], 3);
  const { positions } = options;
  if (positions?.type !== 'rotary') return;
  if (positions.theta === undefined && random.chance(0.5)) {
    const half = (positions.dims ?? headDim) / 2;
    positions.frequencies = Array.from({ length: half }, () => 2 * random.next() - 1);
  }
  if (random.chance(0.3)) positions.factor = 0.5 + random.next();
}

/**
 * @param {Random} random
 * @param {CaseSizes} sizes
 */
function randomPast(random, sizes) {
  const { batch, numKvHeads, pastLen, headDim, valueHeadDim } = sizes;
  const shape = (/** @type {number} */ width) =>
    shapeIn(sizes, [batch, numKvHeads, pastLen, width]);
  return {
    pastKey: random.tensor(shape(headDim)),
    pastValue: random.tensor(shape(valueHeadDim)),
  };
}

/**
 * @param {Random} random
 * @param {number} length
 * @returns {AttentionCase}
 */
export function randomAttentionCase(random, length) {
  const sizes = randomSizes(random, length);
  const { batch, numHeads, numKvHeads, queryLen, keyLen, headDim, valueHeadDim } = sizes;
  const ordinary = random.chance(0.8);
  const bound = ordinary ? 1 : 6;
  const inputs = [
    random.tensor(shapeIn(sizes, [batch, numHeads, queryLen, headDim]), bound),
    random.tensor(shapeIn(sizes, [batch, numKvHeads, keyLen, headDim]), bound),
    random.tensor(shapeIn(sizes, [batch, numKvHeads, keyLen, valueHeadDim]), bound),
  ];
  const options = randomOptions(random, sizes);
  addSinksAndFrequencies(random, sizes, options);
  return { sizes, inputs, options, ordinary };
}

/**
 * @param {Random} random
 * @param {number} length
 * @returns {LayerCase}
 */
export function randomLayerCase(random, length) {
  const sizes = randomSizes(random, length);
  const config = randomConfig(random, sizes);
  const { batch, queryLen, keyLen } = sizes;
  const ordinary = random.chance(0.8);
  const input = (/** @type {number} */ len, /** @type {number} */ width) =>
    random.tensor(shapeIn(sizes, [batch, len, width]), ordinary ? 1 : 6);
  const width = config.embedDim;
  const inputs = [input(queryLen, width)];
  const selfAttention =
    queryLen === keyLen && (config.keyDim ?? width) === width && random.chance(0.6);
  if (!selfAttention) inputs.push(input(keyLen, config.keyDim ?? width));
  if (!selfAttention || random.chance(0.2)) {
    const asKey = (config.valueDim ?? width) === (config.keyDim ?? width);
    if (selfAttention) inputs.push(inputs[0]);
    if (!asKey || random.chance(0.4)) inputs.push(input(keyLen, config.valueDim ?? width));
  } else if ((config.valueDim ?? width) !== width) {
    inputs.push(inputs[0], input(keyLen, config.valueDim ?? width));
  }
  const options = randomOptions(random, sizes);
  const keys = sizes.pastLen + keyLen;
  if (random.chance(0.3)) {
    const shape = sizes.batched && random.chance(0.5) ? [batch, keys] : [keys];
    options.keyPaddingMask = random.pick([
      () => ({ attend: random.booleans(shape, 0.8) }),
      () => ({ ignore: random.booleans(shape, 0.2) }),
      () => ({ bias: random.tensor(shape, 2) }),
    ])();
  }
  if (random.chance(0.2)) options.averageHeads = true;
  if (random.chance(0.3)) options.replace = randomReplacements(random, sizes, config);
  addSinksAndFrequencies(random, sizes, options);
  if (random.chance(0.3)) config.bias = randomBiases(random);
  if (random.chance(0.4)) config.queryKeyNorm = randomNorm(random, sizes);
  return { sizes, config, inputs, options, ordinary };
}

/**
 * @param {Random} random
 * @param {CaseSizes} sizes
 * @returns {MultiHeadAttentionConfig}
 */
function randomConfig(random, { numHeads, numKvHeads, headDim, valueHeadDim }) {
  const plain = random.chance(0.4);
  return {
    embedDim: plain ? numHeads * headDim : random.integer(1, 24),
    numHeads,
    ...(numKvHeads !== numHeads && { numKvHeads }),
    ...(!plain && { headDim }),
    ...(valueHeadDim !== headDim && { valueHeadDim }),
    ...(random.chance(0.3) && { keyDim: random.integer(1, 24) }),
    ...(random.chance(0.3) && { valueDim: random.integer(1, 24) }),
    ...(random.chance(0.3) && { outputDim: random.integer(1, 24) }),
    ...(random.chance(0.3) && { bias: false }),
    ...(random.chance(0.3) && { addBiasKv: true }),
    ...(random.chance(0.3) && { addZeroAttention: true }),
    seed: random.integer(0, 1e9),
  };
}

/**
 * @param {Random} random
 * @returns {MultiHeadAttentionConfig['bias']}
 */
function randomBiases(random) {
  const names = /** @type {const} */ (['query', 'key', 'value', 'output']);
  return Object.fromEntries(
    names.filter(() => random.chance(0.7)).map((name) => [name, random.chance(0.5)]),
  );
}

/**
 * None over fewer than four numbers: the mean and the length of two leave nothing of them, and gradients that are 0 but for
 * rounding.
 *
 * @param {Random} random
 * @param {CaseSizes} sizes
 * @returns {MultiHeadAttentionConfig['queryKeyNorm']}
 */
function randomNorm(random, { numKvHeads, headDim }) {
  const over = random.pick(/** @type {const} */ (['head', 'width']));
  if ((over === 'head' ? headDim : numKvHeads * headDim) < 4) return false;
  return {
    type: random.pick(/** @type {const} */ (['rms', 'layer'])),
    over,
    ...(random.chance(0.5) && { epsilon: random.pick([1e-3, 1e-6]) }),
    ...(random.chance(0.3) && { plusOne: true }),
  };
}

/**
 * @param {Random} random
 * @param {CaseSizes} sizes
 * @param {MultiHeadAttentionConfig} config
 */
function randomReplacements(random, sizes, config) {
  const { batch, numHeads, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = sizes;
  const keys = pastLen + keyLen;
  const columns = keys + Number(config.addBiasKv ?? 0) + Number(config.addZeroAttention ?? 0);
  const shapes = {
    query: [batch, numHeads, queryLen, headDim],
    key: [batch, numKvHeads, keys, headDim],
    value: [batch, numKvHeads, keys, valueHeadDim],
    dotProducts: [batch, numHeads, queryLen, columns],
    scores: [batch, numHeads, queryLen, columns],
    attention: [batch, numHeads, queryLen, columns],
    heads: [batch, numHeads, queryLen, valueHeadDim],
  };
  const given = Object.entries(shapes).filter(() => random.chance(0.3));
  return Object.fromEntries(
    given.map(([name, shape]) => [name, random.tensor(shapeIn(sizes, shape))]),
  );
}

/**
 * A case in one line, tensors by their shapes.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describeCase(value) {
  return JSON.stringify(value, (_, member) => {
    if (typeof member === 'function') return 'function';
    if (typeof member === 'object' && member !== null && 'data' in member) {
      return `${member.data instanceof Uint8Array ? 'bool' : 'float'}(${member.shape})`;
    }
    return member;
  });
}

/**
 * forward's arguments: options come second, or fourth.
 *
 * @param {any[]} inputs
 * @param {object} options
 * @returns {[any, any?, any?, any?]}
 */
export function withOptions(inputs, options) {
  if (inputs.length === 1) return [inputs[0], options];
  return [inputs[0], inputs[1], inputs[2], options];
}
