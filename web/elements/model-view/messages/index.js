// Texts of the model overview, in the lab's languages.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const modelViewMessages = Object.freeze({ en, zh, es });
