// Roles of heads: scores from 0 to 1, computed from their maps on held-out input. Each has a positional score: the best score of
// any head that knows positions and no tokens. A baseline (models/statistics.ts) is one head's own value without its tokens.

import { ANY, wrongKind, wrongNumber } from '../arguments/errors.ts';
import { count, expectShape, looksLikeTensor, toTensor } from '../arguments/tensor.ts';
import { kindOf, lengthOf } from '../arguments/typed-arrays.ts';
import { isRecord } from '../arguments/options.ts';
import { BY_POSITION, BY_TOKEN } from '../measures.ts';
import type { AsyncTransformer, Transformer } from '../types/training.ts';
import type { Measure } from '../measures.ts';
import type { PlainTensor } from '../types/index.ts';
import type { Relation } from './tasks/grammar.ts';
import type { TaskBatch } from './tasks/sequence.ts';

export type RoleName =
  | 'previousToken'
  | 'firstToken'
  | 'duplicate'
  | 'induction'
  | 'fixedOffset'
  | 'verbToSubject'
  | 'nounToDeterminer'
  | 'pronounToAntecedent';

/**
 * The roles of heads:
 *
 * - `previousToken`: the attention weight on the token before
 * - `firstToken`: the weight on the first token, from all others
 * - `duplicate`: the weight on other positions of the same token, where it occurs again
 * - `induction`: the weight on the token that followed this token earlier, if it occurred earlier
 * - `fixedOffset`: the weight at one distance, the best of all but -1; 0 is the token itself
 * - `verbToSubject`, `nounToDeterminer`, `pronounToAntecedent`: the weight on that word, from words that have one
 */
export interface Role {
  name: RoleName;
  /** from 0 to 1: the mean over all tokens that the role applies to */
  score: number;
  /** the best score of a head that knows positions only */
  positional: number;
  /** distance of a fixedOffset */
  offset?: number;
}

export interface HeadRoles {
  layer: number;
  head: number;
  /** the role with the highest score */
  best: Role;
  /** all roles that occur in the input */
  roles: Role[];
}

/** The sequences on which heads are scored: tokens, and for a grammar their annotations. */
export type RoleInput = Pick<TaskBatch, 'tokens'> & {
  lengths?: readonly number[];
  relations?: readonly (readonly Relation[])[];
};

/** A token that a role applies to, with the positions whose weights count. */
type Target = { sequence: number; from: number; to: number[] };

/**
 * Scores the roles of every head of a model.
 *
 * @param input such as a task's heldOut()
 * @returns layer by layer
 *
 * @example
 * for (const { layer, head, best } of await headRoles(model, task.heldOut())) {
 *   console.log(layer, head, best.name, best.score); // 1 3 induction 0.97
 * }
 */
export async function headRoles(
  model: Transformer | AsyncTransformer,
  input: RoleInput,
): Promise<HeadRoles[]> {
  if (typeof model?.forward !== 'function') throw wrongKind('model', 'a transformer', model);
  expectInput(input);
  const { attention } = await model.forward(input.tokens, { attention: true });
  return rolesOf(attention as PlainTensor[], input);
}

/**
 * Scores the roles of every head from its maps.
 *
 * @param attention one tensor (B, H, L, L) for each layer
 *
 * @example
 * const input = task.batch(0, 1000);
 * const { attention } = model.forward(input.tokens, { attention: true });
 * const [{ layer, head, roles }] = rolesOf(attention, input);
 */
export function rolesOf(attention: readonly PlainTensor[], input: RoleInput): HeadRoles[] {
  expectInput(input);
  const maps = planMaps(attention, input.tokens.shape);
  const sequences = toSequences(input);
  const roles = targetsByRole(sequences, input.relations ?? []);
  const positional = Object.fromEntries(
    Object.entries(roles).map(([name, targets]) => [name, bestByPosition(targets)]),
  );
  const heads: HeadRoles[] = [];
  maps.forEach(({ data, shape: [, numHeads, length] }, layer) => {
    for (let head = 0; head < numHeads; head++) {
      const weight: Weight = (sequence, from, to) =>
        data[((sequence * numHeads + head) * length + from) * length + to];
      const scored: Role[] = Object.entries(roles).map(([name, targets]) => ({
        name: name as RoleName,
        score: meanWeight(targets, weight),
        positional: positional[name],
      }));
      const fixed = bestOffset(sequences, weight);
      if (fixed !== null) scored.push(fixed);
      const best = scored.reduce((a, b) => (b.score > a.score ? b : a), NOTHING);
      heads.push({ layer, head, best, roles: scored });
    }
  });
  return heads;
}

