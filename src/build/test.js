// npm test: sets up what is missing, browsers too, builds, and runs the tests with Node's own test
// runner. Arguments name the test files to run; without any, all of them. --all tests every
// variant in every browser.

import { stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { buildAll } from './build.js';
import { runTests } from './run-tests.js';
import { root } from './tools/paths.js';
import { Stop, runMain } from './tools/say.js';
import { filesBelow } from './tools/stamp.js';

const TESTS = join(root, 'tests');
const NATIVE = ['core', 'fuzz'].map((folder) => join('tests', folder, sep));

await runMain(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--all');
  if (unknown) throw new Stop(`${unknown}: unknown\n\nnpm test -- [--all] [file...]`);
  const files = await testFiles(args.filter((arg) => arg !== '--all'));
  const all = args.includes('--all');
  const native = files.some((file) => NATIVE.some((folder) => file.startsWith(folder)));
  await buildAll({ tests: true, native, watched: native && all });
  process.env.HEADWISE_TEST_ALL = all ? '1' : '';
  return (await runTests(files)) ? 0 : 1;
});

/**
 * The test files below the files and folders asked for.
 *
 * @param {readonly string[]} asked
 */
async function testFiles(asked) {
  /** @type {string[]} */
  const files = [];
  for (const name of asked.length ? asked : [TESTS]) {
    const path = resolve(name);
    if (!(await stat(path).catch(() => null))) throw new Stop(`${name}: no such test file`);
    const found = await filesBelow(path);
    files.push(...found.filter((file) => file === path || file.endsWith('.test.js')));
  }
  if (!files.length) throw new Stop(`No test files in ${asked.join(', ') || 'tests/'}`);
  return files.map((file) => relative(root, file));
}
