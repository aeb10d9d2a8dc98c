// Functions are small: what a part builds, hears and draws are three things, and each has its own.

import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'acorn';
import { sources } from './source.js';

const MOST_LINES = 120;

/**
 * Every function of a module that is longer than the limit.
 *
 * @param {import('./source.js').Source} source
 */
function longFunctions({ path, text }) {
  /** @type {[string, number][]} */
  const found = [];
  const visit = (/** @type {any} */ node, /** @type {string} */ name) => {
    if (!node || typeof node !== 'object') return;
    if (/Function/.test(node.type)) {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      if (lines > MOST_LINES) found.push([`${path} ${node.id?.name ?? name}`, lines]);
    }
    const own = node.id?.name ?? node.key?.name ?? name;
    for (const child of Object.values(node)) visit(child, own);
  };
  const options = /** @type {const} */ ({ ecmaVersion: 'latest', sourceType: 'module' });
  visit(parse(text, { ...options, allowHashBang: true, locations: true }), 'a function');
  return found;
}

test(`no function in src and web has more than ${MOST_LINES} lines`, async () => {
  const found = (await sources(['src', 'web'], ['.js'])).flatMap(longFunctions);
  assert.deepEqual(found, []);
});

test('the search for long functions finds one', () => {
  const body = '  f();\n'.repeat(MOST_LINES);
  const source = { path: 'a.js', text: `const f = () => {\n${body}};\n`, code: '' };
  assert.deepEqual(longFunctions(source), [['a.js f', MOST_LINES + 2]]);
});
