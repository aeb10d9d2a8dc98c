// Reads the data of generate.py: the changes of config.json of each family, and the result of
// transformers for each change.

import { readdir } from 'node:fs/promises';
import { readArrays } from '../../../src/js/formats/safetensors.ts';
import { read } from '../../conformance/read.js';
import { unpack } from '../support/golden.js';

/**
 * A change: the field that it is about, fields as they become, fields that are gone, and the number of its result.
 *
 * @typedef {[field: string, also: Record<string, unknown>, gone: string[], result: number]} Change
 *
 * @typedef {object} Changed a model of ../models, by its name
 * @property {string} case
 * @property {'newer' | 'older'} words of config.json
 * @property {Change[]} changes
 *
 * @typedef {{ size: number, largest: number, places: number[], values: Float32Array }} Sample of a tensor
 *
 * @typedef {object} Family
 * @property {string} family
 * @property {string} version of torch and transformers
 * @property {Changed[]} cases
 * @property {(result: number) => Record<string, Sample>} samples by the tensor's name
 */

const FOLDER = new URL('families/', import.meta.url);
const ABOUT = 2; // numbers before the values: the tensor's size and its largest number

/** @returns {Promise<Family[]>} */
export async function readConfigFields() {
  const files = (await readdir(FOLDER)).sort();
  return Promise.all(files.map(readFamily));
}

/** @param {string} file @returns {Promise<Family>} */
async function readFamily(file) {
  const bytes = await unpack(await read(`golden/config-fields/families/${file}`));
  const { tensors, metadata } = readArrays(bytes);
  const { stored, ...about } = JSON.parse(metadata.about);
  const { results, places } =
    /** @type {Record<string, { data: Float32Array, shape: number[] }>} */ (tensors);
  const width = results.shape[1];
  return {
    ...about,
    samples(result) {
      /** @type {Record<string, Sample>} */
      const samples = {};
      let at = result * width;
      for (const [name, count] of Object.entries(stored)) {
        const [size, largest] = results.data.subarray(at, at + ABOUT);
        const values = results.data.subarray(at + ABOUT, at + ABOUT + count);
        const where = Array.from(places.data.subarray(0, count), (place) =>
          Math.floor(place * size),
        );
        if (size > 0) samples[name] = { size, largest, places: where, values };
        at += ABOUT + count;
      }
      return samples;
    },
  };
}
