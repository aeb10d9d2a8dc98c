// How a vision model wants its images: what config.json and preprocessor_config.json say, and pixels from an image's bytes.
// Resizing is left to the caller: every program does it in its own way.

import { HeadwiseError, wrongKind, wrongNumber } from '../arguments/errors.js';
import { isRecord } from '../arguments/options.js';
import { quote } from '../formats/ranges.js';
import { allocate } from '../runtime/results.js';

/** @import { FloatTensor } from '../types/index.js' */
/** @import { ImageInput } from '../types/models.js' */
/** @import { Description } from './description.js' */

const FILE = 'preprocessor_config.json';
const MOST_SIDE = 1 << 14; // pixels
/** As PIL counts them. */
const RESAMPLES = /** @type {const} */ ([
  ...['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming'],
]);
/** Tokens before the patches, in the order of every file. */
const FIRST = /** @type {const} */ (['class', 'distillation']);
/** Parts of red, green and blue in a grey, of 2^16, as PIL has them. */
const GREY = [19595, 38470, 7471];
const RGBA = 4;

/**
 * @param {Description} description of a vision model
 * @param {import('./families/config.js').Config} config
 * @param {unknown} preprocessor null: without this file
 * @returns {ImageInput}
 */
export function imageInputOf({ stack }, config, preprocessor) {
  const { height, width, down, across, first, registers } =
    /** @type {import('./description.js').Patches} */ (stack.embedding.patches);
  const channels = config.size('num_channels', 3);
  if (preprocessor !== null && !isRecord(preprocessor)) throw wrong('', 'an object', preprocessor);
  const given = /** @type {Record<string, any>} */ (preprocessor ?? {});
  const whole = { height: height * down, width: width * across };
  const square = !config.type.startsWith('dinov2');
  const resize = given.do_resize === false ? null : (sizeOf('size', given.size, square) ?? whole);
  const crops = given.do_center_crop === true || (!square && given.do_center_crop !== false);
  const crop = crops && preprocessor ? sizeOf('crop_size', given.crop_size, true) : null;
  const isNormal = given.do_normalize !== false;
  const each = (/** @type {'image_mean' | 'image_std'} */ name, /** @type {number} */ none) =>
    isNormal
      ? numbersOf(name, given[name], channels)
      : Array.from({ length: channels }, () => none);
  const std = each('image_std', 1);
  if (std.includes(0)) throw wrong('image_std', 'numbers that are not 0', 0);
  return Object.freeze({
    ...{ channels, patch: { height, width }, grid: { down, across } },
    first: [
      ...FIRST.slice(0, first.length),
      ...Array.from({ length: registers?.count ?? 0 }, () => /** @type {const} */ ('register')),
    ],
    ...{ resize, crop: crop && 'height' in crop ? crop : null },
    resample: RESAMPLES.find((_, number) => number === given.resample) ?? 'bilinear',
    scale: given.do_rescale === false ? 1 : finite('rescale_factor', given.rescale_factor, 1 / 255),
    ...{ mean: each('image_mean', 0), std, isGiven: preprocessor !== null },
  });
}

/**
 * A size as such files have it, in all the forms that they had over the years.
 *
 * @param {string} name
 * @param {unknown} given
 * @param {boolean} isSquare whether a number alone means both sides; else the shorter one
 * @returns {{ height: number, width: number } | { shortestEdge: number } | null} null: it is not given
 */
function sizeOf(name, given, isSquare) {
  if (given === undefined || given === null) return null;
  const side = (/** @type {unknown} */ value) => {
    if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= MOST_SIDE) {
      return Number(value);
    }
    throw wrong(name, `pixels from 1 to ${MOST_SIDE}`, value);
  };
  if (!isRecord(given)) {
    const one = side(given);
    return isSquare ? { height: one, width: one } : { shortestEdge: one };
  }
  const { height, width, shortest_edge: edge } = /** @type {Record<string, unknown>} */ (given);
  return edge === undefined || edge === null
    ? { height: side(height), width: side(width) }
    : { shortestEdge: side(edge) };
}

/**
 * A number for each channel, or one for all.
 *
 * @param {string} name
 * @param {unknown} given
 * @param {number} channels
 */
function numbersOf(name, given, channels) {
  const all = Array.isArray(given) ? given : Array.from({ length: channels }, () => given);
  const taken = all.length === 1 ? Array.from({ length: channels }, () => all[0]) : all;
  if (taken.length !== channels) throw wrong(name, `${channels} numbers`, `${taken.length}`);
  return taken.map((one) => finite(name, one, 0.5));
}

/** @param {string} name @param {unknown} value @param {number} none where it is not given */
function finite(name, value, none) {
  if (value === undefined || value === null) return none;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(name, 'a finite number', value);
}

/** @param {string} name @param {string} expected @param {unknown} got */
function wrong(name, expected, got) {
  const what = typeof got === 'string' ? quote(got) : typeof got === 'number' ? got : typeof got;
  return new HeadwiseError('format', `${FILE}: ${name}: expected ${expected}, got ${what}`);
}

/**
 * Pixels as the model reads them, from an image's bytes, which are red, green, blue and alpha as in a canvas.
 *
 * @param {ImageInput} input
 * @param {unknown} image
 * @returns {FloatTensor} (channels, height, width)
 */
export function pixelsOf({ channels, scale, mean, std }, image) {
  if (typeof image !== 'object' || image === null) {
    throw wrongKind('image', '{ data, width, height } as ImageData', image);
  }
  const { data, width, height } = /** @type {Record<string, any>} */ (image);
  for (const [name, side] of Object.entries({ width, height })) {
    if (!Number.isInteger(side) || side < 1 || side > MOST_SIDE) {
      throw wrongNumber(`image.${name}`, `a whole number from 1 to ${MOST_SIDE}`, side);
    }
  }
  if (!(data instanceof Uint8ClampedArray) && !(data instanceof Uint8Array)) {
    throw wrongKind('image.data', 'bytes, 4 for each pixel', data);
  }
  const size = width * height;
  if (data.length !== RGBA * size) {
    throw wrongNumber('image.data', `${RGBA * size} bytes`, data.length);
  }
  if (channels !== 1 && channels !== 3) {
    throw new HeadwiseError(
      'unsupported',
      `pixels: expected a model of 1 or 3 channels, got ${channels}`,
    );
  }
  const values = allocate(channels * size);
  for (let channel = 0; channel < channels; channel++) {
    for (let i = 0; i < size; i++) {
      const value = channels === 1 ? greyAt(data, RGBA * i) : data[RGBA * i + channel];
      values[channel * size + i] = (value * scale - mean[channel]) / std[channel];
    }
  }
  return { data: values, shape: [channels, height, width] };
}

/** @param {ArrayLike<number>} data @param {number} at */
function greyAt(data, at) {
  const sum = GREY.reduce((total, part, channel) => total + part * data[at + channel], 1 << 15);
  return sum >> 16;
}
