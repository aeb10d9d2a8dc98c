// Reads the data of suites from this folder's neighbours, in Node.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/build/tools/paths.js';

/** @type {import('./pack.js').Read} */
export const read = (path) => readFile(join(root, 'tests', path));
