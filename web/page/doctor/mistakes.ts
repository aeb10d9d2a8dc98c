// Names of the doctor's mistakes in the page's language.
// The module names and explains them in English; texts of other languages are separate files,
// loaded on this page only.

import { sayText } from '../../ui/text.ts';
import { PSEUDO } from '../../words/languages.ts';
import { loadMistakeWords } from '../../words/mistakes.ts';
import type { MistakeWords } from '../../words/mistakes.ts';
import type { Diagnosis } from 'headwise/doctor';

export interface FaultTexts {
  /** language of these texts */
  lang: string;
  textOf: (fault: Diagnosis['faults'][number]) => { name: string; explanation: string };
  nameOf: (fault: Diagnosis['unseen'][number]) => string;
}

/** English where there is no translation, or it does not load. */
export async function loadFaultTexts(language: string): Promise<FaultTexts> {
  if (language === 'en' || language === PSEUDO) return english;
  const words = await loadMistakeWords(language).catch(() => null);
  return words ? translated(language, words) : english;
}

const english: FaultTexts = {
  lang: 'en',
  textOf: (fault) => fault,
  nameOf: ({ name, detail }) => (detail ? `${name}: ${detail}` : name),
};

export function translated(
  lang: string,
  { names, details, explanations }: MistakeWords,
): FaultTexts {
  const detailOf = (detail = '') => details[detail] ?? detail;
  return {
    lang,
    textOf: ({ parts }) => ({
      name: parts.map(({ name }) => names[name]).join(' + '),
      explanation: parts
        .map(({ name, detail }) =>
          sayText(explanations[`${name}: ${detail}`] ?? explanations[name], {
            detail: detailOf(detail),
          }),
        )
        .join(' '),
    }),
    nameOf: ({ name, detail }) => (detail ? `${names[name]}: ${detailOf(detail)}` : names[name]),
  };
}
