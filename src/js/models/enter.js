// What enters the first block: tokens by their vectors, positions and types, or the patches of an image.

import { cutPatches, resizeGrid } from './patches.js';
import { checkIds, checkPixels } from './run-arguments.js';

/** @import { Embedding, Stack } from './description.js' */
/** @import { Buffer } from './engine.js' */
/** @import { Numbers } from './forward.js' */
/** @import { Opened } from './model.js' */

/**
 * What enters the first block.
 *
 * @param {Opened} opened
 * @param {Stack} stack
 * @param {unknown} input
 * @param {string} name
 * @param {number} past
 * @returns {{ x: Buffer, length: number }}
 */
export function enter(opened, stack, input, name, past) {
  const { embedding } = stack;
  if (embedding.patches) return enterPixels(opened, embedding, checkPixels(input));
  const { ids, typeIds } = idsOf(opened, stack, input, name, past);
  return { x: enterTokens(opened, embedding, ids, typeIds, past), length: ids.length };
}

/**
 * @param {Opened} opened
 * @param {Stack} stack that reads them
 * @param {unknown} input
 * @param {string} name
 * @param {number} [past]
 */
export function idsOf(opened, { embedding }, input, name, past = 0) {
  const { description, weights } = opened;
  const { vocabSize, encoderVocabSize, contextLen, encoder } = description;
  const isEncoder = embedding === encoder?.embedding;
  return checkIds(input, name, {
    vocabSize: (isEncoder ? encoderVocabSize : null) ?? vocabSize,
    contextLen: contextLen - past,
    types: embedding.types ? weights.matrix(embedding.types).rows : 0,
  });
}

/**
 * @param {Opened} opened
 * @param {Embedding} embedding
 * @param {number[]} ids
 * @param {number[] | undefined} typeIds
 * @param {number} past
 */
function enterTokens({ engine, weights }, embedding, ids, typeIds, past) {
  const { tokens, scale, positions, types, norm, projection, projectsFirst } = embedding;
  const length = ids.length;
  const table = weights.matrix(/** @type {import('./description.js').Ref} */ (tokens));
  let width = table.columns;
  let x = engine.buffer(projection ? 'embedded' : 'x', length * width);
  const project = () => {
    if (!projection) return;
    const { weight, bias } = weights.linear(projection);
    const out = engine.buffer('x', length * weight.rows);
    engine.multiply(weight, bias, x, length, out);
    [x, width] = [out, weight.rows];
  };
  const add = (/** @type {Buffer} */ more) => engine.add(more, length * width, x);
  /** @param {import('./description.js').Ref} ref @param {(i: number) => number} row */
  const addRows = (ref, row) => {
    const more = engine.buffer('more', length * width);
    engine.embed(
      weights.matrix(ref),
      Int32Array.from(ids, (_, i) => row(i)),
      more,
    );
    add(more);
  };
  engine.embed(table, Int32Array.from(ids), x);
  if (scale !== undefined && scale !== 1) engine.scale(scale, length * width, x);
  if (projectsFirst) project();
  if (types) addRows(types, (i) => typeIds?.[i] ?? 0);
  if (positions && 'table' in positions) {
    const { table: places, offset } = positions;
    addRows(places, (i) => past + i + offset);
  } else if (positions) {
    add(engine.put('more', engine.sinusoids(past, length, width, positions.sinusoidal)));
  }
  if (norm) engine.normalize(weights.norm(norm), x, length, width, x);
  if (!projectsFirst) project();
  return x;
}

/**
 * Pixels as tokens: each patch is mapped, and what stands before them is put there.
 *
 * @param {Opened} opened
 * @param {Embedding} embedding
 * @param {Numbers} pixels (channels, height, width)
 */
function enterPixels({ engine, weights, description }, { patches, norm }, pixels) {
  const how = /** @type {import('./description.js').Patches} */ (patches);
  const { first, registers } = how;
  const dim = description.embedDim;
  const { weight, bias } = weights.linear(how.projection);
  const { rows, down, across } = cutPatches(pixels, how.height, how.width);
  const count = down * across;
  if (rows.length !== count * weight.columns || count === 0) {
    throw new RangeError(
      `input: expected pixels (channels, height, width) of patches of ${weight.columns} numbers, got ${pixels.shape}`,
    );
  }
  const mapped = engine.buffer('mapped', count * dim);
  engine.multiply(weight, bias, engine.put('pixels', rows), count, mapped);
  const before = first.length * dim;
  const begin = before + (registers?.count ?? 0) * dim; // of the patches
  const all = new Float32Array(begin + count * dim);
  for (const [i, ref] of first.entries()) all.set(weights.floats(ref).data, i * dim);
  if (registers) all.set(weights.floats(registers.table).data, before);
  all.set(engine.read(mapped, count * dim), begin);
  const places = weights.floats(how.positions).data;
  for (let i = 0; i < before; i++) all[i] += places[i];
  const grid = positionsOf(how, places.subarray(before), [down, across], dim);
  for (let i = begin; i < all.length; i++) all[i] += grid[i - begin];
  const x = engine.put('x', all);
  const length = all.length / dim;
  if (norm) engine.normalize(weights.norm(norm), x, length, dim, x);
  return { x, length };
}

/**
 * The positions of an image's patches.
 *
 * @param {import('./description.js').Patches} patches
 * @param {Float32Array} grid those of the file
 * @param {[down: number, across: number]} to
 * @param {number} dim
 */
function positionsOf({ down, across, isSmoothed }, grid, to, dim) {
  const same = to[0] === down && to[1] === across;
  return same ? grid : resizeGrid(grid, [down, across], to, dim, isSmoothed);
}
