// The words of the lab in all languages at once; load.ts loads those of one.

import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as zh } from './zh.ts';
import type { Messages } from './en.ts';

export const messages: Readonly<Record<string, Messages>> = Object.freeze({ en, zh, es });
