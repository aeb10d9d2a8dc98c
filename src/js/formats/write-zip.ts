// Writes the records of a zip archive whose files are stored without compression, after PKWARE's APPNOTE 6.3.10, sections 4.3 and
// 4.4; numbers beyond 32 bits go into zip64 fields. The caller writes the files' contents between the records.

import { END, END_64, END_64_SIZE, FILE, IN_64, IN_64_SHORT, LOCAL, LOCATOR } from './zip.ts';
import { END_SIZE, FILE_SIZE, LOCAL_SIZE, LOCATOR_SIZE, UTF8 } from './zip.ts';

export interface StoredFile {
  name: string;
  size: number;
  /** crc32 of the content */
  crc: number;
}

/** The bytes before a file's content. */
export function zipHead({ name, size, crc }: StoredFile): Uint8Array<ArrayBuffer> {
  const bytes = utf8(name);
  const wide = wideOf([size, size]);
  const head = viewOf(LOCAL_SIZE + bytes.length + wide.length);
  head.setUint32(0, LOCAL, true);
  putEntry(head, 4, bytes.length, wide.length, size, crc);
  return joined(head, LOCAL_SIZE, bytes, wide);
}

/**
 * The directory and the end of an archive.
 *
 * @param files in order, each after its head
 * @param comment of the archive, at most 65,535 bytes
 */
export function zipTail(
  files: readonly StoredFile[],
  comment: string = '',
): Uint8Array<ArrayBuffer>[] {
  let at = 0;
  const directory = files.map((file) => {
    const name = utf8(file.name);
    const wide = wideOf([file.size, file.size, at]);
    const entry = viewOf(FILE_SIZE + name.length + wide.length);
    entry.setUint32(0, FILE, true);
    entry.setUint16(4, wide.length > 0 ? 45 : 20, true); // created by version 4.5, or 2.0
    putEntry(entry, 6, name.length, wide.length, file.size, file.crc);
    entry.setUint32(42, Math.min(at, IN_64), true);
    at += zipHead(file).length + file.size;
    return joined(entry, FILE_SIZE, name, wide);
  });
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  const isWide = Math.max(at, length) >= IN_64 || files.length >= IN_64_SHORT;
  const about = utf8(comment);
  const end = viewOf(END_SIZE + about.length);
  end.setUint32(0, END, true);
  for (const place of [8, 10]) end.setUint16(place, isWide ? IN_64_SHORT : files.length, true);
  end.setUint32(12, isWide ? IN_64 : length, true);
  end.setUint32(16, isWide ? IN_64 : at, true);
  end.setUint16(20, about.length, true);
  const last = joined(end, END_SIZE, about);
  return [...directory, ...(isWide ? [endOf64(files.length, length, at)] : []), last];
}

/** The end record with 64-bit numbers, and its locator. */
function endOf64(count: number, length: number, at: number) {
  const end = viewOf(END_64_SIZE + LOCATOR_SIZE);
  end.setUint32(0, END_64, true);
  end.setBigUint64(4, BigInt(END_64_SIZE - 12), true); // of the bytes after this field
  for (const place of [12, 14]) end.setUint16(place, 45, true);
  for (const place of [24, 32]) end.setBigUint64(place, BigInt(count), true);
  end.setBigUint64(40, BigInt(length), true);
  end.setBigUint64(48, BigInt(at), true);
  end.setUint32(END_64_SIZE, LOCATOR, true);
  end.setBigUint64(END_64_SIZE + 8, BigInt(at + length), true);
  end.setUint32(END_64_SIZE + 16, 1, true); // one volume
  return new Uint8Array(end.buffer);
}

/** Writes the fields that a local header and a directory entry share. */
function putEntry(
  view: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
  size: number,
  crc: number,
) {
  view.setUint16(at, extraLength > 0 ? 45 : 20, true); // needs version 4.5, or 2.0
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 8, 0x21, true); // 1980-01-01: the same arrays give the same bytes
  view.setUint32(at + 10, crc, true);
  for (const place of [at + 14, at + 18]) view.setUint32(place, Math.min(size, IN_64), true);
  view.setUint16(at + 22, nameLength, true);
  view.setUint16(at + 24, extraLength, true);
}

/** The zip64 extra field (id 1) of the numbers that need it, in this order. */
function wideOf(numbers: readonly number[]) {
  const wide = numbers.filter((number) => number >= IN_64);
  if (wide.length === 0) return new Uint8Array(0);
  const field = viewOf(4 + 8 * wide.length);
  field.setUint16(0, 1, true);
  field.setUint16(2, 8 * wide.length, true);
  wide.forEach((number, i) => field.setBigUint64(4 + 8 * i, BigInt(number), true));
  return new Uint8Array(field.buffer);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const viewOf = (size: number) => new DataView(new ArrayBuffer(size));

function joined({ buffer }: DataView<ArrayBuffer>, at: number, ...parts: Uint8Array[]) {
  const bytes = new Uint8Array(buffer);
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
