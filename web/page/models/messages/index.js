// Texts of the models page, in the languages that the page has.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const modelsMessages = Object.freeze({ en, zh, es });
