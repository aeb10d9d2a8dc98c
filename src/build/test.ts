// npm test: sets up this machine with its browsers, builds, and runs the tests with Node's own test runner. Arguments name
// the test files to run, or folders; without any, all of them.
//   --unit            runs only tests that need no build, no browser and no other program
//   --changed [ref]   runs only tests of code that differs from the commit; default: from where this branch left main
//   -g NAME           runs only tests whose name matches the pattern
//   --all             runs every variant in every browser

import { stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { buildAll } from './build.ts';
import { runTests } from './run-tests.ts';
import { installPackages } from './setup/npm.js';
import { changedSince, isCommit, testsOf } from './testing/changed.ts';
import { graphOf, NEEDS } from './testing/graph.ts';
import { mayMatch } from './testing/names.ts';
import { root } from './tools/paths.js';
import { Stop, runMain, say } from './tools/say.js';
import { filesBelow } from './tools/stamp.ts';

const TESTS = join(root, 'tests');
const NATIVE = ['core', 'fuzz'].map((folder) => join('tests', folder, sep));
const USAGE = 'npm test -- [--unit] [--changed [ref]] [-g NAME] [--all] [file...]';
const MOST_SHOWN = 12;

interface Asked {
  /** files and folders */
  paths: string[];
  all: boolean;
  unit: boolean;
  changed: boolean;
  /** a commit */
  since?: string;
  /** selects tests by their names */
  name?: RegExp;
}

await runMain(async () => {
  const asked = await readArguments(process.argv.slice(2));
  const { files, isBuilt } = await choose(await testFiles(asked.paths), asked);
  if (files.length === 0) {
    say('No test file is selected.');
    return 0;
  }
  if (isBuilt) {
    const native = files.some((file) => NATIVE.some((folder) => file.startsWith(folder)));
    await buildAll({ tests: true, native, watched: native && asked.all });
    // No build starts while tests run, also if a source is edited.
    process.env.HEADWISE_BUILT = '1';
  }
  process.env.HEADWISE_TEST_ALL = asked.all ? '1' : '';
  return (await runTests(files, asked)) ? 0 : 1;
});

async function readArguments(args: readonly string[]): Promise<Asked> {
  const asked: Asked = { paths: [], all: false, unit: false, changed: false };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '--all') asked.all = true;
    else if (arg === '--unit') asked.unit = true;
    else if (arg === '--changed') {
      asked.changed = true;
      if (args[i + 1] !== undefined && (await isCommit(args[i + 1]))) asked.since = args[++i];
    } else if (arg === '-g') asked.name = patternOf(args[++i]);
    else if (arg.startsWith('-')) throw new Stop(`${arg}: unknown\n\n${USAGE}`);
    else asked.paths.push(arg);
  }
  return asked;
}

function patternOf(text: string | undefined) {
  if (!text) throw new Stop(`-g: expected the name of a test, or a part of it\n\n${USAGE}`);
  try {
    return new RegExp(text);
  } catch {
    throw new Stop(`-g: expected a regular expression, got ${text}`);
  }
}

/** The test files below the files and folders asked for. */
async function testFiles(asked: readonly string[]) {
  const files: Set<string> = new Set();
  for (const name of asked.length ? asked : [TESTS]) {
    const path = resolve(name);
    if (!(await stat(path).catch(() => null))) throw new Stop(`${name}: no such test file`);
    for (const file of await filesBelow(path)) {
      if (file === path || file.endsWith('.test.js')) files.add(relative(root, file));
    }
  }
  if (!files.size) throw new Stop(`No test files in ${asked.join(', ') || 'tests/'}`);
  return [...files];
}

/**
 * Selects test files by the flags.
 *
 * @returns isBuilt: whether a selected test needs a build
 */
async function choose(
  files: string[],
  { paths, unit, changed, since, name }: Asked,
): Promise<{ files: string[]; isBuilt: boolean }> {
  if (!paths.length && !unit && !changed && !name) return { files, isBuilt: true };
  await installPackages();
  const below = ['src', 'web', 'tests'].map((folder) => filesBelow(join(root, folder)));
  const known = (await Promise.all(below)).flat().map((file) => slashed(relative(root, file)));
  const graph = await graphOf(files.map(slashed), known);
  const needsOf = (file: string) => graph.needsOf(slashed(file));
  if (unit) files = files.filter((file) => needsOf(file).length === 0);
  if (changed) {
    const differs = await changedSince(since);
    const found = testsOf(graph, files.map(slashed), differs);
    tellChanged(differs, found);
    files = files.filter((file) => found.chosen.has(slashed(file)));
  }
  // A file named on the command line always runs.
  if (name && !paths.length) {
    const may = await Promise.all(
      files.map((file) => {
        const { own, others } = graph.textsOf(slashed(file), 'tests/');
        return mayMatch(own, others, name);
      }),
    );
    files = files.filter((_, i) => may[i]);
    say(`Test files that may have a test of this name: ${files.length}`);
  }
  const isBuilt = files.some((file) => needsOf(file).some((need) => need !== NEEDS.quiet));
  return { files, isBuilt };
}

function tellChanged(
  changed: readonly string[],
  { chosen: tests, unread }: ReturnType<typeof testsOf>,
) {
  say(`Files that changed: ${changed.length}. Test files that they can reach: ${tests.size}`);
  for (const [test, file] of [...tests].slice(0, MOST_SHOWN)) say(`  ${test}: ${file}`);
  if (tests.size > MOST_SHOWN) say(`  and ${tests.size - MOST_SHOWN} more`);
  if (unread.length > 0) say(`Read by tests of style alone: ${unread.join(', ')}`);
}

function slashed(file: string) {
  return file.split(sep).join('/');
}
