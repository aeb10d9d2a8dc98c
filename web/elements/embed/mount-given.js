// Mounts given attention: the heads of one layer, or a whole model.
// The model view is loaded only for a whole model.

import { readGiven } from '../shared/errors.js';
import { mountMaps } from './mount-maps.js';
import { isModel, readMaps } from './read-maps.js';

/**
 * @typedef {object} Given
 * @property {unknown} attention
 * @property {unknown} tokens
 * @property {unknown} keyTokens
 * @property {unknown} [words]
 * @property {unknown} [typeIds]
 * @property {string | null} [view]
 *
 * @typedef {object} Surroundings
 * @property {string | null} [theme]
 * @property {string | null} [language]
 * @property {(selection: { layer?: number, head: number, query: number | null, key: number | null }) => void} onChange
 */

/**
 * @param {HTMLElement} root
 * @param {Given} given
 * @param {Surroundings} around
 */
export async function mountGiven(root, given, around) {
  // an element reads JSON when it is asked for its properties
  const { attention, tokens, keyTokens, words, typeIds, view } = readGiven(() => copyOf(given));
  if (view === 'model' || isModel(attention)) {
    const { mountModel, readModel } = await import('../model-view/index.js');
    const parts = readGiven(() => readModel(attention, { tokens, keyTokens, words, typeIds }));
    return mountModel(root, parts, { ...around, view });
  }
  const maps = readGiven(() =>
    readMaps(attention, /** @type {any} */ (tokens), /** @type {any} */ (keyTokens)),
  );
  return mountMaps(root, { ...maps, ...around, view });
}

/** @param {Given} given @returns {Given} */
function copyOf({ attention, tokens, keyTokens, words, typeIds, view }) {
  return { attention, tokens, keyTokens, words, typeIds, view };
}
