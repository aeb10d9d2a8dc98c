// Result codes: encodes a learner's result for a teacher, and decodes it.
// HW, the record, a checksum, and with a class key a signature: HW-K2A9F...-1XW09QK-0BD71M2TQ44A.
// In a teacher's own lesson, its fingerprint comes before the record: HW-0C7Q1ZD-K2A9F...-1XW09QK.
// Letters may be lower case, and lines broken.

import { hashOf } from '../../../lessons/random.ts';
import { isOfThisPage, readRecord, writeRecord } from './record.ts';
import type { Catalogue, CourseRecord } from './record.ts';

/**
 * other-page: made by a page with other questions; own-lesson: from a teacher's lesson that is
 * unknown here
 */
export type Fault = 'damaged' | 'other-page' | 'own-lesson' | 'unsigned' | 'other-class';

/**
 * lesson: the fingerprint of a teacher's lesson, '' for the lessons that come with headwise;
 * signature: '' for none
 */
type Read =
  | { record: CourseRecord; lesson: string; signature: string; text: string }
  | { fault: Fault; lesson?: string };

export const LONGEST_CODE = 200;
const SUM_LENGTH = 7;
const SIGNATURE_LENGTH = 12;
const SIGNATURE_BYTES = 8;
/** Only a signature has twelve letters, so that a record is never mistaken for a fingerprint. */
const CODE = /^HW-((?:([0-9A-Z]{7})-)?([0-9A-Z]{4,177}))-([0-9A-Z]{7})(?:-([0-9A-Z]{12}))?$/;

/**
 * Whether this browser can sign: it can on pages with https, on this computer's own server and on
 * files.
 */
export const canSign = () => Boolean(globalThis.crypto?.subtle);

export function writeCode(record: CourseRecord, signature: string = '', all?: Catalogue) {
  const text = textOf(record, all);
  return ['HW', text, sumOf(text), signature].filter(Boolean).join('-');
}

/** A result with the signature of its class. */
export async function writeSignedCode(record: CourseRecord, key: string, all?: Catalogue) {
  return writeCode(record, await signatureOf(textOf(record, all), key), all);
}

/** The signed text. */
function textOf(record: CourseRecord, all?: Catalogue) {
  const text = writeRecord(record, all);
  return all?.name === undefined ? text : `${all.name}-${text}`;
}

/**
 * Decodes a code. `checkSignature` compares its signature.
 *
 * @param owns the questions of known teachers' lessons
 */
export function readCode(code: string, owns: readonly Catalogue[] = []): Read {
  const parts = code.length <= LONGEST_CODE && CODE.exec(code.trim().toUpperCase());
  if (!parts || sumOf(parts[1]) !== parts[4]) return { fault: 'damaged' };
  const [, text, lesson = '', written, , signature = ''] = parts;
  const own = owns.find(({ name }) => name === lesson);
  if (lesson !== '' && !own) return { fault: 'own-lesson', lesson };
  const record = readRecord(written, own);
  if (!record) return { fault: isOfThisPage(written, own) ? 'damaged' : 'other-page' };
  return { record, lesson, signature, text };
}

/** Whether a decoded code belongs to the class with this key. */
export async function checkSignature(
  { signature, text }: { signature: string; text: string },
  key: string,
): Promise<Fault | null> {
  if (signature === '') return 'unsigned';
  return (await signatureOf(text, key)) === signature ? null : 'other-class';
}

/** HMAC with SHA-256, shortened to 62 bits. */
async function signatureOf(text: string, key: string) {
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const secret = encoder.encode(key);
  const made = await subtle.importKey('raw', secret, how, false, ['sign']);
  const bytes = new DataView(await subtle.sign('HMAC', made, encoder.encode(text)));
  const value = BigInt.asUintN(8 * SIGNATURE_BYTES - 2, bytes.getBigUint64(0));
  return value.toString(36).toUpperCase().padStart(SIGNATURE_LENGTH, '0');
}

function sumOf(text: string) {
  return hashOf(text).toString(36).toUpperCase().padStart(SUM_LENGTH, '0');
}
