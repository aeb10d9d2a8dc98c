// A cursor over the bytes of a pickle: reads numbers, texts and names in order, and never beyond the end.

import { TooShort } from './ranges.ts';
import type { HeadwiseError } from '../arguments/errors.ts';

export class PickleBytes {
  #bytes;
  #view;
  #broken;

  declare at: number;

  constructor(bytes: Uint8Array, start: number, broken: (what: string) => HeadwiseError) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#broken = broken;
    this.at = start;
  }

  uint8() {
    return this.#view.getUint8(this.take(1));
  }

  uint16() {
    return this.#view.getUint16(this.take(2), true);
  }

  uint32() {
    return this.#view.getUint32(this.take(4), true);
  }

  int32() {
    return this.#view.getInt32(this.take(4), true);
  }

  /** Big-endian, unlike the other numbers. */
  float64() {
    return this.#view.getFloat64(this.take(8));
  }

  /**
   * @param length of bytes to skip
   * @returns offset of the first of them
   */
  take(length: number): number {
    if (this.at + length > this.#bytes.length) throw new TooShort();
    this.at += length;
    return this.at - length;
  }

  text(length: number) {
    const from = this.take(length);
    return new TextDecoder().decode(this.#bytes.subarray(from, from + length));
  }

  /** A name that ends with its line. */
  line() {
    const end = this.#bytes.subarray(this.at, this.at + 1024).indexOf(10);
    if (end < 0 && this.at + 1024 > this.#bytes.length) throw new TooShort();
    if (end < 0) throw this.#broken('a name in its pickle is longer than 1024 bytes');
    return this.text(end + 1).slice(0, -1);
  }

  /** @param length bytes, two's complement, little-endian */
  long(length: number) {
    const from = this.take(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.#bytes[from + i]);
    value = BigInt.asIntN(8 * length, value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
}
