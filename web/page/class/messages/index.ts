// The words of the class's page, in the languages that the page has.

import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as zh } from './zh.ts';
import type { Messages } from './en.ts';

export const classMessages: Readonly<Record<string, Messages>> = Object.freeze({ en, zh, es });
