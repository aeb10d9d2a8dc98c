// Checks names of constants: NAME in JavaScript, kName in C++. A constant is a number, text or
// pattern that a module fixes once.

import assert from 'node:assert/strict';
import test from 'node:test';
import { sources, syntaxOf, walk } from './source.js';

const all = await sources(['src', 'web', 'tests'], ['.js', '.ts']);
// Examples are programs of users, who have their own habits.
const modules = all
  .filter(({ path }) => !path.startsWith('web/examples/'))
  .map((source) => ({ path: source.path, syntax: syntaxOf(source) }));

test('no name in JavaScript is written as a constant of C++', () => {
  const found = new Set();
  for (const { path, syntax } of modules) {
    walk(syntax, ({ type, name }) => {
      if (type === 'Identifier' && /^k[A-Z]/.test(name)) found.add(`${path}: ${name}`);
    });
  }
  assert.deepEqual([...found], []);
});

test("a module's number, text or pattern has a name in capitals", () => {
  /** @type {string[]} */
  const found = [];
  for (const { path, syntax } of modules) {
    for (const statement of syntax.body) {
      const declared = statement.declaration ?? statement;
      if (declared.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
      for (const { id, init } of declared.declarations) {
        if (init?.type !== 'Literal' || id.type !== 'Identifier') continue;
        if (!/^[A-Z][A-Z0-9_]*$/.test(id.name)) found.push(`${path}: ${id.name}`);
      }
    }
  }
  assert.deepEqual(found, []);
});
