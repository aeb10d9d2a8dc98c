// What the lab shows, as one immutable value. Nothing here knows how it is drawn, computed or stored.

/**
 * @typedef {object} Selection
 * @property {number} head
 * @property {number | null} query index of the token that looks; null: none
 * @property {number | null} key index of the token looked at; null: none
 *
 * @typedef {'heads' | 'head' | 'table'} View all heads, the selected one large, its numbers
 *
 * @typedef {object} LabState
 * @property {string} text
 * @property {string | null} second the sentence that is looked at; null: the first looks at itself
 * @property {number} heads
 * @property {boolean} causal
 * @property {number} seed of the heads' weights
 * @property {View} view
 * @property {Selection} selection
 */

export const EMBED_DIM = 64;
export const TOKEN_LIMIT = 512;
/** The numbers of heads to choose from: divisors of EMBED_DIM. */
export const HEAD_CHOICES = Object.freeze([1, 2, 4, 8, 16]);
/** @type {readonly View[]} */
export const VIEWS = Object.freeze(['heads', 'head', 'table']);

const SEED_LIMIT = 2 ** 32;

/** @type {LabState} */
export const DEFAULT_STATE = freeze({
  text: 'The animal did not cross the street because it was too tired',
  second: null,
  heads: 4,
  causal: false,
  seed: 0,
  view: 'heads',
  selection: { head: 0, query: 8, key: null },
});

/**
 * A state with some parts changed. What cannot be is left as it was: a state is always one that can
 * be shown.
 * @param {LabState} state
 * @param {Partial<LabState>} change
 * @returns {LabState}
 */
export function changeState(state, change) {
  const next = { ...state };
  if (typeof change.text === 'string') next.text = change.text;
  if (typeof change.second === 'string' || change.second === null) next.second = change.second;
  if (HEAD_CHOICES.includes(change.heads ?? NaN)) next.heads = Number(change.heads);
  if (typeof change.causal === 'boolean') next.causal = change.causal;
  if (isIndex(change.seed) && change.seed < SEED_LIMIT) next.seed = change.seed;
  if (change.view && VIEWS.includes(change.view)) next.view = change.view;
  const wanted = change.selection ?? state.selection;
  next.selection = {
    head: isIndex(wanted.head) && wanted.head < next.heads ? wanted.head : 0,
    query: isIndex(wanted.query) && wanted.query < TOKEN_LIMIT ? wanted.query : null,
    key: isIndex(wanted.key) && wanted.key < TOKEN_LIMIT ? wanted.key : null,
  };
  return freeze(next);
}

/**
 * @param {Selection} a
 * @param {Selection} b
 */
export function sameSelection(a, b) {
  return a.head === b.head && a.query === b.query && a.key === b.key;
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isIndex(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * @param {LabState} state
 * @returns {LabState}
 */
function freeze(state) {
  return Object.freeze({ ...state, selection: Object.freeze({ ...state.selection }) });
}
