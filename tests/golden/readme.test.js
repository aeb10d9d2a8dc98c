// Checks that the README beside this file agrees with the data: versions, numbers of cases,
// differences, and each disagreement.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { read } from '../conformance/read.js';
import { openGolden } from './support/golden.js';

/** @import { Stored } from './support/golden.js' */

const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');

for (const [name, folder] of Object.entries({ PyTorch: 'pytorch', Keras: 'keras', Flax: 'flax' })) {
  test(`the README has the figures of ${name}'s data`, async () => {
    /** @type {import('./support/golden.js').Golden<Stored<unknown, unknown>>} */
    const { version, cases } = await openGolden(read, `golden/${folder}/cases.safetensors.gz`);
    const row = readme.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
    const cells = row.split('|').map((cell) => cell.trim());
    const own = cases.flatMap(({ expected }) => Object.values(expected).map((kept) => kept.own));
    const largest = Math.max(...own).toFixed(1);
    assert.deepEqual(cells.slice(2, 5), [version, String(cases.length), largest]);

    const [, rest] = readme.split(`### ${name}\n`);
    const listed = rest.split('\n#')[0].match(/(?<=^- ).*/gm) ?? [];
    const said = new Set(cases.flatMap(({ disagreement }) => disagreement?.says ?? []));
    assert.deepEqual([...listed].sort(), [...said].sort());
  });
}
