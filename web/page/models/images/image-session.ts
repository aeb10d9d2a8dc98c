// Questions to a model that reads images. Answers become events; an answer to an older question is dropped.

import { messageOf } from '../../../ui/errors.ts';
import { headHue, markOf } from '../../../views/color.ts';
import { TOP } from '../state.ts';
import { lengthOf } from './image-state.ts';
import { readOf } from './patch-names.ts';
import type { createBoard } from '../../../elements/model-view/board.ts';
import type { OpenModel } from '../open-model.ts';
import type { Prediction } from '../prediction-bars.ts';
import type { Store } from '../store.ts';
import type { createHeat } from './heat.ts';
import type { ImageEvent, ImageState } from './image-state.ts';
import type { prepare } from './prepare.ts';

/** Parts of the screen that are drawn on canvases. */
interface Canvases {
  board: Pick<ReturnType<typeof createBoard>, 'put'>;
  heat: Pick<ReturnType<typeof createHeat>, 'show'>;
}

export function createImageSession(
  { connection, opened, messages }: Pick<OpenModel, 'connection' | 'opened' | 'messages'>,
  { get, dispatch }: Store<ImageState, ImageEvent>,
  { board, heat }: Canvases,
) {
  const { numLayers, numHeads } = opened.config;
  let image: ReturnType<typeof prepare> | null = null;
  /** rows of each layer, (heads, tokens) */
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
    dispatch({ type: 'imageAsked', size });
    try {
      const question = { image: { data, ...size }, number, removed: get().removed };
      const seen = await connection.ask('see', question).catch((error) => {
        if (mine === asked) clear();
        throw error;
      });
      if (mine !== asked) return;
      dispatch({ type: 'imageSeen', seen });
      const isEarly = seen.milliseconds === null;
      if (isEarly) {
        seen.predicts = await drawEarly(mine);
        if (mine !== asked) return;
      }
      const prediction = seen.predicts ? await predict() : ({ type: 'none' } as const);
      if (mine !== asked) return;
      dispatch({ type: 'imageRead', read: readOf(seen, messages), prediction });
      if (isEarly) dispatch({ type: 'layersDone' });
      else await drawMaps();
      if (mine === asked) dispatch({ type: 'imageShown', seen });
    } catch (error) {
      fail(error, mine);
    }
  }

  /** Draws layers while others are read. */
  async function drawEarly(mine: number) {
    dispatch({ type: 'layersArrived', arrived: { count: 0, of: numLayers } });
    const maps = drawMaps();
    maps.catch(() => {}); // the answer has the same error
    const predicts = await connection.ask('computed', null).catch((error) => {
      if (mine === asked) clear();
      throw error;
    });
    await maps;
    return predicts;
  }

  async function predict(): Promise<Prediction> {
    const guesses = await connection.ask('predict', { position: 0, top: TOP });
    return { type: 'guesses', guesses, token: '', predicts: 'classes', canWrite: false };
  }

  /** Clears the views of the previous image. */
  function clear() {
    rows.length = 0;
    dispatch({ type: 'imageRefused' });
  }

  function fail(error: unknown, mine: number) {
    if (mine === asked) dispatch({ type: 'failed', detail: messageOf(error) });
  }

  /** Draws the attention from the chosen token: thumbnails of all heads, and one enlarged. */
  async function drawMaps() {
    const mine = asked;
    const turn = ++drawing;
    const { query, seen } = get();
    if (!seen) return;
    const { down, across } = seen;
    rows.length = 0;
    const order = [...Array(numLayers).keys()];
    // the layer of the enlarged head comes first, if all are there
    const first = get().at.layer;
    if (!get().arrived) order.sort((a, b) => Number(b === first) - Number(a === first));
    for (const layer of order) {
      const found = await connection.ask('looks', { layer, query });
      if (mine !== asked || turn !== drawing) return;
      rows[layer] = found;
      const { arrived } = get();
      if (arrived) {
        const count = Math.max(arrived.count, layer + 1);
        dispatch({ type: 'layersArrived', arrived: { ...arrived, count } });
      }
      const data = small(found, lengthOf(seen), seen.first.length);
      board.put(layer, { data, height: down, width: across });
      if (layer === get().at.layer) await drawOne();
    }
  }

  async function drawOne() {
    const mine = asked;
    const turn = drawing;
    const { way, at, query, seen } = get();
    if (way === 'steps' || way === 'causes' || !seen || !image || !rows[at.layer]) return;
    const shares =
      way === 'rollout'
        ? await connection.ask('rollout', { layer: at.layer, query })
        : sharesOf(rows[at.layer], numHeads, way === 'mean' ? null : at.head);
    const now = get();
    if (mine !== asked || turn !== drawing || way !== now.way || at !== now.at) return;
    const color = way === 'head' ? markOf(headHue(at.head), now.theme) : null;
    heat.show({ image: image.canvas, seen, shares, query, color });
    dispatch({ type: 'mapDrawn', map: { seen, query, shares } });
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
      image = null;
      number++;
      dispatch({ type: 'imageChosen' });
      try {
        image = make();
      } catch (error) {
        clear();
        return dispatch({ type: 'failed', detail: messageOf(error) });
      }
      await see();
    },
    /** The image that the model reads; null: it has none. */
    image: () => image,
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
