// Texts of the write page, in the languages there are.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const writeMessages = Object.freeze({ en, zh, es });
