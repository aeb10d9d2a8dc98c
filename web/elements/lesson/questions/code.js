// The result code that a learner gives to a teacher.
// HW, the record, a checksum, and with a class key a signature: HW-K2A9F...-1XW09QK-0BD71M2TQ44A.
// In a teacher's own lesson, its fingerprint comes before the record: HW-0C7Q1ZD-K2A9F...-1XW09QK.
// Letters may be small, and lines broken.

import { hashOf } from '../../../lessons/questions/random.js';
import { isOfThisPage, readRecord, writeRecord } from './record.js';

/**
 * @typedef {import('./record.js').CourseRecord} CourseRecord
 * @typedef {import('./record.js').Catalogue} Catalogue
 * @typedef {'damaged' | 'other-page' | 'own-lesson' | 'unsigned' | 'other-class'} Fault other-page: made by a page with other
 *   questions; own-lesson: of a teacher's lesson that is not known here
 *
 * @typedef {{ record: CourseRecord, lesson: string, signature: string, text: string } | { fault: Fault, lesson?: string }} Read
 *   lesson: the fingerprint of a teacher's own, '' of those that come with headwise; signature: '' for none
 */

export const LONGEST_CODE = 200;
const SUM_LENGTH = 7;
const SIGNATURE_LENGTH = 12;
const SIGNATURE_BYTES = 8;
/** Only a signature has twelve letters, so that a record is never taken for a fingerprint. */
const CODE = /^HW-((?:([0-9A-Z]{7})-)?([0-9A-Z]{4,177}))-([0-9A-Z]{7})(?:-([0-9A-Z]{12}))?$/;

/** Whether this browser can sign: it can on pages of https, of this computer and of its files. */
export const canSign = () => Boolean(globalThis.crypto?.subtle);

/**
 * @param {CourseRecord} record
 * @param {string} [signature]
 * @param {Catalogue} [all]
 */
export function writeCode(record, signature = '', all) {
  const text = textOf(record, all);
  return ['HW', text, sumOf(text), signature].filter(Boolean).join('-');
}

/**
 * A result with the signature of its class.
 *
 * @param {CourseRecord} record
 * @param {string} key
 * @param {Catalogue} [all]
 */
export async function writeSignedCode(record, key, all) {
  return writeCode(record, await signatureOf(textOf(record, all), key), all);
}

/** What is signed. @param {CourseRecord} record @param {Catalogue} [all] */
function textOf(record, all) {
  const text = writeRecord(record, all);
  return all?.name === undefined ? text : `${all.name}-${text}`;
}

/**
 * Takes a code apart. Its signature is compared by `checkSignature`.
 *
 * @param {string} code
 * @param {readonly Catalogue[]} [owns] the questions of teachers' lessons that are known
 * @returns {Read}
 */
export function readCode(code, owns = []) {
  const parts = code.length <= LONGEST_CODE && CODE.exec(code.trim().toUpperCase());
  if (!parts || sumOf(parts[1]) !== parts[4]) return { fault: 'damaged' };
  const [, text, lesson = '', written, , signature = ''] = parts;
  const own = owns.find(({ name }) => name === lesson);
  if (lesson !== '' && !own) return { fault: 'own-lesson', lesson };
  const record = readRecord(written, own);
  if (!record) return { fault: isOfThisPage(written, own) ? 'damaged' : 'other-page' };
  return { record, lesson, signature, text };
}

/**
 * Whether a code that was read is of the class with this key.
 *
 * @param {{ signature: string, text: string }} read
 * @param {string} key
 * @returns {Promise<Fault | null>}
 */
export async function checkSignature({ signature, text }, key) {
  if (signature === '') return 'unsigned';
  return (await signatureOf(text, key)) === signature ? null : 'other-class';
}

/**
 * HMAC with SHA-256, of which 62 bits are kept.
 *
 * @param {string} text
 * @param {string} key
 */
async function signatureOf(text, key) {
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const secret = encoder.encode(key);
  const made = await subtle.importKey('raw', secret, how, false, ['sign']);
  const bytes = new DataView(await subtle.sign('HMAC', made, encoder.encode(text)));
  const value = BigInt.asUintN(8 * SIGNATURE_BYTES - 2, bytes.getBigUint64(0));
  return value.toString(36).toUpperCase().padStart(SIGNATURE_LENGTH, '0');
}

/** @param {string} text */
function sumOf(text) {
  return hashOf(text).toString(36).toUpperCase().padStart(SUM_LENGTH, '0');
}
