// Opens the compiled core of models directly, without a model: products of stored weights with rows of x.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { variantFolder } from '../../../src/build/make/core.ts';
import { STORED } from '../../../src/js/models/model-engine.ts';

/** @typedef {{ handle: any, rows: number, columns: number }} Weights */
/** @typedef {{ address: number }} Floats */

/** @param {string} variant without threads */
export async function openCore(variant) {
  const folder = variantFolder(`models/${variant}`);
  const { default: start } = await import(pathToFileURL(join(folder, 'headwise.mjs')).href);
  const bytes = await readFile(join(folder, 'headwise.wasm'));
  const wasmMemory = new WebAssembly.Memory({ initial: 64, maximum: 4096 });
  const module = await start({
    wasmMemory,
    instantiateWasm(/** @type {any} */ imports, /** @type {any} */ done) {
      WebAssembly.instantiate(bytes, imports).then((made) => done(made.instance, made.module));
      return {};
    },
  });
  const engine = new module.Engine(1, 4e6, 2 ** 28, 0);
  const operations = new module.RowOperations(engine);
  const room = (/** @type {number} */ size) => new module.FloatBuffer(engine, size);
  const view = (/** @type {Floats} */ { address }, /** @type {number} */ size) =>
    new Float32Array(wasmMemory.buffer, address, size);
  return {
    /** @param {Float32Array} values @returns {Floats} */
    floats(values) {
      const made = room(values.length);
      view(made, values.length).set(values);
      return made;
    },
    /** @param {string} kind @param {number} rows @param {number} columns @param {Uint8Array} stored @param {boolean} int8 @returns {Weights} */
    weights(kind, rows, columns, stored, int8) {
      const handle = new module.StoredWeights(engine, STORED.indexOf(kind), rows, columns, int8);
      new Uint8Array(wasmMemory.buffer, handle.address, stored.length).set(stored);
      return { handle, rows, columns };
    },
    /** x W^T, (rows, outputs). @param {Weights} weights @param {Floats} x @param {number} rows */
    multiply({ handle, rows: outputs }, x, rows) {
      const y = room(rows * outputs);
      operations.multiply(handle, 0, x.address, rows, y.address);
      return view(y, rows * outputs).slice();
    },
    /** The decoded weights, (outputs, inputs). @param {Weights} weights */
    decoded({ handle, rows, columns }) {
      const ids = room(rows);
      const out = room(rows * columns);
      new Int32Array(wasmMemory.buffer, ids.address, rows).set([...Array(rows).keys()]);
      operations.embed(handle, ids.address, rows, out.address);
      return view(out, rows * columns).slice();
    },
  };
}
