// Roles of the heads of a model while it trains.
// A head has a role once it performs it most of the time.

import { beatsPositions } from '../lab/answer/roles.ts';
import { sayText } from '../../ui/text.ts';
import type { SeenRole } from './position-roles.ts';
import type { Texts } from './texts.ts';

/** A head is named after a role from this score on. */
export const NAMED = 0.8;

/**
 * The score in a role of a head that knows positions only; for a role measured on many sequences.
 */
export const positionsFor = (role: SeenRole, positional: Readonly<Record<string, number>>) =>
  positional[role.name] ?? role.positional;

/**
 * Whether a role is a head's name: the head performs it most of the time, and more than positions
 * alone would.
 */
export function isNamed(role: SeenRole, positional: Readonly<Record<string, number>>) {
  return role.score >= NAMED && beatsPositions(role.score, positionsFor(role, positional));
}

/** Whether two roles have one name. */
export const sameRole = (a: SeenRole, b: SeenRole) =>
  a.name === b.name && a.offset === b.offset && a.offsets?.join() === b.offsets?.join();

export function nameOf(texts: Texts, { name, offset = 0, offsets }: SeenRole) {
  const { words, locale } = texts;
  if (name !== 'fixedOffset' && name !== 'distances') return words.roles[name];
  const all = offsets ?? [offset];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const parts = [
    all.includes(0) ? words.roles.itself : '',
    textOf(
      texts,
      list,
      words.roles.before,
      all.filter((one) => one < 0),
    ),
    textOf(
      texts,
      list,
      words.roles.after,
      all.filter((one) => one > 0),
    ),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function textOf(
  { numbers }: Texts,
  list: Intl.ListFormat,
  words: string,
  offsets: readonly number[],
) {
  if (offsets.length === 0) return '';
  return sayText(words, { count: list.format(offsets.map((one) => numbers.whole(Math.abs(one)))) });
}
