// Checks of templates: that the bundler may leave out the indentation in their files, since it takes it from all texts, and that
// controls are made by web/ui alone.

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

/** Templates with a control of their own, each with its reason. */
const OWN = new Map([
  ['web/page/state-files.ts', "the kit's button for files would load with the page"],
  ['web/elements/lab/provenance/editor.ts', 'its slider keeps a value that is being dragged'],
]);

test('buttons with a look, sliders and fields for files are made by the kit', async () => {
  const CONTROL =
    /<button[^`]*?class="[^"]*(?<![\w-])(button|primary|second|plain|outlined|quiet|action|link|bare|shaded)(?![\w-])|type="(range|file)"/;
  assert.match('<button type="button" class="lesson-next quiet">', CONTROL);
  const found = (await sources(['web'], ['.ts']))
    .filter(({ path, text }) => !path.startsWith('web/ui/') && CONTROL.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found.sort(), [...OWN.keys()].sort());
});
