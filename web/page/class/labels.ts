// Labels of questions and wrong answers in tables.
// They are the questions' own words, with … for numbers that differ between learners.

import { OTHER } from '../../elements/lesson/questions/record.ts';
import { textOf } from '../../elements/lesson/questions/forms.ts';
import type { QuestionText } from '../../elements/lesson/questions/card.ts';

/** @param other label of a wrong answer without a known misunderstanding */
export function createLabels(texts: Readonly<Record<string, QuestionText>>, other: string) {
  return {
    question: (id: string) => plain(textOf(texts[id]?.ask ?? id)),
    mistake(id: string, mistake: string) {
      if (mistake === OTHER) return other;
      const { options, mistakes, hints } = texts[id] ?? {};
      return plain(
        options?.[mistake] ?? mistakes?.[mistake] ?? textOf(hints?.[mistake] ?? mistake),
      );
    },
  };
}

/**
 * @param message symbols such as {W_Q} keep their names, which begin with no more than one letter
 */
function plain(message: string) {
  return message
    .replace(/\{(\w+)\}/g, (_, name) => (/^[A-Za-z](_[A-Za-z])?$/.test(name) ? name : '…'))
    .replaceAll('`', '');
}
