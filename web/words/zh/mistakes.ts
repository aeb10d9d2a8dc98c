// Names and explanations of the doctor's mistakes, in Chinese.

import { explanations } from './mistakes/explanations.ts';
import { details, names } from './mistakes/names.ts';
import type { MistakeWords } from '../mistakes.ts';

export const words: MistakeWords = Object.freeze({ names, details, explanations });
