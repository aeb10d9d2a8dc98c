// Roles of the heads of a model while it trains.
// A head has a role once it performs it most of the time.

import { beatsPositions } from '../lab/answer/roles.ts';
import { sayText } from '../../ui/text.ts';
import type { Role } from 'headwise/training';
import type { Texts } from './texts.ts';

/** A head is named after a role from this score on. */
export const NAMED = 0.8;

/**
 * The score in a role of a head that knows positions only; for a role measured on many sequences.
 */
export const positionsFor = (role: Role, positional: Readonly<Record<string, number>>) =>
  positional[role.name] ?? role.positional;

/**
 * Whether a role is a head's name: the head performs it most of the time, and more than positions
 * alone would.
 */
export function isNamed(role: Role, positional: Readonly<Record<string, number>>) {
  return role.score >= NAMED && beatsPositions(role.score, positionsFor(role, positional));
}

export function nameOf({ words, numbers }: Texts, { name, offset }: Role) {
  if (name !== 'fixedOffset') return words.roles[name];
  if (offset === 0) return words.roles.itself;
  const count = numbers.whole(Math.abs(offset ?? 0));
  return sayText((offset ?? 0) < 0 ? words.roles.before : words.roles.after, { count });
}
