// Names of the doctor's mistakes in the page's language.
// The module names and explains them in English; texts of other languages are separate files,
// loaded on this page only.

import { fillText } from '../../../elements/shared/dom.ts';
import type { Diagnosis } from 'headwise/doctor';

export interface FaultWords {
  /** by the English one */
  names: Readonly<Record<string, string>>;
  /** by the English one; code is not translated */
  details: Readonly<Record<string, string>>;
  /** by name, or by 'name: detail' */
  explanations: Readonly<Record<string, string>>;
}

export interface FaultTexts {
  /** of these texts */
  lang: string;
  textOf: (fault: Diagnosis['faults'][number]) => { name: string; explanation: string };
  nameOf: (fault: Diagnosis['unseen'][number]) => string;
}

const LOADERS: Readonly<Record<string, () => Promise<FaultWords>>> = {
  es: () => import('./faults-es.js'),
  zh: () => import('./faults-zh.js'),
};

/** English where there is no translation, or it does not load. */
export async function loadFaultTexts(language: string): Promise<FaultTexts> {
  const words = await LOADERS[language]?.().catch(() => undefined);
  return words ? translated(language, words) : english;
}

const english: FaultTexts = {
  lang: 'en',
  textOf: (fault) => fault,
  nameOf: ({ name, detail }) => (detail ? `${name}: ${detail}` : name),
};

export function translated(lang: string, { names, details, explanations }: FaultWords): FaultTexts {
  const detailOf = (detail = '') => details[detail] ?? detail;
  return {
    lang,
    textOf: ({ parts }) => ({
      name: parts.map(({ name }) => names[name]).join(' + '),
      explanation: parts
        .map(({ name, detail }) =>
          fillText(explanations[`${name}: ${detail}`] ?? explanations[name], {
            detail: detailOf(detail),
          }),
        )
        .join(' '),
    }),
    nameOf: ({ name, detail }) => (detail ? `${names[name]}: ${detailOf(detail)}` : names[name]),
  };
}
