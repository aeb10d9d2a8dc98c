// Runs test files with Node's test runner, each in its own process, with one browser for all of them.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { shareChromium } from './tools/chromium.ts';
import { FONTS, withFonts } from './tools/fonts.ts';
import { root } from './tools/paths.js';

const withTestFonts = (folder: string) => withFonts(FONTS[0], folder);
const PAGES = join('tests', 'web', sep);
/** The slowest tests. They begin first, as one of them would otherwise run alone at the end. */
const FIRST = [join('tests', 'core', sep), join('tests', 'style', 'format.'), PAGES];
/** Marks files that open pages in the browser that can be shared. */
const IN_CHROMIUM = /\b(use|start)Chromium\b/;
/** Marks files that bound the time of a single task. They run in a group of their own: other tests use the same caches. */
const TIMED = /\blongestTask\b/;
/** The runner's reason for a test that the name does not match. */
const NOT_ASKED = 'test name does not match pattern';
/** The totals in the runner's diagnostics. */
const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;

interface Group {
  files: string[];
  concurrency: number;
}

/**
 * Runs tests, and prints the results as they arrive.
 *
 * @param files from the project's root
 * @param only name: tests whose name it fits
 * @returns whether all tests passed
 */
export async function runTests(
  files: readonly string[],
  { name }: { name?: RegExp } = {},
): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  // to start one takes as long as many a file
  const browser =
    texts.filter((text) => IN_CHROMIUM.test(text)).length > 1
      ? await shareChromium(withTestFonts)
      : null;
  if (browser) process.env.HEADWISE_CHROMIUM = browser.address;
  try {
    const ordered = [...files].sort((one, other) => rankOf(one) - rankOf(other));
    const groups = await groupsOf(ordered.map((file) => join(root, file)));
    return await show(groups, name);
  } finally {
    await browser?.stop();
  }
}

function rankOf(file: string) {
  const at = FIRST.findIndex((start) => file.startsWith(start));
  return at < 0 ? FIRST.length : at;
}

/**
 * Groups files that run concurrently. Tests of pages wait for a part of their time: with two more files than processors, no
 * processor is idle.
 */
async function groupsOf(files: readonly string[]): Promise<Group[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const timed = files.filter((_, at) => TIMED.test(texts[at]));
  const processors = availableParallelism();
  return [
    { files: files.filter((file) => !timed.includes(file)), concurrency: processors + 2 },
    { files: timed, concurrency: processors },
  ];
}

async function show(groups: readonly Group[], name?: RegExp): Promise<boolean> {
  let passed = true;
  async function* watched() {
    for await (const event of inTurn(groups, name)) {
      const { todo } = event.data;
      if (event.type === 'test:fail' && (todo === undefined || todo === false)) passed = false;
      yield event;
    }
  }
  const results = Readable.from(watched());
  await pipeline(results.compose(new spec()), process.stdout, { end: false });
  return passed;
}

/** Runs one group after another, with one summary of all. */
async function* inTurn(groups: readonly Group[], name?: RegExp) {
  const totals: Map<string, number> = new Map();
  const last: any[] = [];
  for (const group of groups.filter(({ files }) => files.length > 0)) {
    last.length = 0;
    const events = run({ ...group, testNamePatterns: name && [name] });
    for await (const event of name ? onlyRun(events) : (events as AsyncIterable<any>)) {
      const { type, data } = event;
      const [, name, count] = (type === 'test:diagnostic' && TOTAL.exec(data.message)) || [];
      if (name) totals.set(name, (totals.get(name) ?? 0) + Number(count));
      const isLast = name || (type === 'test:summary' && data.file === undefined);
      if (isLast) last.push(event);
      else yield event;
    }
  }
  for (const event of last) {
    const [, name] = TOTAL.exec(event.data.message ?? '') ?? [];
    if (name) event.data.message = `${name} ${totals.get(name)}`;
    yield event;
  }
}

/** Without the tests that were not run, because the name does not fit them, and without suites and files of such alone. */
async function* onlyRun(events: AsyncIterable<any>) {
  /** the tests that have begun without a report; each in the one before it */
  let begun: any[] = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') {
      begun = begun.filter((one) => one.data.nesting < data.nesting);
      begun.push(event);
      continue;
    }
    if (type === 'test:pass') {
      const empty = begun.some((one) => one.data.nesting === data.nesting);
      const holds = data.details?.type === 'suite' || isAbsolute(data.name);
      if (data.skip === NOT_ASKED || (empty && holds)) continue;
    }
    if (type === 'test:pass' || type === 'test:fail') {
      yield* begun;
      begun = [];
    }
    yield event;
  }
}
