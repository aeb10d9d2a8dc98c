// The lessons and their texts, in the languages there are.

import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as zh } from './text/zh.ts';

export { lessons, stateOfScene } from './lessons.ts';

export const texts: Readonly<Record<string, typeof en>> = Object.freeze({ en, zh, es });
