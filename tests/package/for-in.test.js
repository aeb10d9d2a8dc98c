// No file of the package walks over an object with `for in`, Emscripten's glue included: it would go on into what a page has
// put on Object.prototype.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'acorn';
import { distDir } from '../../src/build/tools/paths.js';

/**
 * @param {unknown} node
 * @returns {boolean} whether a `for in` stands in it
 */
function walksIn(node) {
  if (typeof node !== 'object' || node === null) return false;
  if ('type' in node && node.type === 'ForInStatement') return true;
  return Object.values(node).some(walksIn);
}

const parsed = (/** @type {string} */ text) =>
  parse(text, { ecmaVersion: 'latest', sourceType: 'module' });

for (const name of (await readdir(distDir)).filter((file) => /\.(js|html)$/.test(file))) {
  test(name, async () => {
    const text = await readFile(join(distDir, name), 'utf8');
    const script = name.endsWith('.js')
      ? text
      : /<script data-headwise>(.*)<\/script>/s.exec(text)?.[1];
    assert.ok(script && !walksIn(parsed(script)));
  });
}

test('one would be found', () => {
  assert.ok(walksIn(parsed('() => { for (const name in {}) name; }')));
});
