// Labels of questions and wrong answers in tables.
// They are the questions' own words, with … for numbers that differ between learners.

import { OTHER } from '../../elements/lesson/questions/record.ts';
import { textOf } from '../../elements/lesson/questions/forms.ts';
import { sayText } from '../../ui/text.ts';
import type { QuestionText } from '../../elements/lesson/questions/card.ts';
import type { Messages } from '../../words/en/class.ts';

export function createLabels(
  texts: Readonly<Record<string, QuestionText>>,
  { otherMistake, replied }: Pick<Messages, 'otherMistake' | 'replied'>,
) {
  return {
    question: (id: string) => plain(textOf(texts[id]?.ask ?? id)),
    mistake(id: string, mistake: string) {
      if (mistake === OTHER) return otherMistake;
      const { options, mistakes, hints } = texts[id] ?? {};
      const said = options?.[mistake] ?? mistakes?.[mistake];
      if (said !== undefined) return plain(said);
      // an answer without words of its own is known by the reply that the learner got
      const hint = hints?.[mistake];
      return hint === undefined ? mistake : sayText(replied, { reply: plain(textOf(hint)) });
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
