// npm run fuzz: feeds the core, and the module as JavaScript calls it, random calls until the time is up or a fault is
// found.
//   npm run fuzz -- --seconds 3600    how long; default 600
//   npm run fuzz -- --keep            then copies the fewest inputs that reach as much of the core
//                                     into tests/fuzz/corpus
// The inputs it finds stay in build/fuzz, where the next run starts.

import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from './build.ts';
import { compile, fuzzed, fuzzerOf, fuzzerPart } from './make/core.ts';
import { setUp } from './setup.ts';
import { withLock } from './tools/lock.js';
import { buildDir, root } from './tools/paths.js';
import { run, start } from './tools/run.js';
import { Stop, runMain, say, step } from './tools/say.js';

const LARGEST_INPUT = 192; // bytes; the contents of a call come from a seed among them
const SLOWEST_SECONDS = 30; // for one input, on a machine that does other things too
const TAIL_LINES = 60;

/** The folder of an entry's kept inputs. */
export function corpusOf(entry: string) {
  return join(root, 'tests/fuzz/corpus', entry);
}

/**
 * Fuzzes one entry, starting from its kept inputs.
 *
 * @returns how many inputs were run
 * @throws with the fault and the file that causes it
 */
export async function fuzz(entry: string, seconds: number): Promise<number> {
  const found = foundBy(entry);
  for (const folder of [found, corpusOf(entry)]) await mkdir(folder, { recursive: true });
  const { status, output } = await start(fuzzerOf(entry), [
    `-max_total_time=${seconds}`,
    `-max_len=${LARGEST_INPUT}`,
    `-timeout=${SLOWEST_SECONDS}`,
    `-artifact_prefix=${join(buildDir, 'fuzz', `fault-${entry}-`)}`,
    '-print_final_stats=1',
    found,
    corpusOf(entry),
  ]);
  if (status !== 0) {
    const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
    throw new Stop(`The fuzzer of ${entry} found a fault:\n${tail}`);
  }
  return Number(/number_of_executed_units:\s*(\d+)/.exec(output)?.[1]);
}

/**
 * Fuzzes the JavaScript part, with other seeds each time.
 *
 * @param what the module's calls, or the files that it reads
 * @returns how many calls were made, or files read
 * @throws with the fault and the seed that causes it
 */
async function fuzzModule(what: 'calls' | 'formats', seconds: number): Promise<number> {
  const script = join(root, `tests/fuzz/${what}.js`);
  const { status, stdout, output } = await start(process.execPath, [script, String(seconds)]);
  if (status !== 0) throw new Stop(`The fuzzer of ${what} found a fault:\n${output.trimEnd()}`);
  return Number(stdout);
}

function foundBy(entry: string) {
  return join(buildDir, 'fuzz/corpus', entry);
}

/** Replaces the kept inputs of an entry by the fewest that reach as much of the core as all do. */
async function keep(entry: string) {
  const fewest = join(buildDir, 'fuzz', `fewest-${entry}`);
  await rm(fewest, { recursive: true, force: true });
  await mkdir(fewest, { recursive: true });
  // Counts the branches that an input reaches, not how often: that keeps the set small.
  const options = ['-set_cover_merge=1', '-use_counters=0', `-max_len=${LARGEST_INPUT}`];
  await run(fuzzerOf(entry), [...options, fewest, foundBy(entry), corpusOf(entry)]);
  await rm(corpusOf(entry), { recursive: true });
  await rename(fewest, corpusOf(entry));
  const names = await readdir(corpusOf(entry));
  say(`${relative(root, corpusOf(entry))}: ${names.length} inputs`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '600' },
        keep: { type: 'boolean', default: false },
      },
    });
    const seconds = Math.ceil(Number(values.seconds) / (fuzzed.length + 2));
    if (!(seconds > 0)) throw new Stop(`--seconds: expected a number, got ${values.seconds}`);
    await buildAll({ tests: true });
    const toolchain = await setUp({ tests: true });
    await withLock(join(buildDir, 'build.lock'), () => compile(fuzzerPart(), toolchain));
    for (const entry of fuzzed) {
      const count = await step(`Fuzzing ${entry}`, `${seconds} s`, () => fuzz(entry, seconds));
      say(`  ${entry}: ${count} inputs, no fault`);
      if (values.keep) await keep(entry);
    }
    const calls = await step('Fuzzing the module', `${seconds} s`, () =>
      fuzzModule('calls', seconds),
    );
    say(`  the module: ${calls} calls, no fault`);
    const files = await step('Fuzzing the formats', `${seconds} s`, () =>
      fuzzModule('formats', seconds),
    );
    say(`  the formats: ${files} files, no fault`);
  });
}
