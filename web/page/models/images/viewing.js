// Questions to a model that reads images, and its last answers.
// An answer to an older question is dropped.

import { messageOf } from '../../../elements/shared/errors.js';
import { headHue, markOf } from '../../../views/color.js';

/**
 * @typedef {import('../worker.js').Head} Head
 * @typedef {import('./place.js').Seen} Seen
 *
 * @typedef {object} Look
 * @property {'self'} kind
 * @property {number} query the token that looks
 * @property {import('./said.js').Way} way
 *
 * @typedef {import('../session.js').Shown & Look} Shown what is chosen
 *
 * @typedef {object} Parts what shows it
 * @property {ReturnType<typeof import('../../../elements/model-view/board.js').createBoard>} board
 * @property {ReturnType<typeof import('../answer.js').createAnswer>} answer
 * @property {ReturnType<typeof import('./heat.js').createHeat>} heat
 * @property {ReturnType<typeof import('./said.js').createSaid>} said
 * @property {() => import('../../../views/color.js').Theme} theme
 * @property {(seen: Seen | null) => void} onSeen what is shown is of this image; null: of none
 */

const TOP = 6;

/**
 * @param {import('../connection.js').Connection} connection
 * @param {{ layers: number, heads: number }} sizes
 * @param {import('../messages/en.js').Messages} messages
 * @param {Shown} state
 * @param {Parts} parts
 */
export function createViewing(
  connection,
  sizes,
  messages,
  state,
  { board, answer, heat, said, theme, onSeen },
) {
  /** @type {ReturnType<typeof import('./prepare.js').prepare> | null} */
  let image = null;
  /** @type {Seen | null} */
  let seen = null;
  /** Of each layer, (heads, tokens). @type {Float32Array[]} */
  const rows = [];
  /** Counts the images. */
  let number = 0;
  let asked = 0;
  let drawing = 0;

  /** Runs the model on the image. */
  async function see() {
    if (!image) return;
    const mine = ++asked;
    const { canvas, data } = image;
    const size = { width: canvas.width, height: canvas.height };
    said.status(messages.computing);
    try {
      const question = { image: { data, ...size }, number, removed: [...state.removed] };
      const next = await connection.see(question).catch((error) => {
        if (mine === asked) clear();
        throw error;
      });
      if (mine !== asked) return;
      if (state.query >= next.first.length + next.down * next.across) state.query = 0;
      seen = next;
      const guesses = next.predicts ? await connection.predict({ position: 0, top: TOP }) : null;
      if (mine !== asked) return;
      if (guesses) answer.show(guesses, { token: '', predicts: 'classes', canChoose: false });
      else answer.none();
      onSeen(next);
      await drawMaps();
      if (mine === asked) said.computed(next, size);
    } catch (error) {
      fail(error, mine);
    }
  }

  /** What is shown of the image before goes. */
  function clear() {
    seen = null;
    rows.length = 0;
    answer.clear();
    onSeen(null);
  }

  /** @param {unknown} error @param {number} mine */
  function fail(error, mine) {
    if (mine === asked) said.failed(messageOf(error));
  }

  /** From the chosen token: all heads small, and one large. */
  async function drawMaps() {
    const [mine, turn, { query }] = [asked, ++drawing, state];
    if (!seen) return;
    const { down, across, first } = seen;
    const length = first.length + down * across;
    said.from(query);
    rows.length = 0;
    // the layer that is shown large comes first
    const order = [...Array(sizes.layers).keys()].sort(
      (a, b) => Number(b === state.at.layer) - Number(a === state.at.layer),
    );
    for (const layer of order) {
      const found = await connection.looks({ layer, query });
      if (mine !== asked || turn !== drawing) return;
      rows[layer] = found;
      board.put(layer, { data: small(found, length, first.length), height: down, width: across });
      if (layer === state.at.layer) await drawOne();
    }
  }

  async function drawOne() {
    const [mine, turn, { way, at, query }] = [asked, drawing, state];
    if (way === 'steps' || !seen || !image || !rows[at.layer]) return;
    const shares =
      way === 'rollout'
        ? await connection.rollout({ layer: at.layer, query })
        : sharesOf(rows[at.layer], sizes.heads, way === 'mean' ? null : at.head);
    if (mine !== asked || turn !== drawing || way !== state.way || at !== state.at) return;
    const color = way === 'head' ? markOf(headHue(at.head), theme()) : null;
    heat.show({ image: image.canvas, seen, shares, query, color });
    said.shares(seen, query, shares);
  }

  /** @param {() => Promise<void>} draw */
  const safely = (draw) => () => {
    const mine = asked;
    return draw().catch((error) => fail(error, mine));
  };

  return {
    see,
    drawAll: safely(drawMaps),
    drawHeat: safely(drawOne),
    /** @param {() => NonNullable<typeof image>} make gives the next one, or throws */
    async show(make) {
      asked++; // what there is belongs to the image before
      seen = image = null;
      number++;
      try {
        image = make();
      } catch (error) {
        clear();
        return said.failed(messageOf(error));
      }
      await see();
    },
    /** Answers that are still to come are dropped. */
    stop: () => void asked++,
  };
}

/**
 * Each head's patches, of its strongest.
 *
 * @param {Float32Array} rows (heads, length)
 * @param {number} length
 * @param {number} first tokens before the patches
 */
function small(rows, length, first) {
  const heads = rows.length / length;
  const patches = length - first;
  const pictures = new Float32Array(heads * patches);
  for (let head = 0; head < heads; head++) {
    const own = rows.subarray(head * length + first, (head + 1) * length);
    const most = own.reduce((a, b) => Math.max(a, b), 0);
    if (most > 0)
      pictures.set(
        own.map((share) => share / most),
        head * patches,
      );
  }
  return pictures;
}

/**
 * @param {Float32Array} rows (heads, length)
 * @param {number} heads
 * @param {number | null} head null: the mean of all
 */
function sharesOf(rows, heads, head) {
  const length = rows.length / heads;
  if (head !== null) return rows.subarray(head * length, (head + 1) * length);
  const mean = new Float32Array(length);
  for (let i = 0; i < rows.length; i++) mean[i % length] += rows[i] / heads;
  return mean;
}
