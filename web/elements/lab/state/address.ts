// The lab's state as the address's fragment, and back.
// A fragment is never sent to a server and works on every static host. Frequent settings stay
// readable: #v=1&text=The+cat&heads=4&at=1.2._ Everything else goes, compressed, into #v=2&s=...,
// as the difference from a state that never changes.

import { changeState, DEFAULT_STATE, differenceOf, START_STATE, UNTRAINED } from './state.ts';
import { refusedIn } from './training.ts';
import type { LabState, View } from './state.ts';
import type { Refused } from './training.ts';

/** why an address, or a part of it, is not shown */
export type Problem = 'newer' | 'damaged' | Refused;

/** Longer addresses are cut by some mail and chat programs. */
export const LONGEST = 4096;
const LONGEST_READABLE = 1200;
/**
 * Most characters after decompression: an address is a few kilobytes, and its content must not fill
 * the memory.
 */
const MOST_TEXT = 4_000_000;

/** Fields that the readable form can contain. */
const READABLE = new Set([
  ...['text', 'second', 'heads', 'causal', 'seed', 'model', 'layer', 'view', 'selection'],
]);

/** @returns null if only the compressed form can contain the state */
export function readableAddress(state: LabState): string | null {
  if (!Object.keys(differenceOf(state)).every((name) => READABLE.has(name))) return null;
  const { head, query, key } = state.selection;
  const parts = ['v=1', `text=${escapeText(state.text)}`];
  // the text is not last: programs that detect links leave out a final full stop
  if (state.second !== null) parts.push(`second=${escapeText(state.second)}`);
  parts.push(`heads=${state.heads}`);
  if (state.causal) parts.push('causal=1');
  if (state.seed !== 0) parts.push(`seed=${state.seed}`);
  if (state.model !== UNTRAINED) parts.push(`model=${state.model}`);
  if (state.layer !== 0) parts.push(`layer=${state.layer + 1}`);
  if (state.view !== 'heads') parts.push(`view=${state.view}`);
  parts.push(`at=${head + 1}.${place(query)}.${place(key)}`);
  const hash = `#${parts.join('&')}`;
  return hash.length <= LONGEST_READABLE ? hash : null;
}

/**
 * @param longest most characters of the address
 * @returns complete: false if it does not fit; then texts, edits and training settings are left out
 */
export async function encodeAddress(
  state: LabState,
  longest: number = LONGEST,
): Promise<{ hash: string; complete: boolean }> {
  const readable = readableAddress(state);
  if (readable !== null) return { hash: readable, complete: true };
  const hash = await compressed(differenceOf(state));
  if (hash.length <= longest) return { hash, complete: true };
  return { hash: await compressed(shortDifference(state)), complete: false };
}

/** The differing fields, without fields that may be long. */
export function shortDifference(state: LabState) {
  const { text, second, edits, training, ...rest } = differenceOf(state);
  return rest;
}

/** The compressed address of a difference. */
export async function compressed(difference: object) {
  const stream = new CompressionStream('deflate-raw');
  return holding(await through(bytesOf(difference), stream));
}

/**
 * The compressed form, computed synchronously.
 *
 * @param deflate without a header
 */
export function packedAddress(
  difference: Partial<LabState>,
  deflate: (bytes: Uint8Array) => Uint8Array,
) {
  return holding(deflate(bytesOf(difference)));
}

function bytesOf(difference: object) {
  return new TextEncoder().encode(JSON.stringify(difference));
}

function holding(packed: Uint8Array) {
  return `#v=2&s=${toBase64Url(packed)}`;
}

/** @param hash with or without its '#' */
export async function decodeAddress(
  hash: string,
): Promise<{ state: LabState; problem: Problem | null }> {
  const fields = fieldsOf(hash);
  const version = fields.get('v');
  if (version === undefined) return { state: START_STATE, problem: null };
  if (version === '1') return { state: decodeReadable(fields), problem: null };
  if (version !== '2') return { state: START_STATE, problem: 'newer' };
  try {
    const bytes = fromBase64Url(fields.get('s') ?? '');
    const text = await through(bytes, new DecompressionStream('deflate-raw'), MOST_TEXT);
    const found = Object(JSON.parse(new TextDecoder().decode(text)));
    return { state: changeState(DEFAULT_STATE, found), problem: refusedIn(found.training) };
  } catch {
    return { state: START_STATE, problem: 'damaged' };
  }
}

function fieldsOf(hash: string) {
  const fields: Map<string, string> = new Map();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals > 0) fields.set(part.slice(0, equals), part.slice(equals + 1));
  }
  return fields;
}

function decodeReadable(fields: Map<string, string>) {
  const [head, query, key] = (fields.get('at') ?? '1._._').split('.');
  const text = fields.get('text');
  const second = fields.get('second');
  return changeState(DEFAULT_STATE, {
    text: text === undefined ? undefined : unescapeText(text),
    second: second === undefined ? null : unescapeText(second),
    heads: Number(fields.get('heads')),
    causal: fields.get('causal') === '1',
    seed: Number(fields.get('seed') ?? 0),
    model: fields.get('model') ?? UNTRAINED,
    layer: index(fields.get('layer')) ?? 0,
    view: (fields.get('view') ?? 'heads') as View,
    selection: { head: index(head) ?? 0, query: index(query), key: index(key) },
  });
}

/** @param most most bytes of the result */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  // without a Blob: WebKit cannot read one in a page that is opened from a folder
  const writer = stream.writable.getWriter();
  Promise.all([writer.write(bytes), writer.close()]).catch(() => {}); // the reader gets the same error
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError('the state: larger than it may be');
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function toBase64Url(bytes: Uint8Array) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function place(index: number | null) {
  return index === null ? '_' : String(index + 1);
}

function index(text: string | undefined) {
  return text && /^[1-9]\d*$/.test(text) ? Number(text) - 1 : null;
}

/**
 * Percent-encoding as in a form, plus %u and four digits for half a surrogate pair, which UTF-8
 * cannot encode.
 */
function escapeText(text: string) {
  let escaped = '';
  for (const character of text) {
    if (/[\ud800-\udfff]/u.test(character)) {
      escaped += `%u${character.charCodeAt(0).toString(16).toUpperCase()}`;
    } else if (character === ' ') {
      escaped += '+';
    } else {
      escaped += encodeURIComponent(character).replace(
        /[!'()*]/,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    }
  }
  return escaped;
}

function unescapeText(text: string) {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/%u([\da-f]{4})|(?:%[\da-f]{2})+/gi, (escape, unit) => {
    if (unit) return String.fromCharCode(parseInt(unit, 16));
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  });
}
