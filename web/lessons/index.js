// The lessons and their texts, in the languages there are.

import { text as en } from './text/en.js';
import { text as es } from './text/es.js';
import { text as zh } from './text/zh.js';

export { lessons, stateOfScene } from './lessons.js';

/** @type {Readonly<Record<string, typeof en>>} */
export const texts = Object.freeze({ en, zh, es });
