// Settings of a page in a frame, from its address or its file.
// The address has them as ?lesson=masks&locked=text, the file as attributes. The address wins.

import { startOf } from '../../elements/lab/state/state.js';

/**
 * @typedef {object} Settings
 * @property {string | null} lesson
 * @property {string | null} locked
 * @property {string | null} language
 * @property {string | null} theme
 * @property {boolean} compact
 * @property {number | null} pass how many of a hundred points pass a lesson; null: doing its last scene completes it
 * @property {string | null} classKey with which result codes are signed
 * @property {string} address a state as in an address, with its '#'; '' for none. Only as an attribute: an address has its own
 * @property {string} own a teacher's lesson as text; '' for none. Only as an attribute: an address has it compressed
 * @property {string | null} origin of the page that may ask for the state, and set it
 * @property {Partial<import('../../elements/lab/state/state.js').LabState>} state
 */

/**
 * @param {string} search
 * @param {Readonly<Record<string, string | undefined>>} [written]
 * @returns {Settings}
 */
export function readSettings(search, written = {}) {
  const asked = new URLSearchParams(search);
  const get = (/** @type {string} */ name) => asked.get(name) ?? written[name] ?? null;
  const model = get('model');
  /** @type {Settings['state']} */
  const state = model === null ? {} : { ...startOf(model) };
  const text = get('text');
  const heads = get('heads');
  const view = get('view');
  if (text !== null) state.text = text;
  if (heads !== null) state.heads = Number(heads);
  if (view !== null)
    state.view = /** @type {import('../../elements/lab/state/state.js').View} */ (view);
  return {
    lesson: get('lesson'),
    locked: get('locked'),
    language: get('lang'),
    theme: get('theme'),
    compact: get('compact') !== null,
    pass: readPercent(get('pass')),
    classKey: asked.get('class-key') ?? written.classKey ?? null,
    address: written.address ?? '',
    own: written.own ?? '',
    origin: get('origin'),
    state,
  };
}

/** A whole number from 1 to 100; null for anything else. @param {string | null} text */
function readPercent(text) {
  const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0;
  return value >= 1 && value <= 100 ? value : null;
}
