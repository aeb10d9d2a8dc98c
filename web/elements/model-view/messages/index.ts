// Texts of the model overview, in the lab's languages.

import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as zh } from './zh.ts';
import type { Messages } from './en.ts';

export const modelViewMessages: Readonly<Record<string, Messages>> = Object.freeze({ en, zh, es });
