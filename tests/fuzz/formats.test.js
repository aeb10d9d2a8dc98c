// Reads damaged files of every format, from fixed seeds; `npm run fuzz` takes new ones.

import test from 'node:test';
import { fuzzFormat, targets } from './formats.js';

const SEEDS = 300;

for (const name of Object.keys(targets)) {
  test(`damaged files: ${name}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) await fuzzFormat(name, seed);
  });
}
