// Tokens on the screen: the given ones, and those the model wrote.

/**
 * @typedef {import('./session.js').Shown} Shown
 *
 * @typedef {object} Read the tokens that the model has read
 * @property {import('./connection.js').Reading} reading
 * @property {string[]} names of the tokens of the text
 * @property {string[]} targets of those that the decoder of two began with
 */

/** How many the decoder was given. @param {Read} read */
export function given({ names, targets }) {
  return targets.length > 0 ? targets.length : names.length;
}

/** The place of the last token of the decoder. @param {Read} read @param {Shown} state */
export function last(read, { written }) {
  return given(read) + written.length - 1;
}

/**
 * The labels of a map's rows and columns, and the decoder's tokens.
 *
 * @param {Read} read
 * @param {Shown} state
 */
export function axesOf({ names, targets }, { kind, written }) {
  const more = written.map(({ name }) => name);
  const decoder = [...(targets.length > 0 ? targets : names), ...more];
  return {
    decoder,
    rows: kind === 'encoder' ? names : decoder,
    columns: kind === 'self' ? decoder : names,
  };
}

/**
 * A side of a map, with what is known of the words and sentences of the text.
 *
 * @param {Read} read
 * @param {readonly string[]} tokens
 * @returns {import('../../elements/model-view/read-model.js').Side}
 */
export function sideOf({ reading, names }, tokens) {
  const isText = names.every((name, i) => name === tokens[i]);
  const more = Array.from({ length: tokens.length - names.length }, () => -1);
  const words = isText && reading.words ? [...reading.words, ...more] : null;
  return { tokens, words, segments: isText ? reading.sentences : null };
}
