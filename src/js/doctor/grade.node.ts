#!/usr/bin/env node
// The command `npx headwise grade FILE...`: checks files of submissions, and reports as text, JSON, or JUnit for autograders.

import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { diagnose } from './diagnose.ts';
import { readSubmission } from './read.ts';
import { inWords, toJUnit } from './report.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import type { Graded } from './report.ts';

/** The default time limit for each file; a submission of the recommended size takes one second. */
const SECONDS = 60;

const HELP = `npx headwise grade [options] FILE...

Checks implementations of attention: each file (.npz or safetensors) holds inputs, parameters, and what came out.

  --json             print the verdicts as JSON
  --junit FILE       also write them to FILE as JUnit XML, one test case for each file
  --tolerance N      how far numbers may be apart, relative to the largest; default 1e-5, and what half precision rounds
  --seconds N        how long to look for mistakes in each file; default ${SECONDS}

Exit code: 0 if every submission is right, 1 if one is not, 2 if a file or an option cannot be read.`;

const OPTIONS = {
  json: { type: 'boolean' },
  junit: { type: 'string' },
  tolerance: { type: 'string' },
  seconds: { type: 'string' },
  help: { type: 'boolean' },
} as const;

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${messageOf(error)}\n`);
  return 2;
});

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [command, ...files] = positionals;
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (command !== 'grade' || files.length === 0) throw new Error(HELP);
  const tolerance = values.tolerance === undefined ? undefined : Number(values.tolerance);
  const seconds = values.seconds === undefined ? SECONDS : Number(values.seconds);
  const graded: Graded[] = [];
  for (const file of files) graded.push(await grade(file, { tolerance, seconds }));
  const text = values.json ? JSON.stringify(graded, null, 2) : graded.map(inWords).join('\n\n');
  process.stdout.write(`${text}\n`);
  if (values.junit !== undefined) await writeFile(values.junit, toJUnit(graded));
  if (graded.some(({ error }) => error !== undefined)) return 2;
  return graded.every(({ verdict }) => verdict === 'right') ? 0 : 1;
}

async function grade(file: string, options: DiagnoseOptions): Promise<Graded> {
  try {
    const submission = readSubmission(await readFile(file));
    return { file, ...(await diagnose(submission, options)) };
  } catch (error) {
    return { file, error: messageOf(error) };
  }
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
