// Checks that the bundler may leave out the indentation in files with templates: it takes it from all their texts.

import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutIndents } from '../../src/build/make/esbuild.ts';
import { sources, syntaxOf, walk } from './source.js';

test('indentation is left out of a file with templates, and of no other', () => {
  assert.equal(withoutIndents('a(html`<p>\n    ${b}\n  </p>`);'), 'a(html`<p>\n${b}\n</p>`);');
  assert.equal(withoutIndents('a(`b\n    c`);'), 'a(`b\n    c`);');
});

test('a file with templates has no other text of several lines', async () => {
  /** @type {string[]} */
  const found = [];
  for (const source of await sources(['web'], ['.ts'])) {
    if (withoutIndents(source.text) === source.text) continue;
    const templates = new Set();
    walk(syntaxOf(source), (node) => {
      if (node.type === 'TaggedTemplateExpression') templates.add(node.quasi);
      if (node.type !== 'TemplateLiteral' || templates.has(node)) return;
      const isIndented = node.quasis.some((/** @type {any} */ { value }) => /\n /.test(value.raw));
      if (isIndented) found.push(source.path);
    });
  }
  assert.deepEqual(found, []);
});
