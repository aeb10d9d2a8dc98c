// The recipes in strict TypeScript, against the shipped declarations: a reader's editor underlines nothing.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { distDir, root } from '../../src/build/tools/paths.js';

const FOLDER = join(root, 'web/examples');
/** Its calls are wrong on purpose. */
const WRONG = 'errors.js';

test('every recipe compiles in strict TypeScript', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.js') && name !== WRONG);
  assert.ok(names.length > 15, names.join(' '));
  const types = join(distDir, 'types');
  const program = ts.createProgram(
    names.map((name) => join(FOLDER, name)),
    {
      ...{ allowJs: true, checkJs: true, noEmit: true, strict: true },
      noImplicitAny: false, // they are JavaScript, whose parameters have no types
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { headwise: [join(types, 'index.d.ts')], 'headwise/*': [join(types, '*.d.ts')] },
    },
  );
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  assert.deepEqual(found, []);
});
