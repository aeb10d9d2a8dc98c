// Reads the directory of a zip archive by random access: only the archive's end is read, and requested files. After PKWARE's
// APPNOTE 6.3.10, sections 4.3 and 4.4, with zip64.

import { HeadwiseError } from '../arguments/errors.ts';
import { damaged, quote } from './ranges.ts';
import type { Reader } from './ranges.ts';

/** A file in an archive. */
export interface ZipEntry {
  name: string;
  /** 0: stored, 8: deflate */
  method: 0 | 8;
  /** of the uncompressed bytes */
  crc: number;
  /** size in the archive, in bytes */
  packed: number;
  /** uncompressed size in bytes */
  size: number;
  /** offset of its local header */
  at: number;
}

const broken = damaged('a zip archive');

export const [END, LOCATOR, END_64, FILE, LOCAL] = [
  0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50, 0x04034b50,
];
export const [END_SIZE, LOCATOR_SIZE, END_64_SIZE, FILE_SIZE, LOCAL_SIZE] = [22, 20, 56, 46, 30];
const LONGEST_COMMENT = 65_535;
const LARGEST_DIRECTORY = 2 ** 26; // bytes: some 500,000 files
const ENCRYPTED = 1;
/** The flag of names that are UTF-8. */
export const UTF8 = 0x800;
/** Values of 32- and 16-bit fields whose numbers are in the zip64 fields. */
export const [IN_64, IN_64_SHORT] = [0xffffffff, 0xffff];
/** The maximum compression ratio of deflate. */
const BEST_RATIO = 1032;

/**
 * @param size of the archive
 * @returns by name, in the directory's order, without folders
 */
export function* zipReader(size: number): Reader<Map<string, ZipEntry>> {
  const { begin, end, count } = yield* findDirectory(size);
  const bytes = yield [begin, end];
  const entries: Map<string, ZipEntry> = new Map();
  let at = 0;
  for (let i = 0; i < count; i++) {
    const { entry, length } = parseEntry(bytes, at, begin);
    at += length;
    if (entries.has(entry.name)) throw broken(`${quote(entry.name)} occurs twice`);
    if (!entry.name.endsWith('/')) entries.set(entry.name, entry);
  }
  if (at !== bytes.length) throw broken(`its directory says ${count} files, and holds more`);
  expectApart([...entries.values()]);
  return entries;
}

/**
 * The offset of a file's compressed bytes. It depends on the file's local header, whose length may differ from the directory's.
 *
 * @param size of the archive
 */
export function* zipDataReader(entry: ZipEntry, size: number): Reader<number> {
  if (entry.at + LOCAL_SIZE > size) throw broken(`${quote(entry.name)} begins beyond its end`);
  const view = viewOf(yield [entry.at, entry.at + LOCAL_SIZE]);
  if (view.getUint32(0, true) !== LOCAL) throw broken(`${quote(entry.name)} is not where it says`);
  if (view.getUint16(8, true) !== entry.method)
    throw broken(`${quote(entry.name)} is packed in two ways`);
  const begin = entry.at + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (begin + entry.packed > size) {
    throw broken(`${quote(entry.name)}: expected ${entry.packed} bytes at ${begin} of ${size}`);
  }
  return begin;
}

/** The comment of an archive. */
export function* zipCommentReader(size: number): Reader<string> {
  const { tail, at } = yield* findEnd(size);
  return new TextDecoder().decode(
    new Uint8Array(tail.buffer, tail.byteOffset + at + END_SIZE, tail.byteLength - at - END_SIZE),
  );
}

function* findEnd(size: number): Reader<{ from: number; tail: DataView; at: number }> {
  const from = Math.max(0, size - END_SIZE - LONGEST_COMMENT - LOCATOR_SIZE);
  const tail = viewOf(yield [from, size]);
  let at = tail.byteLength - END_SIZE;
  while (at >= 0 && !isEnd(tail, at)) at--;
  if (at < 0) throw broken('it has no end record');
  return { from, tail, at };
}

function* findDirectory(size: number): Reader<{ begin: number; end: number; count: number }> {
  const { from, tail, at } = yield* findEnd(size);
  let [count, length, begin] = [
    tail.getUint16(at + 10, true),
    tail.getUint32(at + 12, true),
    tail.getUint32(at + 16, true),
  ];
  let end = from + at;
  const locator = at - LOCATOR_SIZE;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR) {
    const place = toNumber(tail, locator + 8);
    if (place + END_64_SIZE > from + locator)
      throw broken('its zip64 end record is not where it says');
    const large = viewOf(yield [place, place + END_64_SIZE]);
    if (large.getUint32(0, true) !== END_64)
      throw broken('its zip64 end record is not where it says');
    [count, length, begin] = [toNumber(large, 32), toNumber(large, 40), toNumber(large, 48)];
    end = place;
  } else if (tail.getUint16(at + 4, true) !== 0 || tail.getUint16(at + 8, true) !== count) {
    throw broken('it is one of several volumes');
  }
  if (length > LARGEST_DIRECTORY) {
    throw broken(`expected a directory of at most ${LARGEST_DIRECTORY} bytes, got ${length}`);
  }
  if (begin + length > end)
    throw broken(`its directory, ${length} bytes at ${begin}, does not fit`);
  return { begin, end: begin + length, count };
}

