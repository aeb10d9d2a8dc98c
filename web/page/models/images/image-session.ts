// Questions to a model that reads images, and its last answers.
// An answer to an older question is dropped.

import { messageOf } from '../../../ui/errors.ts';
import { headHue, markOf } from '../../../views/color.ts';
import type { Connection } from '../connection.ts';
import type { Messages } from '../../../words/en/models.ts';
import type { Seen } from './patch-names.ts';
import type { Way } from './image-caption.ts';
import type { Theme } from '../../../views/color.ts';

interface Look {
  kind: 'self';
  /** the query token */
  query: number;
  way: Way;
}

/** choices of the reader */
export type Shown = import('../session.ts').Shown & Look;

/** parts of the screen */
interface Parts {
  board: ReturnType<typeof import('../../../elements/model-view/board.ts').createBoard>;
  answer: ReturnType<typeof import('../prediction-bars.ts').createPredictionBars>;
  heat: ReturnType<typeof import('./heat.ts').createHeat>;
  said: ReturnType<typeof import('./image-caption.ts').createImageCaption>;
  theme: () => Theme;
  /** called with the image that is shown; null: none */
  onSeen: (seen: Seen | null) => void;
}

const TOP = 6;

export function createImageSession(
  connection: Connection,
  sizes: { layers: number; heads: number },
  messages: Messages,
  state: Shown,
  { board, answer, heat, said, theme, onSeen }: Parts,
) {
  let image: ReturnType<typeof import('./prepare.ts').prepare> | null = null;
  let seen: Seen | null = null;
  /** Rows of each layer, (heads, tokens). */
  const rows: Float32Array[] = [];
  /** number of images so far */
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
      const next = await connection.ask('see', question).catch((error) => {
        if (mine === asked) clear();
        throw error;
      });
      if (mine !== asked) return;
      if (state.query >= next.first.length + next.down * next.across) state.query = 0;
      seen = next;
      const guesses = next.predicts
        ? await connection.ask('predict', { position: 0, top: TOP })
        : null;
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

  /** Clears the views of the previous image. */
  function clear() {
    seen = null;
    rows.length = 0;
    answer.clear();
    onSeen(null);
  }

  function fail(error: unknown, mine: number) {
    if (mine === asked) said.failed(messageOf(error));
  }

  /** Draws the attention from the chosen token: thumbnails of all heads, and one enlarged. */
  async function drawMaps() {
    const [mine, turn, { query }] = [asked, ++drawing, state];
    if (!seen) return;
    const { down, across, first } = seen;
    const length = first.length + down * across;
    said.from(query);
    rows.length = 0;
    // the layer of the enlarged head comes first
    const order = [...Array(sizes.layers).keys()].sort(
      (a, b) => Number(b === state.at.layer) - Number(a === state.at.layer),
    );
    for (const layer of order) {
      const found = await connection.ask('looks', { layer, query });
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
        ? await connection.ask('rollout', { layer: at.layer, query })
        : sharesOf(rows[at.layer], sizes.heads, way === 'mean' ? null : at.head);
    if (mine !== asked || turn !== drawing || way !== state.way || at !== state.at) return;
    const color = way === 'head' ? markOf(headHue(at.head), theme()) : null;
    heat.show({ image: image.canvas, seen, shares, query, color });
    said.shares(seen, query, shares);
  }

  const safely = (draw: () => Promise<void>) => () => {
    const mine = asked;
    return draw().catch((error) => fail(error, mine));
  };

  return {
    see,
    drawAll: safely(drawMaps),
    drawHeat: safely(drawOne),
    /** @param make gives the next image, or throws */
    async show(make: () => NonNullable<typeof image>) {
      asked++; // the present data belongs to the previous image
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
    /** Drops answers that are still to come. */
    stop: () => void asked++,
  };
}

/**
 * Thumbnails of each head's patches, scaled by the strongest.
 *
 * @param rows (heads, length)
 * @param first number of tokens before the patches
 */
function small(rows: Float32Array, length: number, first: number) {
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
 * @param rows (heads, length)
 * @param head null: the mean of all
 */
function sharesOf(rows: Float32Array, heads: number, head: number | null) {
  const length = rows.length / heads;
  if (head !== null) return rows.subarray(head * length, (head + 1) * length);
  const mean = new Float32Array(length);
  for (let i = 0; i < rows.length; i++) mean[i % length] += rows[i] / heads;
  return mean;
}
