// Every environment in three browsers: nothing is ever silently blank, and what the documents say is so. Only with
// HEADWISE_TEST_ALL, as it takes some minutes; `npm run make matrix` writes the document again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { documentOf, DOCUMENT, measureAll } from './report.js';

if (process.env.HEADWISE_TEST_ALL) {
  test('every environment shows the lab or a sentence, as web/docs/environments.md says', async (t) => {
    const measured = await measureAll((line) => t.diagnostic(line));
    const blank = measured.flatMap(({ name, cells }) =>
      Object.entries(cells)
        .filter(([, { what }]) => what === 'blank')
        .map(([where]) => `${name} | ${where}`),
    );
    assert.deepEqual(blank, []);
    const plain = (/** @type {string} */ text) => text.replace(/[\s|-]+/g, ' ');
    assert.equal(plain(documentOf(measured)), plain(await readFile(DOCUMENT, 'utf8')));
  });
}
