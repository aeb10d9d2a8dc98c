// The blends of heads in the state: weights of a mixture, and the reference of a difference.

import { MOST_HEADS, readIndex } from './limits.ts';

/** weight of each head, 0 to 1; null: heads are not mixed */
export type Mix = readonly number[] | null;

/**
 * reference of every head's difference: a head, or the same head of another run, given as the
 * fields in which that run differs from the initial state of a lab; null: none
 */
export type Compare = { head: number } | { run: Readonly<Record<string, unknown>> } | null;

/** Fields that determine a run; the rest of the state only concerns its display. */
export const RUN = [
  'text',
  'second',
  'heads',
  'width',
  'causal',
  'padding',
  'scaled',
  'seed',
  'model',
  'layer',
  'edits',
  'off',
] as const;

export function readMix(value: unknown): Mix | undefined {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_HEADS) return undefined;
  const isWeight = (one: unknown) => typeof one === 'number' && one >= 0 && one <= 1;
  return value.every(isWeight) ? [...value] : undefined;
}

/** Heads that are switched off, each once, in ascending order. */
export function readOff(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_HEADS) return undefined;
  if (!value.every((head) => readIndex(head, MOST_HEADS) !== undefined)) return undefined;
  return [...new Set(value)].sort((a, b) => a - b);
}

export function readCompare(
  value: unknown,
  readRun: (run: object) => Readonly<Record<string, unknown>>,
): Compare | undefined {
  if (value === null) return null;
  const { head, run } = Object(value) as { head?: unknown; run?: unknown };
  const index = readIndex(head, MOST_HEADS);
  if (index !== undefined) return { head: index };
  if (typeof run === 'object' && run !== null && !Array.isArray(run)) return { run: readRun(run) };
  return undefined;
}

/**
 * The weights of a mean: each head's weight as a fraction of the sum.
 *
 * @param mix null: equal weights; a missing head has the weight 1
 * @param off heads that are switched off, which have the weight 0
 */
export function sharesOf(mix: Mix, heads: number, off: readonly number[]): number[] {
  const counts = Array.from({ length: heads }, (_, head) =>
    off.includes(head) ? 0 : (mix?.[head] ?? 1),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all > 0 ? count / all : 0));
}
