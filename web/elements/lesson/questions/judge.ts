// Compares an answer with the engine's, independent of the screen.

import type { Drawn, Kind, Solved } from '../../../lessons/questions.ts';

export interface Verdict {
  right: boolean;
  /** the name of the misunderstanding that gives this answer; '' for an unknown one */
  mistake: string;
}

/** Equality of answers, for each kind. */
const SAME: Readonly<Record<Kind, (a: any, b: any, tolerance: number) => boolean>> = Object.freeze({
  choose: (a, b) => a === b,
  set: (a, b) => a === b,
  number: (a, b, tolerance) => Math.abs(a - b) <= tolerance,
  shape: sameList,
  order: sameList,
  point: (a, b) => Object.keys(b).every((name) => a?.[name] === b[name]),
});

/** @param given form of the kind: a key, a number, a shape, a cell, true, keys in order */
export function judge(
  kind: Kind,
  { right, tolerance = 0, mistakes }: Solved,
  given: unknown,
): Verdict {
  if (SAME[kind](given, right, tolerance)) return { right: true, mistake: '' };
  if (kind === 'choose') return { right: false, mistake: String(given) };
  const known = Object.entries(mistakes).find(([, one]) => SAME[kind](given, one, tolerance));
  return { right: false, mistake: known?.[0] ?? '' };
}

/**
 * Whether exactly one answer is right: no known mistake comes near it, and the engine's numbers are
 * far enough apart.
 */
export function isSound(kind: Kind, solved: Solved, options: readonly string[] = []) {
  const { right, tolerance = 0, mistakes, clear = true } = solved;
  if (!clear || right === undefined || right === null) return false;
  if (kind === 'choose' && !options.includes(right)) return false;
  // twice the tolerance: an answer near a mistake is not right by rounding
  return Object.values(mistakes).every((one) => !SAME[kind](one, right, 2 * tolerance));
}

/** Whether the answer of the attempt before would be right once more. */
export function isRepeated(
  kind: Kind,
  before: { drawn: Drawn; solved: Solved },
  now: { drawn: Drawn; solved: Solved },
) {
  // a task in the lab is another task where its text says other words or numbers
  if (kind === 'set')
    return JSON.stringify(before.drawn.places) === JSON.stringify(now.drawn.places);
  return judge(kind, now.solved, before.solved.right).right;
}

function sameList(a: readonly unknown[] | null, b: readonly unknown[]) {
  return Array.isArray(a) && a.length === b.length && a.every((one, i) => one === b[i]);
}
