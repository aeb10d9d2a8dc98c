// Every app computes the same small layer in each way that the engine can be loaded, held against the
// float64 reference. It is handed the package, so that each app imports it in its own way.

/**
 * @typedef {object} Tried
 * @property {string} way
 * @property {string} [simd]
 * @property {number} [threads]
 * @property {string} [reason]
 * @property {number} [difference] the largest, to the reference
 * @property {string} [error]
 */

const x = [
  [1, 0, 2, -1],
  [0, 1, 1, 0.5],
  [2, -1, 0, 1],
];
const config = { embedDim: 4, numHeads: 2, seed: 7 };
const options = { causal: true, attention: true };

const ways = /** @type {const} */ ([
  ['load', {}],
  ['load', { simd: 'auto', threads: 2 }],
  ['loadInWorker', {}],
  ['loadInWorker', { threads: 2 }],
  ['loadInWorker', { simd: 'auto', threads: 2 }],
]);

/**
 * @param {typeof import('headwise')} headwise
 * @param {typeof import('headwise/reference')} reference
 * @returns {Promise<Tried[]>}
 */
export async function tryAll(headwise, reference) {
  const truth = (await reference.load()).createMultiHeadAttention(config).forward(x, options);
  /** @type {Tried[]} */
  const tried = [];
  for (const [name, how] of ways) {
    const way = `${name} ${JSON.stringify(how)}`;
    try {
      const engine = await headwise[name](how);
      const layer = await engine.createMultiHeadAttention(config);
      const { output, attention } = await layer.forward(x, options);
      const differences = [
        ...Array.from(output.data, (value, i) => value - truth.output.data[i]),
        ...Array.from(
          attention?.data ?? [NaN],
          (value, i) => value - (truth.attention?.data[i] ?? NaN),
        ),
      ];
      const { simd, threads, reason } = engine.backend;
      await engine.dispose();
      tried.push({
        way,
        simd,
        threads,
        reason,
        difference: Math.max(...differences.map(Math.abs)),
      });
    } catch (error) {
      tried.push({ way, error: String(error) });
    }
  }
  return tried;
}
