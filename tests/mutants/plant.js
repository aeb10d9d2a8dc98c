// Plants faults in the text of the core: each is a few edits, whose places cpp.js finds.

import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { root } from '../../src/build/tools/paths.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';
import attention from './attention.js';
import call from './call.js';
import { definitionsIn, placeOf } from './cpp.js';
import kept from './kept.js';
import layer from './layer.js';
import transformer from './transformer.js';

/**
 * @typedef {import('./cpp.js').Edit} Edit
 * @typedef {import('./cpp.js').Definition} Definition
 * @typedef {Readonly<Record<string, readonly Edit[]>>} Mutants names of faults, and the edits that make them
 *
 * @typedef {object} Planted
 * @property {string} name of the mutant
 * @property {Map<string, string>} texts of the files that it changes
 */

const FOLDERS = ['src/core', 'src/kernels', 'src/parallel', 'src/session', 'src/transformer'];

/** @type {Mutants} */
export const mutants = { ...attention, ...call, ...kept, ...layer, ...transformer };

/** @returns {Promise<Definition[]>} all functions and constants of the core */
export async function definitions() {
  const files = (await Promise.all(FOLDERS.map((name) => filesBelow(join(root, name))))).flat();
  const sources = files.filter((file) => ['.cpp', '.h'].includes(extname(file)));
  const found = sources.map(async (file) =>
    definitionsIn(relative(root, file).split(sep).join('/'), await readFile(file, 'utf8')),
  );
  return (await Promise.all(found)).flat();
}

/**
 * @param {readonly Definition[]} known
 * @param {string} name of a mutant
 * @returns {Planted}
 * @throws {Error} that says which edit has no place, or more than one
 */
export function plant(known, name) {
  const places = mutants[name].map((edit) => placeOf(known, edit));
  const texts = new Map(known.map(({ file, text }) => [file, text]));
  /** @type {Map<string, string>} */
  const changed = new Map();
  // from the end, so that the places before an edit stay where they are
  for (const { file, start, end, put } of places.sort((a, b) => b.start - a.start)) {
    const text = changed.get(file) ?? texts.get(file) ?? '';
    changed.set(file, text.slice(0, start) + put + text.slice(end));
  }
  return { name, texts: changed };
}
