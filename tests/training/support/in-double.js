// A transformer in float64 and plain JavaScript, from a model's own state dict, for comparison with
// the engine's. Attention is the reference's; norms, MLP and embeddings are written out here.

/** @import { Transformer } from 'headwise/training' */

/**
 * @param {any} reference headwise/reference, loaded
 * @param {Transformer} model
 * @param {number[][]} tokens
 * @returns {Promise<{ logits: number[], attention: number[][] }>} attention layer by layer
 */
export async function transformerInDouble(reference, model, tokens) {
  const { config } = model;
  const state = model.stateDict();
  const { embedDim, numHeads, numKvHeads, headDim, queryKeyNorm } = config;
  const { mlpDim, gated, positions, norm, window, scale, softcap } = config;
  const { query, key, value, output, ...others } =
    typeof config.bias === 'boolean'
      ? { query: config.bias, key: config.bias, value: config.bias, output: config.bias }
      : config.bias;
  const has = { mlp: config.bias === true, norm: config.bias === true, ...others };
  const before = norm === 'pre' || norm === 'sandwich';
  const weight = (/** @type {string} */ name) => [...state[name].data];
  const row = (/** @type {string} */ name, /** @type {number} */ i) =>
    weight(name).slice(i * embedDim, (i + 1) * embedDim);
  const rows = tokens.flatMap((sequence) =>
    sequence.map((token, position) => {
      const vector = row('embedding.weight', token);
      if (positions === 'learned') return add(vector, row('positions.weight', position));
      if (positions === 'sinusoidal') return add(vector, sinusoid(position, embedDim));
      return vector;
    }),
  );
  const normalized = (/** @type {number[]} */ x, /** @type {string} */ name) => {
    const rms = config.normType === 'rms';
    const mean = rms ? 0 : sum(x) / x.length;
    const deviation = Math.sqrt(sum(x.map((v) => (v - mean) ** 2)) / x.length + config.normEpsilon);
    const gamma = weight(`${name}.weight`);
    const beta = has.norm && !rms ? weight(`${name}.bias`) : gamma.map(() => 0);
    return x.map((v, d) => ((v - mean) / deviation) * gamma[d] + beta[d]);
  };
  const linear = (/** @type {number[]} */ x, /** @type {string} */ name) => {
    const w = weight(`${name}.weight`);
    const bias = has.mlp ? weight(`${name}.bias`) : null;
    return Array.from({ length: w.length / x.length }, (_, out) =>
      sum([bias?.[out] ?? 0, ...x.map((v, i) => v * w[out * x.length + i])]),
    );
  };

  /**
   * A sublayer's output, before it is added.
   *
   * @param {number[][]} x @param {string} name of the part's norm
   */
  const added = (x, name) => {
    if (norm === 'inside') return x.map((v) => normalized(v, name));
    return norm === 'sandwich' ? x.map((v) => normalized(v, `${name}_inside`)) : x;
  };
  const turned = typeof positions === 'string' ? { type: positions } : positions;
  const inside =
    turned.type === 'rotary' && !('dims' in turned)
      ? { ...turned, theta: config.rotaryTheta }
      : turned;
  const options = {
    ...{ causal: config.causal, attention: true },
    ...(window && { window }),
    ...(scale !== undefined && { scale }),
    ...(softcap && { softcap }),
    ...(['rotary', 'alibi'].includes(turned.type) && { positions: inside }),
  };
  const layer = reference.createMultiHeadAttention({
    ...{ embedDim, numHeads, numKvHeads, headDim, queryKeyNorm },
    bias: { query, key, value, output },
  });
  const shape = [tokens.length, tokens[0].length, embedDim];
  let x = rows;
  const attention = [];
  for (let n = 0; n < config.numLayers; n++) {
    const name = `layers.${n}`;
    const prefix = `${name}.self_attn.`;
    layer.loadStateDict(
      Object.fromEntries(
        Object.entries(state)
          .filter(([key]) => key.startsWith(prefix))
          .map(([key, tensor]) => [key.slice(prefix.length), tensor]),
      ),
    );
    const into = before ? x.map((v) => normalized(v, `${name}.norm1`)) : x;
    const given = layer.forward({ data: Float64Array.from(into.flat()), shape }, options);
    attention.push([...given.attention.data]);
    const attended = x.map((_, i) => [
      ...given.output.data.slice(i * embedDim, (i + 1) * embedDim),
    ]);
    const adds = added(attended, `${name}.norm1`);
    x = x.map((v, i) => add(v, adds[i]));
    if (norm === 'post') x = x.map((v) => normalized(v, `${name}.norm1`));
    if (mlpDim === 0) continue;
    const thought = x.map((v) => {
      const hidden = linear(before ? normalized(v, `${name}.norm2`) : v, `${name}.linear1`);
      const active = hidden.slice(0, mlpDim).map(activations[config.activation]);
      const passed = gated ? active.map((value, m) => value * hidden[mlpDim + m]) : active;
      return linear(passed, `${name}.linear2`);
    });
    const moreAdds = added(thought, `${name}.norm2`);
    x = x.map((v, i) => add(v, moreAdds[i]));
    if (norm === 'post') x = x.map((v) => normalized(v, `${name}.norm2`));
  }
  if (config.finalNorm) x = x.map((v) => normalized(v, 'norm'));
  const table = weight(config.tied ? 'embedding.weight' : 'unembedding.weight');
  const logits = x.flatMap((v) =>
    Array.from({ length: config.vocabSize }, (_, token) =>
      sum(v.map((value, d) => value * table[token * embedDim + d])),
    ),
  );
  return { logits, attention };
}

/** @type {Record<string, (x: number) => number>} */
const activations = {
  relu: (x) => (x > 0 ? x : 0),
  gelu: (x) => (x * (1 + erf(x / Math.SQRT2))) / 2,
  'gelu-tanh': (x) => (x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))) / 2,
  'quick-gelu': (x) => x / (1 + Math.exp(-1.702 * x)),
  silu: (x) => x / (1 + Math.exp(-x)),
  'relu-squared': (x) => (x > 0 ? x * x : 0),
  tanh: Math.tanh,
};

/** By its power series, which converges for any x; here they are small. @param {number} x */
function erf(x) {
  let term = x;
  let total = x;
  for (let n = 1; n < 200; n++) {
    term *= -(x * x) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

/** @param {number} position @param {number} width */
const sinusoid = (position, width) =>
  Array.from({ length: width }, (_, i) => {
    const angle = position / 10000 ** ((i - (i % 2)) / width);
    return i % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });

/** @param {number[]} a @param {number[]} b */
const add = (a, b) => a.map((value, i) => value + b[i]);

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
