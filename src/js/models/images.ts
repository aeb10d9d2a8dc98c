// The input of a vision model, from config.json and preprocessor_config.json, and its pixels, from an image's bytes. The
// caller resizes images: the results of resizing differ from program to program.

import { HeadwiseError, wrongKind, wrongNumber } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { quote } from '../formats/ranges.ts';
import { allocate } from '../runtime/results.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Config } from './families/config.ts';
import type { Description, Patches } from './description.ts';
import type { FloatTensor } from '../types/index.ts';
import type { ImageInput } from '../types/models.ts';

const FILE = 'preprocessor_config.json';
const MOST_SIDE = 1 << 14; // pixels
/** PIL's filters, by its numbers. */
const RESAMPLES = [...['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming']] as const;
/** Tokens before the patches, in the order of every file. */
const FIRST = ['class', 'distillation'] as const;
/** Weights of red, green and blue in a grey value, PIL's, times 2^16. */
const GREY = [19595, 38470, 7471];
const RGBA = 4;

/**
 * @param description of a vision model
 * @param preprocessor the content of preprocessor_config.json; null: there is none
 */
export function imageInputOf(
  { stack }: Description,
  config: Config,
  preprocessor: unknown,
): ImageInput {
  const { height, width, down, across, first, registers } = stack.embedding.patches as Patches;
  const channels = config.size('num_channels', 3);
  if (preprocessor !== null && !isRecord(preprocessor)) throw wrong('', 'an object', preprocessor);
  const given = (preprocessor ?? {}) as Record<string, any>;
  const whole = { height: height * down, width: width * across };
  const square = !config.type.startsWith('dinov2');
  const resize = given.do_resize === false ? null : (sizeOf('size', given.size, square) ?? whole);
  const crops = given.do_center_crop === true || (!square && given.do_center_crop !== false);
  const crop = crops && preprocessor ? sizeOf('crop_size', given.crop_size, true) : null;
  const isNormal = given.do_normalize !== false;
  const each = (name: 'image_mean' | 'image_std', none: number) =>
    isNormal
      ? numbersOf(name, given[name], channels)
      : Array.from({ length: channels }, () => none);
  const std = each('image_std', 1);
  if (std.includes(0)) throw wrong('image_std', 'numbers that are not 0', 0);
  return Object.freeze({
    ...{ channels, patch: { height, width }, grid: { down, across } },
    first: [
      ...FIRST.slice(0, first.length),
      ...Array.from({ length: registers?.count ?? 0 }, () => 'register' as const),
    ],
    ...{ resize, crop: crop && 'height' in crop ? crop : null },
    resample: RESAMPLES.find((_, number) => number === given.resample) ?? 'bilinear',
    scale: given.do_rescale === false ? 1 : finite('rescale_factor', given.rescale_factor, 1 / 255),
    ...{ mean: each('image_mean', 0), std, isGiven: preprocessor !== null },
  });
}

/**
 * Reads a size in all forms that such files have had.
 *
 * @param isSquare whether a number alone is both sides; else the shorter one
 * @returns null: the file has none
 */
function sizeOf(
  name: string,
  given: unknown,
  isSquare: boolean,
): { height: number; width: number } | { shortestEdge: number } | null {
  if (given === undefined || given === null) return null;
  const side = (value: unknown) => {
    if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= MOST_SIDE) {
      return Number(value);
    }
    throw wrong(name, `pixels from 1 to ${MOST_SIDE}`, value);
  };
  if (!isRecord(given)) {
    const one = side(given);
    return isSquare ? { height: one, width: one } : { shortestEdge: one };
  }
  const { height, width, shortest_edge: edge } = given as Record<string, unknown>;
  return edge === undefined || edge === null
    ? { height: side(height), width: side(width) }
    : { shortestEdge: side(edge) };
}

/** Reads a number for each channel, or one for all. */
function numbersOf(name: string, given: unknown, channels: number) {
  const all = Array.isArray(given) ? given : Array.from({ length: channels }, () => given);
  const taken = all.length === 1 ? Array.from({ length: channels }, () => all[0]) : all;
  if (taken.length !== channels) throw wrong(name, `${channels} numbers`, `${taken.length}`);
  return taken.map((one) => finite(name, one, 0.5));
}

/** @param none the default */
function finite(name: string, value: unknown, none: number) {
  if (value === undefined || value === null) return none;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(name, 'a finite number', value);
}

function wrong(name: string, expected: string, got: unknown) {
  const what = typeof got === 'string' ? quote(got) : typeof got === 'number' ? got : typeof got;
  return new HeadwiseError('format', `${FILE}: ${name}: expected ${expected}, got ${what}`);
}

/**
 * The model's pixels of an image, whose bytes are red, green, blue and alpha, as in a canvas.
 *
 * @returns (channels, height, width)
 */
export function pixelsOf({ channels, scale, mean, std }: ImageInput, image: unknown): FloatTensor {
  if (typeof image !== 'object' || image === null) {
    throw wrongKind('image', '{ data, width, height } as ImageData', image);
  }
  const { data, width, height } = image as Record<string, any>;
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
  return new Tensor(values, [channels, height, width]);
}

function greyAt(data: ArrayLike<number>, at: number) {
  const sum = GREY.reduce((total, part, channel) => total + part * data[at + channel], 1 << 15);
  return sum >> 16;
}
