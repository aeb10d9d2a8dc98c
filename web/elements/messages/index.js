// The words of the lab in all languages at once; load.js loads those of one.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const messages = Object.freeze({ en, zh, es });
