// The result of a survey: an .npz file with a column for each statistic and a row for each text and head, the plan as the archive's
// comment, and the summary as JSON beside it. Written and read in blocks of texts, whatever their number.

import { open, rename, rm, writeFile } from 'node:fs/promises';
import { crc32 } from '../formats/crc.ts';
import { npyHeader } from '../formats/npy.ts';
import { npzReader } from '../formats/npz.ts';
import { readLater } from '../formats/ranges.ts';
import { zipHead, zipTail } from '../formats/write-zip.ts';
import { zipCommentReader, zipReader } from '../formats/zip.ts';
import { openPath } from '../models/sources/path-node.ts';
import { columnsOf, rowsOf, sizeOf } from './plan.ts';
import { Summary } from './summary.ts';
import type { Entry } from '../formats/entry.ts';
import type { RangeSource } from '../formats/ranges.ts';
import type { Plan, TextRecord } from './plan.ts';

/** Bytes of a block of texts, about. */
const BLOCK = 2 ** 20;
/** The columns of each row that are no statistics. */
const PLACES = ['text', 'layer', 'head', 'tokens'] as const;

interface Column {
  name: string;
  size: number;
  crc: number;
  /** the next part's offset in the file */
  at: number;
}

/**
 * Writes a survey. The file appears when it is complete.
 *
 * @param records all texts of the plan's shard, in the order of the file of texts
 */
export async function writeSurvey(
  path: string,
  plan: Plan,
  records: AsyncIterable<TextRecord>,
): Promise<Summary> {
  const summary = new Summary(plan);
  const rows = rowsOf(plan);
  const shape = [sizeOf(plan) * rows];
  const headers = [
    ...PLACES.map((name) => ({ name, header: npyHeader('<i4', shape), width: 4 })),
    ...columnsOf(plan).map((name) => ({ name, header: npyHeader('<f8', shape), width: 8 })),
  ];
  let end = 0;
  const columns = headers.map(({ name, header, width }): Column => {
    const file = { name: `${name}.npy`, size: header.length + shape[0] * width, crc: 0 };
    const at = end + zipHead(file).length;
    end = at + file.size;
    return { ...file, at };
  });
  const begins = columns.map(({ at }) => at);
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w');
  try {
    const put = async (column: Column, bytes: Uint8Array) => {
      await file.write(bytes, 0, bytes.length, column.at);
      column.crc = crc32(bytes, column.crc);
      column.at += bytes.length;
    };
    for (const [i, { header }] of headers.entries()) await put(columns[i], header);
    const most = textsPerBlock(plan);
    let block: TextRecord[] = [];
    const putBlock = async () => {
      const parts = partsOf(plan, block);
      for (const [i, part] of parts.entries()) await put(columns[i], part);
      block = [];
    };
    let count = 0;
    for await (const record of records) {
      summary.add(record);
      count = block.push(record);
      if (count === most) await putBlock();
    }
    await putBlock();
    for (const [i, column] of columns.entries()) {
      if (column.at !== begins[i] + column.size) {
        throw new Error(`${path}: expected ${sizeOf(plan)} texts, got another number of them`);
      }
      const head = zipHead(column);
      await file.write(head, 0, head.length, begins[i] - head.length);
    }
    for (const part of zipTail(columns, JSON.stringify(plan))) {
      await file.write(part, 0, part.length, end);
      end += part.length;
    }
    await file.sync();
    await file.close();
    await writeFile(`${temporary}.json`, `${JSON.stringify(summary, null, 1)}\n`, { flush: true });
    await rename(`${temporary}.json`, summaryOf(path));
    await rename(temporary, path);
  } catch (error) {
    await file.close();
    for (const one of [temporary, `${temporary}.json`]) await rm(one, { force: true });
    throw error;
  }
  return summary;
}

/** The file of a survey's summary. */
export const summaryOf = (path: string) => `${path}.json`;

const textsPerBlock = (plan: Plan) =>
  Math.max(1, Math.floor(BLOCK / (8 * columnsOf(plan).length * rowsOf(plan))));

