// No file of the package loops over an object with `for in`, Emscripten's glue included: the loop would also reach
// properties that a page has added to Object.prototype.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { distDir } from '../../src/build/tools/paths.js';
import { syntaxOf, walk } from '../style/source.js';

/** @param {string} text */
function walksOverObjects(text) {
  let found = false;
  walk(syntaxOf({ text }), ({ type }) => (found ||= type === 'ForInStatement'));
  return found;
}

for (const name of (await readdir(distDir)).filter((file) => /\.(js|html)$/.test(file))) {
  test(name, async () => {
    const text = await readFile(join(distDir, name), 'utf8');
    const script = name.endsWith('.js')
      ? text
      : /<script data-headwise>(.*)<\/script>/s.exec(text)?.[1];
    assert.ok(script && !walksOverObjects(script));
  });
}

test('one would be found', () => {
  assert.ok(walksOverObjects('() => { for (const name in {}) name; }'));
});
