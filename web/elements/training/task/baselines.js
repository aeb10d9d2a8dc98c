// Baselines without attention, from frequencies in training.
// Counted by position alone or by the symbol alone. A model whose heads find nothing can do as well
// as the second.

/**
 * @typedef {import('headwise/training').Task} Task
 * @typedef {import('headwise/training').TaskBatch} TaskBatch
 *
 * @typedef {{ loss: number, accuracy: number }} Reached
 *
 * @typedef {object} Baselines
 * @property {Reached} position knows which place it is, of the symbols nothing
 * @property {Reached} symbol knows the symbol at its place, and no other
 */

/** Batches that are counted. */
const COUNTED = 32;

/** @type {WeakMap<Task, Baselines>} counted once for each task */
const known = new WeakMap();

/**
 * @param {Task} task
 * @param {TaskBatch} heldOut on which it is told how good they are
 * @returns {Baselines}
 */
export function baselinesOf(task, heldOut) {
  const before = known.get(task);
  if (before) return before;
  const all = createCounts();
  const byPosition = createCounts();
  const bySymbol = createCounts();
  for (let step = 0; step < COUNTED; step++) {
    eachTarget(task.batch(0, step), (position, symbol, target) => {
      all.add(0, target);
      byPosition.add(position, target);
      bySymbol.add(symbol, target);
    });
  }
  const share = (/** @type {number} */ target) =>
    (all.of(0, target) + 1) / (all.total(0) + task.vocabSize);
  const [position, symbol] = [createScore(), createScore()];
  eachTarget(heldOut, (place, seen, target) => {
    position.add(byPosition, place, target, share);
    symbol.add(bySymbol, seen, target, share);
  });
  const found = { position: position.result(), symbol: symbol.result() };
  known.set(task, found);
  return found;
}

/**
 * @param {TaskBatch} batch
 * @param {(position: number, symbol: number, target: number) => void} call
 */
function eachTarget({ tokens, targets, mask }, call) {
  const [, length] = tokens.shape;
  tokens.data.forEach((symbol, i) => {
    if (mask.data[i]) call(i % length, symbol, targets.data[i]);
  });
}

/** How often which target was there, by what is known. */
function createCounts() {
  /** @type {Map<number, { total: number, best: number, counts: Map<number, number> }>} */
  const rows = new Map();
  return {
    /** @param {number} given @param {number} target */
    add(given, target) {
      const row = rows.get(given) ?? { total: 0, best: target, counts: new Map() };
      rows.set(given, row);
      const count = (row.counts.get(target) ?? 0) + 1;
      row.counts.set(target, count);
      row.total++;
      if (count > (row.counts.get(row.best) ?? 0)) row.best = target;
    },
    of: (/** @type {number} */ given, /** @type {number} */ target) =>
      rows.get(given)?.counts.get(target) ?? 0,
    total: (/** @type {number} */ given) => rows.get(given)?.total ?? 0,
    different: (/** @type {number} */ given) => rows.get(given)?.counts.size ?? 0,
    best: (/** @type {number} */ given) => rows.get(given)?.best,
  };
}

/** Adds up what frequencies reach, backed off to those of all places (Witten and Bell 1991). */
function createScore() {
  let [loss, right, count] = [0, 0, 0];
  return {
    /**
     * @param {ReturnType<typeof createCounts>} counts
     * @param {number} given
     * @param {number} target
     * @param {(target: number) => number} share of the target among all
     */
    add(counts, given, target, share) {
      const different = counts.different(given) || 1;
      const total = counts.total(given);
      loss -= Math.log(
        (counts.of(given, target) + different * share(target)) / (total + different),
      );
      if (counts.best(given) === target) right++;
      count++;
    },
    result: () => ({ loss: loss / count, accuracy: right / count }),
  };
}
