// Masks. The property's name says what the values mean; each broadcasts to (B, H, L, S). Data stay as they are: strides say
// how to step in them.

import { formatShape, wrongKind, wrongShape } from './errors.js';
import { isRecord, optionNames, readNested } from './options.js';
import { looksLikeTensor, toBooleans, toTensor } from './tensor.js';

/** @import { Sizes } from './attention-options.js' */
/** @import { Precision } from './tensor.js' */

/**
 * The value for query i and key j of head h in batch entry b is
 * `data[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]]`.
 *
 * @typedef {{ strides: [number, number, number, number] } & (
 *   | { kind: 'attend' | 'ignore', data: Uint8Array }
 *   | { kind: 'bias', data: Float32Array })} CheckedMask
 */

const MASK = optionNames('attend', 'ignore', 'bias');
const KEY_PADDING = optionNames('attend', 'ignore');

/**
 * @param {unknown} value one mask, or an array of masks that all apply
 * @param {Sizes} sizes
 * @param {Precision} precision
 * @returns {CheckedMask[]}
 */
export function checkMasks(value, sizes, precision) {
  if (!Array.isArray(value)) return [checkMask(value, 'mask', sizes, precision)];
  return Array.from(value, (mask, index) => checkMask(mask, `mask[${index}]`, sizes, precision));
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {Sizes} sizes
 * @param {Precision} precision
 * @returns {CheckedMask}
 */
function checkMask(value, name, sizes, precision) {
  const [kind, given] = readOnly(value, name, MASK, '{ attend }, { ignore } or { bias }');
  const { batched, batch, numHeads, queryLen, pastLen, keyLen } = sizes;
  const target = [batch, numHeads, queryLen, pastLen + keyLen].slice(batched ? 0 : 1);
  if (kind === 'bias') {
    const { data, shape } = toTensor(given, `${name}.bias`, precision);
    return { kind, data, strides: spread(shape, `${name}.bias`, target) };
  }
  const { data, shape } = toBooleans(given, `${name}.${kind}`);
  return { kind, data, strides: spread(shape, `${name}.${kind}`, target) };
}

/**
 * @param {unknown} value
 * @param {Sizes} sizes
 * @returns {CheckedMask}
 */
export function checkKeyPadding(value, sizes) {
  const [kind, given] = readOnly(value, 'keyPaddingMask', KEY_PADDING, '{ attend } or { ignore }');
  const name = `keyPaddingMask.${kind}`;
  const { data, shape } = toBooleans(given, name);
  const keys = sizes.pastLen + sizes.keyLen;
  const perEntry = sizes.batched && shape.length === 2 && shape[0] === sizes.batch;
  if (!(perEntry || shape.length === 1) || shape[shape.length - 1] !== keys) {
    const either = sizes.batched ? `${formatShape([sizes.batch, keys])} or ` : '';
    throw wrongShape(name, `shape ${either}${formatShape([keys])}`, shape);
  }
  return { kind, data, strides: [perEntry ? keys : 0, 0, 0, 1] };
}

/**
 * @template {string} Kind
 * @param {unknown} value
 * @param {string} name
 * @param {Readonly<Record<Kind, unknown>>} known
 * @param {string} expected
 * @returns {[Kind, unknown]} the one property that is there
 */
function readOnly(value, name, known, expected) {
  if (!isRecord(value) || looksLikeTensor(value)) throw wrongKind(name, expected, value);
  const given = readNested(value, name, known);
  const kinds = /** @type {Kind[]} */ (Object.keys(known)).filter(
    (kind) => given[kind] !== undefined,
  );
  if (kinds.length !== 1) {
    throw new TypeError(
      `${name}: expected exactly one of ${expected}, got ${kinds.join(' and ') || 'none'}`,
    );
  }
  return [kinds[0], given[kinds[0]]];
}

/**
 * @param {readonly number[]} shape
 * @param {string} name
 * @param {readonly number[]} target what it is broadcast to, right-aligned
 * @returns {[number, number, number, number]}
 */
function spread(shape, name, target) {
  /** @type {[number, number, number, number]} */
  const strides = [0, 0, 0, 0];
  let fits = shape.length <= target.length;
  let stride = 1;
  for (let back = 1; fits && back <= shape.length; back++) {
    const size = shape[shape.length - back];
    if (size === target[target.length - back] && size !== 1) strides[4 - back] = stride;
    else fits = size === 1;
    stride *= size;
  }
  if (!fits) throw wrongShape(name, `a shape that broadcasts to ${formatShape(target)}`, shape);
  return strides;
}
