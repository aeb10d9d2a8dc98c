// Texts of heads' roles in trained models.
// Each head has its best role and the measured score of it.

import { sayText } from '../../../ui/text.ts';
import { percentText, shortText } from '../../../ui/format.ts';
import type { HeadMaps } from './head-maps.ts';
import type { HeadRole, Source } from './source.ts';
import type { Messages } from '../../../words/en/lab.ts';

/** what names the heads of a frame: their maps, or the layer that is awaited */
interface Named {
  messages: Messages;
  maps?: HeadMaps | null;
  source?: Source;
  layer?: number;
}

/** A role with at least this score is a head's purpose; a role below it is only the head's best. */
const CLEAR = 0.5;

/** @returns null: unknown */
export function roleOf(frame: Omit<Named, 'messages'>, head: number): HeadRole | null {
  // while an answer is awaited, the previous answer's heads are named
  const { source, layer } = frame.maps?.question ?? frame;
  return source?.roles.find((role) => role.layer === layer && role.head === head) ?? null;
}

/** From this score on, a role depends on positions alone, not on the words. */
const ALL = 0.995;

/**
 * Whether a role is about positions alone.
 *
 * @param positional the best score of a head that knows positions only
 */
export const isPositional = (positional: number) => positional > ALL;

/**
 * Whether a score is higher than that of a head that knows positions only. A role that depends on
 * positions alone need not be.
 */
export const beatsPositions = (score: number, positional: number) =>
  isPositional(positional) || score > positional;

export function isClear({ score, positional }: { score: number; positional: number }) {
  return score >= CLEAR && beatsPositions(score, positional);
}

/** A role in words, such as "verb to subject". */
export function roleText(
  messages: Messages,
  { name, offset = 0 }: { name: string; offset?: number },
) {
  const all = messages as Readonly<Record<string, string>>;
  if (name !== 'fixedOffset') return all[`role${name[0].toUpperCase()}${name.slice(1)}`] ?? name;
  const message =
    offset === 0 ? messages.roleSelf : offset < 0 ? messages.roleBack : messages.roleAhead;
  return sayText(message, { count: Math.abs(offset) });
}

/** @param score from 0 to 1 */
export const scoreText = (score: number) => shortText(score, 2);

/** The name of a head with its role, if it has one. */
export function headText(frame: Named, head: number) {
  const { messages } = frame;
  const plain = sayText(messages.head, { head: head + 1 });
  const role = roleOf(frame, head);
  if (!role || !isClear(role)) return plain;
  return sayText(messages.headRole, { head: plain, role: roleText(messages, role) });
}

/** Roles of grammar are measured on sentences whose grammar is known, others on any text. */
const OF_GRAMMAR = ['verbToSubject', 'nounToDeterminer', 'pronounToAntecedent'];

/** The text that names the data a role was measured on. */
function placeOf(frame: Named, { name }: HeadRole) {
  const { source } = frame.maps?.question ?? frame;
  const onText = source?.words === null && !OF_GRAMMAR.includes(name);
  const { messages } = frame;
  return sayText(onText ? messages.measuredOnText : messages.measuredOnSentences, {
    count: source?.measured ?? 0,
  });
}

/**
 * A sentence about the role of a head.
 *
 * @returns empty if it has none
 */
export function roleSentence(frame: Named, head: number): string {
  const { messages } = frame;
  const role = roleOf(frame, head);
  if (!role) return '';
  const message = !isClear(role)
    ? messages.roleWeak
    : isPositional(role.positional)
      ? messages.rolePosition
      : messages.roleMeaning;
  return sayText(message, {
    role: roleText(messages, role),
    score: percentText(role.score),
    positional: percentText(role.positional),
    where: placeOf(frame, role),
  });
}
