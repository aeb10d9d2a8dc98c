// What an open model is asked, and what it answered last. An answer to an older question is dropped.

import { readMaps } from '../../elements/embed/read-maps.js';
import { fillText, quoteEngine, setText } from '../../elements/shared/dom.js';
import { messageOf } from '../../elements/shared/errors.js';
import { durationText } from '../../elements/shared/format.js';
import { namesOf, placeOf } from './pieces.js';

/**
 * @typedef {import('./worker.js').Head} Head
 * @typedef {import('./worker.js').Kind} Kind
 *
 * @typedef {object} Shown what is chosen
 * @property {Head} at
 * @property {Kind} kind
 * @property {readonly Head[]} removed
 * @property {number} position where the prediction is shown
 *
 * @typedef {object} Parts what shows it
 * @property {HTMLElement} status
 * @property {ReturnType<typeof import('./text.js').createText>} text
 * @property {ReturnType<typeof import('./pieces.js').createPieces>} pieces
 * @property {ReturnType<typeof import('./answer.js').createAnswer>} answer
 * @property {ReturnType<typeof import('../../elements/model-view/board.js').createBoard>} heads
 * @property {ReturnType<typeof import('../../elements/model-view/large.js').createLarge>} large
 */

const TOP = 6;
/** Numbers along a side of a small picture. */
const SIDE = 48;

/**
 * @param {import('./connection.js').Connection} connection
 * @param {import('./connection.js').Opened} opened
 * @param {import('./messages/en.js').Messages} messages
 * @param {Shown} state
 * @param {Parts} parts
 */
export function createSession(connection, opened, messages, state, parts) {
  /** @type {{ reading: import('./connection.js').Reading, names: string[], targets: string[] } | null} */
  let read = null;
  /** @type {{ data: Float32Array, shape: number[] } | null} */
  let layer = null;
  let asked = 0;

  /** @param {unknown} error @param {number} mine */
  function fail(error, mine) {
    if (mine === asked) quoteEngine(parts.status, messages.runFailed, messageOf(error));
  }

  /** Reads the text and computes all that is shown. */
  async function refresh() {
    const question = parts.text.read();
    const mine = ++asked;
    if (!question) return setText(parts.status, '');
    setText(parts.status, messages.computing);
    try {
      const reading = await connection.read({ ...question, removed: [...state.removed] });
      if (mine !== asked) return;
      const names = namesOf(reading, question.text);
      const targets = (question.target ?? []).map(String);
      const isSame =
        JSON.stringify([read?.names, read?.targets]) === JSON.stringify([names, targets]);
      read = { reading, names, targets };
      if (!isSame) {
        state.position = targets.length ? targets.length - 1 : placeOf(reading);
        parts.pieces.show(reading, names);
      }
      await Promise.all([predict(), drawMaps()]);
      if (mine !== asked) return;
      const places = { count: names.length, time: durationText(reading.milliseconds) };
      setText(parts.status, fillText(messages.computed, places));
    } catch (error) {
      fail(error, mine);
    }
  }

  async function predict() {
    if (!read) return;
    const { reading, names, targets } = read;
    const isClasses = reading.shape?.length === 1;
    const { position } = state;
    const canChoose = reading.shape?.length === 2 && targets.length === 0;
    parts.pieces.choose(canChoose ? position : null);
    if (!reading.shape) return parts.answer.none();
    const guesses = await connection.predict({ position, top: TOP });
    const token = (targets.length ? targets : names)[position];
    if (position === state.position) parts.answer.show(guesses, { token, isClasses, canChoose });
  }

  /** What the rows and columns of a map are called. @param {NonNullable<typeof read>} of */
  function axesOf({ names, targets }) {
    const decoder = targets.length ? targets : names;
    return {
      rows: state.kind === 'encoder' ? names : decoder,
      columns: state.kind === 'self' ? decoder : names,
    };
  }

  async function drawMaps() {
    await drawLayer();
    if (!read) return;
    const mine = asked;
    const { kind } = state;
    const { rows, columns } = axesOf(read);
    const { layers, heads } = sizes();
    const small = { kind, heads, rows: rows.length, columns: columns.length, side: SIDE };
    for (let at = 0; at < layers; at++) {
      const picture = await connection.thumbnails({ ...small, layer: at });
      if (mine !== asked || kind !== state.kind) return;
      parts.heads.put(at, picture);
    }
  }

  async function drawLayer() {
    if (!read) return;
    const { kind, at } = state;
    const mine = asked;
    const found = await connection.layer({ layer: at.layer, kind });
    if (mine !== asked || kind !== state.kind || at.layer !== state.at.layer) return;
    layer = found;
    await drawHead();
  }

  async function drawHead() {
    if (!layer || !read) return;
    const { rows, columns } = axesOf(read);
    await parts.large.show(readMaps(layer, rows, columns), state.at.head);
  }

  function sizes() {
    const { numLayers, numHeads } =
      state.kind === 'encoder' ? (opened.config.encoder ?? opened.config) : opened.config;
    return { layers: numLayers, heads: numHeads };
  }

  /** @param {() => Promise<void>} draw */
  const safely = (draw) => () => draw().catch((error) => fail(error, asked));

  return {
    refresh,
    predict: safely(predict),
    drawMaps: safely(drawMaps),
    drawLayer: safely(drawLayer),
    drawHead: safely(drawHead),
    sizes,
    stop: () => asked++,
  };
}