/** The parts of all columns for a block of texts. */
function partsOf(plan: Plan, block: readonly TextRecord[]): Uint8Array[] {
  const rows = rowsOf(plan);
  const layers = plan.heads.flatMap((count, layer) => Array.from({ length: count }, () => layer));
  const heads = plan.heads.flatMap((count) => Array.from({ length: count }, (_, head) => head));
  const places: Record<(typeof PLACES)[number], (record: TextRecord, row: number) => number> = {
    text: ({ text }) => text,
    layer: (_, row) => layers[row],
    head: (_, row) => heads[row],
    tokens: ({ tokens }) => tokens,
  };
  const integers = PLACES.map((name) => {
    const numbers = new Int32Array(block.length * rows);
    numbers.forEach((_, i) => {
      numbers[i] = places[name](block[Math.floor(i / rows)], i % rows);
    });
    return numbers;
  });
  const floats = columnsOf(plan).map((_, column) => {
    const numbers = new Float64Array(block.length * rows);
    block.forEach(({ values }, i) =>
      numbers.set(values.subarray(column * rows, (column + 1) * rows), i * rows),
    );
    return numbers;
  });
  return [...integers, ...floats].map(({ buffer }) => new Uint8Array(buffer));
}

/** A survey's result. */
export interface Result {
  path: string;
  plan: Plan;
  /** the texts, in order; fails if a column is damaged */
  records: () => AsyncGenerator<TextRecord>;
}

/** Opens a result of a survey. */
export async function openSurvey(path: string): Promise<Result> {
  const opened = await openPath(path);
  if (!('file' in opened))
    throw new Error(`${path}: expected the result of a survey, got a folder`);
  const { file } = opened;
  const size = await file.size();
  let plan: Plan;
  try {
    plan = JSON.parse(await readLater(file.range, zipCommentReader(size)));
  } catch (cause) {
    throw new Error(`${path}: expected the result of a survey, got another file`, { cause });
  }
  const files = await readLater(file.range, zipReader(size));
  const entries = await readLater(file.range, npzReader(files, size));
  const names = [...PLACES, ...columnsOf(plan)];
  const length = sizeOf(plan) * rowsOf(plan);
  const found = names.map((name) => entries.find((entry) => entry.name === name));
  if (found.some((entry) => entry?.shape.length !== 1 || entry.shape[0] !== length)) {
    throw new Error(`${path}: expected ${length} numbers in each of ${names.join(', ')}`);
  }
  const columns = found as Entry[];
  const crcs = names.map((name) => files.get(`${name}.npy`)?.crc);
  return { path, plan, records: () => recordsOf(path, plan, columns, crcs, file.range) };
}

async function* recordsOf(
  path: string,
  plan: Plan,
  entries: readonly Entry[],
  crcs: readonly (number | undefined)[],
  range: RangeSource,
): AsyncGenerator<TextRecord> {
  const rows = rowsOf(plan);
  const most = textsPerBlock(plan);
  const shape = [sizeOf(plan) * rows];
  const found = entries.map(({ dtype }) =>
    crc32(npyHeader(dtype === 'I32' ? '<i4' : '<f8', shape)),
  );
  for (let first = 0; first < sizeOf(plan); first += most) {
    const count = Math.min(most, sizeOf(plan) - first);
    const parts = [];
    for (const [i, { begin, dtype }] of entries.entries()) {
      const width = dtype === 'I32' ? 4 : 8;
      const from = begin + first * rows * width;
      const bytes = Uint8Array.from(await range(from, from + count * rows * width));
      found[i] = crc32(bytes, found[i]);
      parts.push(width === 4 ? new Int32Array(bytes.buffer) : new Float64Array(bytes.buffer));
    }
    const [texts, , , tokens, ...columns] = parts;
    for (let i = 0; i < count; i++) {
      const values = new Float64Array(columns.length * rows);
      columns.forEach((column, at) =>
        values.set(column.subarray(i * rows, (i + 1) * rows), at * rows),
      );
      yield { text: texts[i * rows], tokens: tokens[i * rows], values };
    }
  }
  const damaged = entries.filter((_, i) => found[i] !== crcs[i]);
  if (damaged.length > 0)
    throw new Error(`${path}: ${damaged[0].name} is damaged: its CRC differs`);
}
