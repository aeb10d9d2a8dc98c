// Texts of heads' roles in trained models.
// Each head has its best role and the measured score of it.

import { fillText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';

/**
 * @typedef {import('./source.js').HeadRole} HeadRole
 * @typedef {import('../../messages/en.js').Messages} Messages
 *
 * @typedef {Pick<import('../frame.js').Frame, 'answer' | 'source' | 'layer' | 'messages'>} Named a frame whose heads are
 *   to be named
 */

/** A role with at least this score is a head's purpose; below, it is only what the head does most. */
const CLEAR = 0.5;

/**
 * @param {Omit<Named, 'messages'>} frame
 * @param {number} head
 * @returns {HeadRole | null} null: unknown
 */
export function roleOf(frame, head) {
  // while an answer is awaited, the heads are those of the one before
  const { source, layer } = frame.answer?.question ?? frame;
  return source.roles.find((role) => role.layer === layer && role.head === head) ?? null;
}

/** From this score on, a role depends on positions alone, not on the words. */
const ALL = 0.995;

/**
 * Whether a role is about positions alone.
 * @param {number} positional the best score of a head that knows positions only
 */
export const isPositional = (positional) => positional > ALL;

/**
 * Whether a score is more than a head could reach that knows positions only. Where those are all that counts, it need not be.
 * @param {number} score
 * @param {number} positional
 */
export const beatsPositions = (score, positional) => isPositional(positional) || score > positional;

/** @param {{ score: number, positional: number }} role */
export function isClear({ score, positional }) {
  return score >= CLEAR && beatsPositions(score, positional);
}

/**
 * A role in words, such as "verb to subject".
 * @param {Messages} messages
 * @param {{ name: string, offset?: number }} role
 */
export function roleText(messages, { name, offset = 0 }) {
  const all = /** @type {Readonly<Record<string, string>>} */ (messages);
  if (name !== 'fixedOffset') return all[`role${name[0].toUpperCase()}${name.slice(1)}`] ?? name;
  const message =
    offset === 0 ? messages.roleSelf : offset < 0 ? messages.roleBack : messages.roleAhead;
  return fillText(message, { count: Math.abs(offset) });
}

/** @param {number} score from 0 to 1 */
export const scoreText = (score) => shortText(score, 2);

/**
 * The name of a head with its role, if it has one.
 * @param {Named} frame
 * @param {number} head
 */
export function headText(frame, head) {
  const { messages } = frame;
  const plain = fillText(messages.head, { head: head + 1 });
  const role = roleOf(frame, head);
  if (!role || !isClear(role)) return plain;
  return fillText(messages.headRole, {
    head: plain,
    role: roleText(messages, role),
    score: scoreText(role.score),
  });
}

/** Roles of grammar are measured on sentences whose grammar is known, others on any text. */
const OF_GRAMMAR = ['verbToSubject', 'nounToDeterminer', 'pronounToAntecedent'];

/**
 * The text of what a role was measured on.
 * @param {Named} frame
 * @param {HeadRole} role
 */
function placeOf(frame, { name }) {
  const { measured, words } = (frame.answer?.question ?? frame).source;
  const onText = words === null && !OF_GRAMMAR.includes(name);
  const { messages } = frame;
  return fillText(onText ? messages.measuredOnText : messages.measuredOnSentences, {
    count: measured,
  });
}

/**
 * A sentence about the role of a head.
 * @param {Named} frame
 * @param {number} head
 * @returns {string} empty if it has none
 */
export function roleSentence(frame, head) {
  const { messages } = frame;
  const role = roleOf(frame, head);
  if (!role) return '';
  const message = !isClear(role)
    ? messages.roleWeak
    : isPositional(role.positional)
      ? messages.rolePosition
      : messages.roleMeaning;
  return fillText(message, {
    role: roleText(messages, role),
    score: scoreText(role.score),
    positional: scoreText(role.positional),
    where: placeOf(frame, role),
  });
}
