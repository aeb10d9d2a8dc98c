// The words of the class's page, in the languages that the page has.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const classMessages = Object.freeze({ en, zh, es });
