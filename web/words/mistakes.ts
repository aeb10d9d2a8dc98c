// The words of the doctor's mistakes in a language other than English. The doctor itself names and explains them in English.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

export interface MistakeWords {
  /** by the English one */
  names: Readonly<Record<string, string>>;
  /** by the English one; code is not translated */
  details: Readonly<Record<string, string>>;
  /** by name, or by 'name: detail' */
  explanations: Readonly<Record<string, string>>;
}

/** @param language as pickLanguage gave it, not English */
export const loadMistakeWords = (language: string): Promise<MistakeWords> =>
  loadGroup(language, (known): Loaded<MistakeWords> => import(`./${known}/mistakes.ts`));
