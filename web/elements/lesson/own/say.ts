// Texts of the problems of a teacher's lesson, in the reader's language.
// Loaded when there are problems.

import { sayText } from '../../../ui/text.ts';
import type { Problem } from './lines.ts';
import type { Messages } from '../../../words/en/own-lesson.ts';

export function sentenceOf({ code, places }: Problem, messages: Messages) {
  return sayText(messages[code as keyof Messages], places ?? {});
}

/**
 * @param count number of all problems
 * @returns a line for each
 */
export function sayAll(problems: readonly Problem[], count: number, messages: Messages): string {
  const said = problems.map(
    (one) => `${sayText(messages.line, { line: one.line })}: ${sentenceOf(one, messages)}`,
  );
  const more = count - problems.length;
  return [...said, ...(more > 0 ? [sayText(messages.more, { count: more })] : [])].join('\n');
}

/** A page's mistake: a scene that a lesson does not have, such as `masks.99`. */
export const noScene = (place: string) => `lesson: there is no ${JSON.stringify(place)}`;
