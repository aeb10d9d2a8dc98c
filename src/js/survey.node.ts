// `npx headwise survey`: the statistics of every head for each text of a file, resumable and in shards. The command loads this
// entry when it is asked for a survey.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from 'headwise:package';
import { suggestion } from './arguments/nearest.ts';
import { openModel } from './models/index.node.ts';
import { openedOf } from './models/model.ts';
import { headStatistics, STATISTICS } from './models/statistics.ts';
import { openSurvey, summaryOf, writeSurvey } from './survey/columns-node.ts';
import { openJournal } from './survey/journal-node.ts';
import { mergeSurveys } from './survey/merge-node.ts';
import { columnsOf, differenceOf, rowsOf, sizeOf } from './survey/plan.ts';
import { inLine, readTexts } from './survey/texts-node.ts';
import type { Journal } from './survey/journal-node.ts';
import type { Plan, TextRecord } from './survey/plan.ts';
import type { Summary } from './survey/summary.ts';
import type { TextLine } from './survey/texts-node.ts';
import type { Model, StatisticName } from './types/models.ts';

export interface SurveyValues {
  out?: string | undefined;
  shard?: string | undefined;
  threads?: string | undefined;
  statistics?: string | undefined;
  merge?: boolean | undefined;
}

/** Milliseconds between two lines of progress, in a terminal and elsewhere. */
const [OFTEN, SELDOM] = [200, 10_000];
/** Most lines that a report names. */
const MOST_NAMED = 10;

/**
 * Runs `headwise survey`.
 *
 * @param files MODEL and TEXTS, or the results to merge
 * @param report prints a line of progress; `isLast` ends it
 */
export async function survey(
  files: readonly string[],
  { out, merge, ...values }: SurveyValues,
  report: Report,
): Promise<void> {
  if (out === undefined) throw new Error('survey: expected --out FILE.npz, the result');
  if (!out.endsWith('.npz')) throw new Error(`survey: expected --out FILE.npz, got ${out}`);
  if (merge) {
    const given = Object.entries(values).find(([, value]) => value !== undefined);
    if (given) throw new Error(`survey: --merge takes its --${given[0]} from the files`);
    if (files.length === 0) throw new Error('survey: expected the results of shards to merge');
    conclude(await mergeSurveys(files, out), out, report);
    return;
  }
  if (files.length !== 2) {
    throw new Error(`survey: expected MODEL and TEXTS, got ${files.length} arguments`);
  }
  await surveyTexts(files[0], files[1], out, values, report);
}

type Report = (line: string, every: number) => void;

async function surveyTexts(
  source: string,
  path: string,
  out: string,
  { shard = '1/1', threads = '1', statistics }: SurveyValues,
  report: Report,
) {
  const about = { shard: toShard(shard), statistics: toStatistics(statistics) };
  const texts = await countTexts(path);
  const options = { threads: threads === 'auto' ? threads : Number(threads) } as const;
  const model = await openModel(source, options);
  try {
    const { description } = openedOf(model);
    if (model.kind === 'vision' || model.kind === 'encoder-decoder') {
      throw new Error(`MODEL: expected an encoder or a decoder of texts, got ${model.kind}`);
    }
    const plan: Plan = {
      ...{ headwise: version, model: await hashModel(source, model), ...texts },
      ...{ statistics: about.statistics, shard: about.shard },
      heads: description.stack.blocks.map(({ attention }) => attention.numHeads),
    };
    if (await isDone(out, plan)) return report(`${out} is complete already`, 0);
    const journal = await openJournal(`${out}.part`, plan);
    try {
      await measureTexts(model, path, plan, journal, report);
      conclude(await writeSurvey(out, plan, journal.records()), out, report);
    } finally {
      await journal.close();
    }
    await rm(`${out}.part`, { force: true });
  } finally {
    model.dispose();
  }
}

function toShard(text: string): [number, number] {
  const [, i, n] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (Number(i) >= 1 && Number(i) <= Number(n)) return [Number(i), Number(n)];
  throw new RangeError(`--shard: expected i/n with i from 1 to n, such as 1/4, got ${text}`);
}