function expectInput(input: unknown) {
  if (!isRecord(input)) throw wrongKind('input', 'an object with tokens', input);
  const { tokens } = input;
  if (!looksLikeTensor(tokens)) throw wrongKind('input.tokens', 'a tensor of tokens', tokens);
  const { data, shape } = tokens;
  if (kindOf(data) !== 'Int32Array') throw wrongKind('input.tokens.data', 'an Int32Array', data);
  const fits = Array.isArray(shape) && shape.length === 2;
  if (!fits || lengthOf(data as Int32Array) !== count(shape)) {
    throw wrongNumber('input.tokens', 'as many tokens as its shape (B, L) says', tokens);
  }
}

/** @param tokens the shape (B, L) of the tokens of the maps */
function planMaps(attention: unknown, [batch, length]: readonly number[]) {
  if (!Array.isArray(attention)) throw wrongKind('attention', 'an array of tensors', attention);
  return attention.map((map, layer) => {
    const tensor = toTensor(map, `attention[${layer}]`, 'float32');
    const shape = [batch, ANY, length, length];
    expectShape(tensor.shape, `attention[${layer}]`, shape, 'to match input.tokens');
    return tensor;
  });
}

/** Among equal scores the earlier role is the best. */
const MEASURES: readonly [RoleName, Measure][] = [
  ['previousToken', BY_POSITION.previousToken],
  ['firstToken', BY_POSITION.firstToken],
  ['duplicate', BY_TOKEN.duplicate],
  ['induction', BY_TOKEN.induction],
];

type Weight = (sequence: number, from: number, to: number) => number;

/** the role of a head on input without any role, a single token */
const NOTHING: Role = Object.freeze({ name: 'firstToken', score: 0, positional: 0 });

/** @returns tokens of each sequence, without padding */
function toSequences({ tokens, lengths }: RoleInput): Int32Array[] {
  const [count, length] = tokens.shape;
  return Array.from({ length: count }, (_, b) =>
    tokens.data.subarray(b * length, b * length + (lengths?.[b] ?? length)),
  );
}

function targetsByRole(
  sequences: Int32Array[],
  relations: readonly (readonly Relation[])[],
): Partial<Record<RoleName, Target[]>> {
  const roles: Partial<Record<RoleName, Target[]>> = {};
  const add = (name: RoleName, target: Target) => {
    if (target.to.length > 0) (roles[name] ??= []).push(target);
  };
  sequences.forEach((tokens, sequence) => {
    for (let from = 0; from < tokens.length; from++) {
      const places = [...tokens.keys()];
      for (const [name, counts] of MEASURES) {
        add(name, { sequence, from, to: places.filter((to) => counts(from, to, tokens)) });
      }
    }
    for (const { name, from, to } of relations[sequence] ?? []) {
      add(name, { sequence, from, to: [to] });
    }
  });
  return roles;
}

function meanWeight(targets: readonly Target[], weight: Weight) {
  let sum = 0;
  for (const { sequence, from, to } of targets) {
    for (const place of to) sum += weight(sequence, from, place);
  }
  return sum / targets.length;
}

/**
 * The best score of a head that knows positions only: from each position it attends to the position with most targets.
 */
function bestByPosition(targets: readonly Target[]) {
  const counts: Map<number, Map<number, number>> = new Map();
  for (const { from, to } of targets) {
    const row = counts.get(from) ?? new Map();
    counts.set(from, row);
    for (const place of to) row.set(place, (row.get(place) ?? 0) + 1);
  }
  let sum = 0;
  for (const row of counts.values()) {
    let most = 0;
    for (const count of row.values()) most = count > most ? count : most;
    sum += most;
  }
  return sum / targets.length;
}

function bestOffset(sequences: Int32Array[], weight: Weight): Role | null {
  let length = 0;
  for (const tokens of sequences) length = tokens.length > length ? tokens.length : length;
  let best: Role | null = null;
  for (let offset = 1 - length; offset < length; offset++) {
    if (offset === -1) continue; // previousToken
    let sum = 0;
    let count = 0;
    let possible = 0;
    sequences.forEach((tokens, sequence) => {
      for (let from = 0; from < tokens.length; from++) {
        possible++;
        const to = from + offset;
        if (to < 0 || to >= tokens.length) continue;
        sum += weight(sequence, from, to);
        count++;
      }
    });
    if (count * 2 < possible) continue; // at a large distance a few tokens would be enough
    const score = sum / count;
    if (best === null || score > best.score)
      best = { name: 'fixedOffset', score, positional: 1, offset };
  }
  return best;
}
