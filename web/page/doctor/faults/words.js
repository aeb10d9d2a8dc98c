// Names of the doctor's mistakes in the page's language.
// The module names and explains them in English; texts of other languages are separate files,
// loaded on this page only.

import { fillText } from '../../../elements/shared/dom.js';

/** @typedef {import('headwise/doctor').Diagnosis} Diagnosis */

/**
 * @typedef {object} FaultWords
 * @property {Readonly<Record<string, string>>} names by the English one
 * @property {Readonly<Record<string, string>>} details by the English one; code is not translated
 * @property {Readonly<Record<string, string>>} explanations by name, or by 'name: detail'
 */

/**
 * @typedef {object} FaultTexts
 * @property {string} lang of these texts
 * @property {(fault: Diagnosis['faults'][number]) => { name: string, explanation: string }} textOf
 * @property {(fault: Diagnosis['unseen'][number]) => string} nameOf
 */

/** @type {Readonly<Record<string, () => Promise<FaultWords>>>} */
const LOADERS = {
  es: () => import('./faults-es.js'),
  zh: () => import('./faults-zh.js'),
};

/**
 * English where there is no translation, or it does not load.
 *
 * @param {string} language
 * @returns {Promise<FaultTexts>}
 */
export async function loadFaultTexts(language) {
  const words = await LOADERS[language]?.().catch(() => undefined);
  return words ? translated(language, words) : english;
}

/** @type {FaultTexts} */
const english = {
  lang: 'en',
  textOf: (fault) => fault,
  nameOf: ({ name, detail }) => (detail ? `${name}: ${detail}` : name),
};

/**
 * @param {string} lang
 * @param {FaultWords} words
 * @returns {FaultTexts}
 */
export function translated(lang, { names, details, explanations }) {
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
