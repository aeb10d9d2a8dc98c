// Small models of goldens with larger matrices, of numbers that look drawn at random: files that are read in several requests.

import { writeSafetensors } from 'headwise/formats';

/**
 * @param {import('../../golden/models/read.js').ModelGolden} golden
 * @param {object} options
 * @param {Record<number, number>} options.sizes the size that takes the place of a size
 * @param {Record<string, number>} options.config the sizes in config.json
 * @param {readonly string[]} options.order beginnings of the tensors' names, in the order of the file
 * @returns {Record<string, Uint8Array<ArrayBuffer>>} the model's files
 */
export function enlarged({ configText, tensors }, { sizes, config, order }) {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648 - 0.5;
  const placeOf = (/** @type {string} */ name) => order.findIndex((one) => name.startsWith(one));
  const names = Object.keys(tensors).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  const large = names.map((name) => {
    const shape = tensors[name].shape.map((size) => sizes[size] ?? size);
    const count = shape.reduce((all, size) => all * size, 1);
    return [name, { data: Float32Array.from({ length: count }, () => next() / 8), shape }];
  });
  const text = JSON.stringify({ ...JSON.parse(configText), ...config });
  return {
    'config.json': new TextEncoder().encode(text),
    'model.safetensors': writeSafetensors(Object.fromEntries(large)),
  };
}
