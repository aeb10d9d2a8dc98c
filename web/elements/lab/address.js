// The lab's state as text for the part of an address after '#', and back. That part is never sent to
// a server, works on every static host and stays readable: #v=1&text=The+cat&heads=4&at=1.2._

import { changeState, DEFAULT_STATE } from './state.js';

/** @typedef {import('./state.js').LabState} LabState */

const VERSION = '1';
/** Longer addresses are cut by some mail and chat programs. */
const LONGEST = 8000;

/**
 * @param {LabState} state
 * @returns {{ hash: string, complete: boolean }} complete: false if the text was too long to go in
 */
export function encodeAddress(state) {
  const hash = encode(state, true);
  if (hash.length <= LONGEST) return { hash, complete: true };
  return { hash: encode(state, false), complete: false };
}

/**
 * The text does not stand last: programs that look for links leave a final full stop out.
 * @param {LabState} state
 * @param {boolean} withText
 */
function encode(state, withText) {
  const { head, query, key } = state.selection;
  const parts = [`v=${VERSION}`];
  if (withText) parts.push(`text=${escapeText(state.text)}`);
  if (withText && state.second !== null) parts.push(`second=${escapeText(state.second)}`);
  parts.push(`heads=${state.heads}`);
  if (state.causal) parts.push('causal=1');
  if (state.seed !== 0) parts.push(`seed=${state.seed}`);
  if (state.view !== 'heads') parts.push(`view=${state.view}`);
  parts.push(`at=${head + 1}.${place(query)}.${place(key)}`);
  return `#${parts.join('&')}`;
}

/**
 * @param {string} hash with or without its '#'
 * @returns {{ state: LabState, problem: 'newer' | null }}
 */
export function decodeAddress(hash) {
  const fields = new Map();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals > 0) fields.set(part.slice(0, equals), part.slice(equals + 1));
  }
  if (!fields.has('v')) return { state: DEFAULT_STATE, problem: null };
  if (fields.get('v') !== VERSION) return { state: DEFAULT_STATE, problem: 'newer' };
  const [head, query, key] = (fields.get('at') ?? '1._._').split('.');
  const state = changeState(DEFAULT_STATE, {
    text: fields.has('text') ? unescapeText(fields.get('text')) : undefined,
    second: fields.has('second') ? unescapeText(fields.get('second')) : null,
    heads: Number(fields.get('heads')),
    causal: fields.get('causal') === '1',
    seed: Number(fields.get('seed') ?? 0),
    view: fields.get('view') ?? 'heads',
    selection: { head: index(head) ?? 0, query: index(query), key: index(key) },
  });
  return { state, problem: null };
}

/** @param {number | null} index */
function place(index) {
  return index === null ? '_' : String(index + 1);
}

/** @param {string | undefined} text */
function index(text) {
  return text && /^[1-9]\d*$/.test(text) ? Number(text) - 1 : null;
}

/**
 * Percent-encoding as in a form, plus %u and four digits for half a surrogate pair, which UTF-8 cannot hold.
 * @param {string} text
 */
function escapeText(text) {
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

/** @param {string} text */
function unescapeText(text) {
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