/** Names in the order of the statistics, so that their order on the command line does not matter. */
function toStatistics(text: string | undefined): StatisticName[] {
  const names = text?.split(',') ?? STATISTICS;
  for (const name of names) {
    if (STATISTICS.some((one) => one === name)) continue;
    const near = suggestion(name, STATISTICS);
    throw new TypeError(
      `--statistics: expected names of ${STATISTICS.join(', ')}, got ${name}${near}`,
    );
  }
  return STATISTICS.filter((name) => names.includes(name));
}

/** Reads all texts once, so that a line that is none is refused before any work. */
async function countTexts(path: string) {
  const hash = createHash('sha256');
  let count = 0;
  try {
    for await (const _ of readTexts(path, (bytes) => hash.update(bytes))) count++;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`TEXTS: there is no file ${path}`, { cause: error });
  }
  if (count === 0) throw new RangeError(`TEXTS: expected at least one text, got none in ${path}`);
  return { texts: hash.digest('hex'), count };
}

/** The SHA-256 of all files that the model was read from, with their names. */
async function hashModel(source: string, { report }: Model) {
  const hash = createHash('sha256');
  const isFolder = (await stat(source)).isDirectory();
  for (const name of isFolder ? report.files.toSorted() : ['']) {
    hash.update(`${name}\0`);
    for await (const bytes of createReadStream(join(source, name))) hash.update(bytes);
  }
  return hash.digest('hex');
}

/** Whether the result is there; another survey's is refused. */
async function isDone(out: string, plan: Plan) {
  if (!(await stat(out).catch(() => null))) return false;
  const difference = differenceOf(plan, (await openSurvey(out)).plan);
  if (difference === null) return true;
  throw new Error(`${out}: the result of another survey: ${difference}`);
}

async function measureTexts(
  model: Model,
  path: string,
  plan: Plan,
  journal: Journal,
  report: Report,
) {
  const total = sizeOf(plan);
  const [i, n] = plan.shard;
  const before = journal.count;
  const begun = performance.now();
  let [index, own] = [-1, 0];
  for await (const line of readTexts(path)) {
    index++;
    if (index % n !== i - 1) continue;
    own++;
    if (own <= journal.count) continue;
    await journal.append(await measureText(model, plan, path, line));
    const seconds = (performance.now() - begun) / 1000;
    const rate = (journal.count - before) / seconds;
    const left = Math.ceil((total - journal.count) / rate);
    const speed = `${rate.toPrecision(3)} a second, ${left} s left`;
    report(`${journal.count} of ${total} texts, ${speed}`, process.stderr.isTTY ? OFTEN : SELDOM);
  }
}

async function measureText(
  model: Model,
  plan: Plan,
  path: string,
  { line, text }: TextLine,
): Promise<TextRecord> {
  const rows = rowsOf(plan);
  const values = new Float64Array(columnsOf(plan).length * rows).fill(NaN);
  const input = inLine(path, line, () => model.tokenize(text));
  const tokens = input.ids.length;
  if (tokens === 0 || tokens > model.config.contextLen) return { text: line, tokens, values };
  const run = await model.run(input);
  try {
    const all = await headStatistics(run, { only: plan.statistics as StatisticName[] });
    all.forEach((head, row) =>
      plan.statistics.forEach((name, i) => {
        const { value, baseline } = head[name as StatisticName];
        values[2 * i * rows + row] = value;
        values[(2 * i + 1) * rows + row] = baseline;
      }),
    );
  } finally {
    run.dispose();
  }
  return { text: line, tokens, values };
}

function conclude({ unread }: Summary, out: string, report: Report) {
  report(`${out}, and the summary in ${summaryOf(out)}`, 0);
  if (unread.length === 0) return;
  const lines = unread.slice(0, MOST_NAMED).map(({ line, tokens }) => `${line} (${tokens} tokens)`);
  const more = unread.length > lines.length ? `, and ${unread.length - lines.length} more` : '';
  report(
    `No numbers, as the model cannot read so many tokens, in line ${lines.join(', ')}${more}`,
    0,
  );
}
