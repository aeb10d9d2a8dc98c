// Texts of the write page, in the languages there are.

import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as zh } from './zh.ts';
import type { Messages } from './en.ts';

export const writeMessages: Readonly<Record<string, Messages>> = Object.freeze({ en, zh, es });
