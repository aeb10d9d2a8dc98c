// Loads the words of the doctor page in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/doctor.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadDoctorWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/doctor.ts`));
