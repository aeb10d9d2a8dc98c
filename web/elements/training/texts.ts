// Words and number formats of the training room.

import type { Words } from '../../words/en/training.ts';
import type { numbersOf } from '../lesson/numbers.ts';

export type Numbers = ReturnType<typeof numbersOf>;

export interface Texts {
  words: Words;
  numbers: Numbers;
  locale: string;
}
