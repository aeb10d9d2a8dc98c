#!/usr/bin/env node
// The command `npx headwise`: a verb, its options and its files. `grade` checks submissions, and reports as text, JSON, or JUnit
// for autograders; `survey` measures the heads of a model over many texts.

import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { version } from 'headwise:package';
import { suggestion } from './arguments/nearest.ts';
import { diagnose } from './doctor/diagnose.ts';
import { readSubmission } from './doctor/read.ts';
import { inWords, toJUnit } from './doctor/report.ts';
import type { DiagnoseOptions } from './doctor/diagnose.ts';
import type { Graded } from './doctor/report.ts';

/** The default time limit for each file; a submission of the recommended size takes one second. */
const SECONDS = 60;

const GRADE = `npx headwise grade [options] FILE...

Checks implementations of attention: each file (.npz or safetensors) holds inputs, parameters, and what came out.

  --json             print the verdicts as JSON
  --junit FILE       also write them to FILE as JUnit XML, one test case for each file
  --tolerance N      how far numbers may be apart, relative to the largest; default 1e-5, and what half precision rounds
  --seconds N        how long to look for mistakes in each file; default ${SECONDS}

Exit code: 0 if every submission is right, 1 if one is not, 2 if a file or an option cannot be read.`;

const SURVEY = `npx headwise survey MODEL TEXTS --out FILE.npz [options]
npx headwise survey --merge FILE... --out FILE.npz

Measures every head for each text: MODEL is a folder or a file, TEXTS a .txt file with a text on each line or a .jsonl file of
objects with a field "text". FILE.npz has the columns, FILE.npz.json the summary. A survey that was stopped goes on when it is
started again.

  --out FILE.npz       the result
  --shard i/n          only every n-th text, from the i-th on
  --threads N          number of threads, or auto; default 1. The result is the same
  --statistics A,B     only these statistics; default all
  --merge              joins the results of all shards

Exit code: 0 if the result is there, 2 if a file or an option cannot be read.`;

const HELP = `npx headwise COMMAND

  grade FILE...      checks implementations of attention
  survey             measures the heads of a model over many texts
  help [COMMAND]     prints this text, or a command's options
  --version          prints the version of headwise`;

/** The options of all commands, and of each. */
const COMMON = { help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
const OF_GRADE = {
  json: { type: 'boolean' },
  junit: { type: 'string' },
  tolerance: { type: 'string' },
  seconds: { type: 'string' },
} as const;
const OF_SURVEY = {
  out: { type: 'string' },
  shard: { type: 'string' },
  threads: { type: 'string' },
  statistics: { type: 'string' },
  merge: { type: 'boolean' },
} as const;
const OPTIONS = { ...COMMON, ...OF_GRADE, ...OF_SURVEY };

interface Command {
  help: string;
  options: Record<string, unknown>;
  run: (files: string[], values: Values) => Promise<number>;
}

const COMMANDS: Record<string, Command> = {
  grade: { help: GRADE, options: OF_GRADE, run: gradeAll },
  survey: { help: SURVEY, options: OF_SURVEY, run: surveyAll },
};

type Values = ReturnType<typeof parse>['values'];

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [first = '', ...rest] = positionals;
  if (values.version) return print(version);
  const isHelp = first === 'help';
  const name = isHelp ? (rest[0] ?? '') : first;
  if (name === '') {
    if (isHelp || values.help) return print(HELP);
    throw new Error(HELP);
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    const near = suggestion(name, [...Object.keys(COMMANDS), 'help']);
    throw new Error(`unknown command ${JSON.stringify(name)}${near}\n\n${HELP}`);
  }
  const { help, options, run } = COMMANDS[name];
  if (isHelp || values.help) return print(help);
  const other = Object.keys(values).find((option) => !(option in options));
  if (other !== undefined) throw new Error(`${name}: unknown option --${other}\n\n${help}`);
  return run(rest, values);
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
  return 0;
}

async function gradeAll(files: string[], values: Values): Promise<number> {
  if (files.length === 0) throw new Error(`grade: expected a file\n\n${GRADE}`);
  const tolerance = values.tolerance === undefined ? undefined : Number(values.tolerance);
  const seconds = values.seconds === undefined ? SECONDS : Number(values.seconds);
  const graded: Graded[] = [];
  for (const file of files) graded.push(await grade(file, { tolerance, seconds }));
  print(values.json ? JSON.stringify(graded, null, 2) : graded.map(inWords).join('\n\n'));
  if (values.junit !== undefined) await writeFile(values.junit, toJUnit(graded));
  if (graded.some(({ error }) => error !== undefined)) return 2;
  return graded.every(({ verdict }) => verdict === 'right') ? 0 : 1;
}

async function grade(file: string, options: DiagnoseOptions): Promise<Graded> {
  try {
    const submission = readSubmission(await readFile(file));
    return { file, ...(await diagnose(submission, options)) };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { file, error: isMissing ? 'there is no such file' : messageOf(error) };
  }
}

/** Measures texts, or merges results; progress goes to the standard error. */
async function surveyAll(files: string[], values: Values): Promise<number> {
  const { survey } = await import('./survey.node.js');
  const { stderr } = process;
  let [shown, isOpen] = [0, false];
  await survey(files, values, (line, every) => {
    const now = performance.now();
    if (now - shown < every) return;
    shown = now;
    const isPassing = stderr.isTTY && every > 0;
    stderr.write(`${isOpen ? '\r\x1b[K' : ''}${line}${isPassing ? '' : '\n'}`);
    isOpen = isPassing;
  });
  return 0;
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${messageOf(error)}\n`);
  return 2;
});
