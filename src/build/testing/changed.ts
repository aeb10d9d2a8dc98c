// Finds changed files by git, and the tests that depend on them by the dependency graph.

import { posix } from 'node:path';
import { start } from '../tools/run.js';
import { Stop } from '../tools/say.js';
import type { Graph } from './graph.ts';

/** Files that every test depends on. */
const ALL = /^package(-lock)?\.json$/;
const MODULE = /\.[cm]?[jt]sx?$/;
const CPP = /\.(cpp|h)$|^CMakeLists\.txt$|^src\/bindings\//;
/** Style tests read every file. */
const STYLE = 'tests/style/';

/**
 * Lists the files that differ from a commit, uncommitted files included.
 *
 * @param ref such as 'HEAD~2'; default: where this branch left main, so that its commits count
 * @returns from the root, with forward slashes
 */
export async function changedSince(ref: string | undefined): Promise<string[]> {
  const from = ref ?? ((await git('merge-base', 'HEAD', 'main').catch(() => '')) || 'HEAD');
  const lists = [
    await git('diff', '--name-only', '--no-renames', '-z', from.trim(), '--'),
    await git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return [...new Set(lists.flatMap((list) => list.split('\0')).filter(Boolean))].sort();
}

/** Whether git knows a commit by this name. */
export async function isCommit(name: string) {
  const { status } = await start('git', ['rev-parse', '--verify', '-q', `${name}^{commit}`]);
  return status === 0;
}

async function git(...args: string[]) {
  const { status, stdout, output } = await start('git', args);
  if (status !== 0) throw new Stop(`git ${args[0]}: ${output.trim()}`);
  return stdout;
}

/**
 * Selects the tests that depend on changed files, each with the first such file.
 *
 * @returns unread: changed files that only the tests of style read
 */
export function testsOf(
  graph: Graph,
  tests: readonly string[],
  changed: readonly string[],
): { chosen: Map<string, string>; unread: string[] } {
  const chosen: Map<string, string> = new Map();
  const unread = new Set(changed);
  for (const test of tests) {
    const reached = graph.reachedFrom(test, { built: true });
    const rooms = new Set([...reached.files].filter((file) => MODULE.test(file)).map(roomOf));
    for (const file of changed) {
      if (!ALL.test(file) && !reads(file)) continue;
      unread.delete(file);
      if (!chosen.has(test)) chosen.set(test, file);
    }
    if (changed.length > 0 && test.startsWith(STYLE) && !chosen.has(test)) {
      chosen.set(test, changed[0]);
    }

    function reads(file: string) {
      if (CPP.test(file)) return graph.usesCore(reached);
      if (reached.files.has(file)) return true;
      if ([...reached.folders].some((folder) => file.startsWith(`${folder}/`))) return true;
      return !MODULE.test(file) && rooms.has(graph.roomOf(file));
    }
  }
  return { chosen, unread: [...unread] };
}

const roomOf = (file: string) => posix.dirname(file);
