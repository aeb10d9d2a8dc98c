// The words of a model's heads at a glance, in the languages that the lab has.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const modelViewMessages = Object.freeze({ en, zh, es });
