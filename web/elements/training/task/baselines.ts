// Baselines without attention, from frequencies in training.
// Counted by position alone or by the symbol alone. A model whose heads find nothing can reach the
// second.

import type { Task, TaskBatch } from 'headwise/training';

export type Reached = { loss: number; accuracy: number };

export interface Baselines {
  /** knows the position, not the symbols */
  position: Reached;
  /** knows the symbol at its position, and no other */
  symbol: Reached;
}

/** Number of batches that are counted. */
const COUNTED = 32;

/** counted once for each task */
const known: WeakMap<Task, Baselines> = new WeakMap();

/** @param heldOut sequences of the evaluation */
export function baselinesOf(task: Task, heldOut: TaskBatch): Baselines {
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
  const share = (target: number) => (all.of(0, target) + 1) / (all.total(0) + task.vocabSize);
  const [position, symbol] = [createScore(), createScore()];
  eachTarget(heldOut, (place, seen, target) => {
    position.add(byPosition, place, target, share);
    symbol.add(bySymbol, seen, target, share);
  });
  const found = { position: position.result(), symbol: symbol.result() };
  known.set(task, found);
  return found;
}

function eachTarget(
  { tokens, targets, mask }: TaskBatch,
  call: (position: number, symbol: number, target: number) => void,
) {
  const [, length] = tokens.shape;
  tokens.data.forEach((symbol, i) => {
    if (mask.data[i]) call(i % length, symbol, targets.data[i]);
  });
}

/** Frequencies of the targets for each known position or symbol. */
function createCounts() {
  const rows: Map<number, { total: number; best: number; counts: Map<number, number> }> = new Map();
  return {
    add(given: number, target: number) {
      const row = rows.get(given) ?? { total: 0, best: target, counts: new Map() };
      rows.set(given, row);
      const count = (row.counts.get(target) ?? 0) + 1;
      row.counts.set(target, count);
      row.total++;
      if (count > (row.counts.get(row.best) ?? 0)) row.best = target;
    },
    of: (given: number, target: number) => rows.get(given)?.counts.get(target) ?? 0,
    total: (given: number) => rows.get(given)?.total ?? 0,
    different: (given: number) => rows.get(given)?.counts.size ?? 0,
    best: (given: number) => rows.get(given)?.best,
  };
}

/**
 * Sums the scores of frequencies, backed off to the frequencies of all positions (Witten and Bell
 * 1991).
 */
function createScore() {
  let [loss, right, count] = [0, 0, 0];
  return {
    /** @param share frequency of the target among all */
    add(
      counts: ReturnType<typeof createCounts>,
      given: number,
      target: number,
      share: (target: number) => number,
    ) {
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
