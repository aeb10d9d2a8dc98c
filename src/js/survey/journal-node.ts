// The journal of a running survey, FILE.part: a header with the plan, then a record of fixed size for each text, at a place of its
// own. A killed survey goes on after the last whole record; two processes that write the same journal write the same bytes.

import { constants, open } from 'node:fs/promises';
import { crc32 } from '../formats/crc.ts';
import { columnsOf, differenceOf, rowsOf, sizeOf } from './plan.ts';
import type { FileHandle } from 'node:fs/promises';
import type { Plan, TextRecord } from './plan.ts';

const NUMBER = 8; // bytes
/** Milliseconds between two fsyncs. */
const SYNCED = 1000;

/** Opens a journal, or creates one. */
export async function openJournal(path: string, plan: Plan): Promise<Journal> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT);
  try {
    const header = headerOf(plan);
    const found = await bytesAt(file, 0, header.length);
    const isBegun = header.subarray(0, found.length).equals(found); // it may have been killed inside its header
    if (!isBegun) refuse(path, plan, (await bytesAt(file, 0, 2 ** 16)).toString());
    if (found.length < header.length) await file.write(header, 0, header.length, 0);
    const journal = new Journal(file, plan, header.length);
    await journal.findEnd();
    return journal;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuse(path: string, plan: Plan, text: string): never {
  const [line] = text.split('\n');
  let found;
  try {
    found = JSON.parse(line);
  } catch {
    throw new Error(`${path}: expected the journal of a survey, got another file`);
  }
  const difference = differenceOf(plan, Object(found)) ?? 'expected a whole header';
  throw new Error(
    `${path}: the journal of another survey: ${difference}. Delete it to begin again, or choose another --out`,
  );
}

/** The plan as a line of JSON, filled up to whole numbers. */
function headerOf(plan: Plan) {
  const text = Buffer.from(JSON.stringify(plan));
  const size = Math.ceil((text.length + 1) / NUMBER) * NUMBER;
  const header = Buffer.alloc(size, ' ');
  header.set(text);
  header[size - 1] = 10;
  return header;
}

async function bytesAt(file: FileHandle, at: number, size: number) {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let count = -1; count !== 0 && length < size; length += count) {
    ({ bytesRead: count } = await file.read(bytes, length, size - length, at + length));
  }
  return bytes.subarray(0, length);
}

export class Journal {
  #file;
  #plan;
  #begin;
  /** bytes of a record: the text, its tokens, its values, their CRC */
  #size;
  #synced = performance.now();
  /** number of whole records */
  count = 0;

  constructor(file: FileHandle, plan: Plan, begin: number) {
    this.#file = file;
    this.#plan = plan;
    this.#begin = begin;
    this.#size = NUMBER * (3 + columnsOf(plan).length * rowsOf(plan));
  }

  /** Counts whole records. */
  async findEnd() {
    const expected = sizeOf(this.#plan);
    while (this.count < expected && (await this.#read(this.count)) !== null) this.count++;
  }

  async append({ text, tokens, values }: TextRecord) {
    const numbers = new Float64Array(this.#size / NUMBER);
    numbers.set([text, tokens]);
    numbers.set(values, 2);
    const bytes = Buffer.from(numbers.buffer);
    numbers[numbers.length - 1] = crc32(bytes.subarray(0, -NUMBER));
    await this.#file.write(bytes, 0, bytes.length, this.#begin + this.count * this.#size);
    this.count++;
    if (performance.now() - this.#synced < SYNCED) return;
    await this.#file.datasync();
    this.#synced = performance.now();
  }

  async *records(): AsyncGenerator<TextRecord> {
    for (let i = 0; i < this.count; i++) {
      const record = await this.#read(i);
      if (record === null) throw new Error(`record ${i} of the journal is damaged`);
      yield record;
    }
  }

  /** @returns null where there is none, or a torn one */
  async #read(i: number): Promise<TextRecord | null> {
    const bytes = await bytesAt(this.#file, this.#begin + i * this.#size, this.#size);
    if (bytes.length < this.#size) return null;
    const numbers = new Float64Array(bytes.buffer, bytes.byteOffset);
    if (numbers.at(-1) !== crc32(bytes.subarray(0, -NUMBER))) return null;
    return { text: numbers[0], tokens: numbers[1], values: numbers.slice(2, -1) };
  }

  close() {
    return this.#file.close();
  }
}