function isEnd(tail: DataView, at: number) {
  return (
    tail.getUint32(at, true) === END &&
    at + END_SIZE + tail.getUint16(at + 20, true) === tail.byteLength
  );
}

/**
 * @param bytes the directory
 * @param limit offset of the directory; every file ends before it
 */
function parseEntry(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { entry: ZipEntry; length: number } {
  if (at + FILE_SIZE > bytes.length) throw broken('its directory ends too early');
  const view = viewOf(bytes.subarray(at));
  if (view.getUint32(0, true) !== FILE) throw broken(`its directory holds no file at ${at}`);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((i) => view.getUint16(i, true));
  const length = FILE_SIZE + nameLength + extraLength + commentLength;
  if (at + length > bytes.length) throw broken('its directory ends too early');
  const flags = view.getUint16(8, true);
  const name = decodeName(bytes.subarray(at + FILE_SIZE, at + FILE_SIZE + nameLength), flags);
  const method = view.getUint16(10, true);
  if (flags & ENCRYPTED) throw unsupported(name, 'encrypted');
  if (method !== 0 && method !== 8) throw unsupported(name, `packed by method ${method}`);
  const extra = viewOf(bytes.subarray(at + FILE_SIZE + nameLength, at + length - commentLength));
  const fields = [24, 20, 42].map((i) => view.getUint32(i, true));
  const [size, packed, place] = widen(name, fields, extra);
  if (view.getUint16(34, true) !== 0 && view.getUint16(34, true) !== IN_64_SHORT)
    throw broken('it is one of several volumes');
  if (place + LOCAL_SIZE + packed > limit) throw broken(`${quote(name)} does not fit`);
  if (method === 0 ? packed !== size : size > packed * BEST_RATIO) {
    throw broken(`${quote(name)}: ${size} bytes cannot be packed in ${packed}`);
  }
  const entry = { name, method, crc: view.getUint32(16, true), packed, size, at: place };
  return { entry: entry as ZipEntry, length };
}

/**
 * A 32-bit field of 0xffffffff is stored as 64 bits in the zip64 extra field (id 1), in this order.
 */
function widen(name: string, fields: number[], extra: DataView) {
  if (!fields.includes(IN_64)) return fields;
  for (let at = 0; at + 4 <= extra.byteLength;) {
    const [kind, length] = [extra.getUint16(at, true), extra.getUint16(at + 2, true)];
    at += 4;
    if (kind === 1 && at + length <= extra.byteLength) {
      const end = at + length;
      return fields.map((field) => {
        if (field !== IN_64) return field;
        if (at + 8 > end) throw broken(`${quote(name)}: its zip64 field ends too early`);
        at += 8;
        return toNumber(extra, at - 8);
      });
    }
    at += length;
  }
  return fields;
}

export function decodeName(bytes: Uint8Array, flags: number): string {
  let name;
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (flags & UTF8) throw broken('a name is not UTF-8');
    name = String.fromCharCode(...bytes);
  }
  expectInside(name);
  return name;
}

/** Refuses a name that points outside its folder. */
export function expectInside(name: string) {
  const parts = name.split(/[/\\]/);
  if (name === '' || parts[0] === '' || /^[a-zA-Z]:/.test(name) || parts.includes('..')) {
    throw broken(`${quote(name)} leads out of its folder`);
  }
  if (name.includes('\0')) throw broken(`${quote(name)} is not a valid name`);
}

/** Refuses overlapping files: a small archive of them could expand without limit. */
function expectApart(entries: ZipEntry[]) {
  let end = 0;
  for (const { name, at, packed } of entries.sort((a, b) => a.at - b.at)) {
    if (at < end) throw broken(`${quote(name)} overlaps the file before it`);
    end = at + LOCAL_SIZE + packed;
  }
}

function toNumber(view: DataView, at: number) {
  const value = view.getBigUint64(at, true);
  if (value > Number.MAX_SAFE_INTEGER) throw broken(`${value} bytes are too many`);
  return Number(value);
}

function viewOf(bytes: Uint8Array) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unsupported(name: string, what: string) {
  return new HeadwiseError(
    'unsupported',
    `file: expected files stored or deflated in a zip archive, got ${quote(name)}, ${what}`,
  );
}
