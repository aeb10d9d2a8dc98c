// Texts of the problems of a teacher's lesson, in the reader's language.
// Loaded when there are problems.

import { fillText } from '../../../ui/dom.ts';
import type { Problem } from './lines.ts';
import type { Messages } from '../../../words/en/own-lesson.ts';

export function sentenceOf({ code, places }: Problem, messages: Messages) {
  return fillText(messages[code as keyof Messages], places ?? {});
}

/**
 * @param count number of all problems
 * @returns a line for each
 */
export function sayAll(problems: readonly Problem[], count: number, messages: Messages): string {
  const said = problems.map(
    (one) => `${fillText(messages.line, { line: one.line })}: ${sentenceOf(one, messages)}`,
  );
  const more = count - problems.length;
  return [...said, ...(more > 0 ? [fillText(messages.more, { count: more })] : [])].join('\n');
}
