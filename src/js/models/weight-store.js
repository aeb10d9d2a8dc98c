// From the tensors of a file to those that a description asks for: finds them under whatever prefix they have, takes the
// part that is meant, and puts them into the core as they are stored.

import { HeadwiseError } from '../arguments/errors.js';
import { toFloat32 } from '../formats/stored.js';
import { STORED } from './engine.js';
import { asFloats, putBack, someRows, transposed } from './tensor-slice.js';

/** @import { Dtype, StoredTensor } from '../formats/stored.js' */
/** @import { LayerNorm } from '../types/models.js' */
/** @import { Linear, Norm, Part, Ref, Tie } from './description.js' */
/** @import { Buffer, ModelEngine, Weights } from './engine.js' */

/** Weights of another quantisation than GGUF's: a tensor of integers is no weight. */
const INTEGERS = /^([IU]\d+|BOOL)$/;
/** The prefix of a model's names inside a larger model. */
const HEADS = ['', 'model.', 'language_model.', 'language_model.model.', 'model.language_model.'];

/**
 * Where the tensors come from.
 *
 * @typedef {object} TensorSource
 * @property {readonly string[]} names
 * @property {(name: string) => Promise<StoredTensor>} read
 * @property {(name: string) => string} [nameInFile] where the file has other names
 * @property {(name: string) => boolean} [isHarmless] which tensors, by their names in the file, change nothing; without it
 *   none is refused
 *
 * @typedef {object} Loaded the weights in the core
 * @property {string} name of the tensor in the file
 * @property {Part} part
 * @property {number[]} shape of the tensor in the file
 * @property {() => Float32Array} values of the part
 */

export class WeightStore {
  #engine;
  #source;
  #prefix;
  #asFloats;
  /** @type {Set<string>} */
  #names;
  /** @type {Map<string, Weights>} */
  #matrices = new Map();
  /** @type {Map<string, Buffer>} */
  #vectors = new Map();
  /** @type {Map<string, { data: Float32Array<ArrayBuffer>, shape: number[] }>} */
  #floats = new Map();
  /** @type {Loaded[]} */
  #loaded = [];
  /** What matrices, vectors and floats are found by, for parts of tensors. @type {WeakMap<Part, string>} */
  #keys = new WeakMap();
  /** Names that mean another. @type {Map<string, string>} */
  #ties = new Map();
  /** Names in the file of tensors that it has twice. @type {Set<string>} */
  #twice = new Set();

  /**
   * @param {ModelEngine} engine
   * @param {TensorSource} source
   * @param {string} anchor a tensor that has the prefix of all
   * @param {boolean} asFloats whether everything is unpacked once
   */
  constructor(engine, source, anchor, asFloats) {
    this.#engine = engine;
    this.#source = source;
    this.#asFloats = asFloats;
    this.#names = new Set(source.names);
    this.#prefix = prefixOf(source.names, anchor);
  }

  /** Names of tensors that were asked for. */
  get used() {
    return [...new Set(this.#loaded.map(({ name }) => name))];
  }

  /** Names in the file of the tensors that nothing asked for. */
  get unused() {
    const used = new Set(this.used);
    const names = this.#source.names.filter((name) => !used.has(name));
    return names.map((name) => this.#nameInFile(name));
  }

  /** @param {string} name in the file */
  withoutPrefix(name) {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  /** @param {string} name */
  has(name) {
    return this.#find(name) !== null;
  }

  /** Whether the file has a tensor again under another name. @param {string} name in the file */
  isTwice(name) {
    return this.#twice.has(name);
  }

  /**
   * Two names become one tensor, whichever the file has; where it has both, they stay apart unless they are equal, as in
   * transformers.
   *
   * @param {Tie} tie
   */
  async tie([name, as]) {
    const [one, other] = [this.#find(name), this.#find(as)];
    if (one === null || other === null) {
      if (one === other || one === null) this.#ties.set(name, as);
      else this.#ties.set(as, name);
      return;
    }
    if (one === other) return;
    const [a, b] = [await this.#source.read(one), await this.#source.read(other)];
    const isSame = a.dtype === b.dtype && String(a.shape) === String(b.shape);
    if (!isSame || !a.data.every((byte, i) => byte === b.data[i])) return;
    this.#twice.add(one);
    this.#ties.set(name, as);
  }

  /** Puts a matrix into the core. @param {Ref} ref */
  async loadMatrix(ref) {
    const key = this.#keyOf(ref);
    if (this.#matrices.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const [rows, columns] = [tensor.shape[0], product(tensor.shape.slice(1))];
    const made = this.#engine.store(tensor.dtype, rows, columns, tensor.data);
    this.#matrices.set(key, made);
    this.#loaded.push({ ...from, values: () => this.#engine.unpack(made) });
  }

  /** Puts numbers in a row, as float32, into the core. @param {Ref} ref */
  async loadVector(ref) {
    const key = this.#keyOf(ref);
    if (this.#vectors.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const values = toFloat32(tensor);
    const { plus = 0 } = asPart(ref);
    for (let i = 0; plus !== 0 && i < values.length; i++) values[i] += plus;
    this.#vectors.set(key, this.#engine.put(`weights ${key}`, values));
    this.#loaded.push({ ...from, values: () => values.map((value) => value - plus) });
  }

  /** Keeps numbers here. @param {Ref} ref */
  async loadFloats(ref) {
    const key = this.#keyOf(ref);
    if (this.#floats.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const data = toFloat32(tensor);
    this.#floats.set(key, { data, shape: tensor.shape });
    this.#loaded.push({ ...from, values: () => data });
  }

  /** @param {Ref} ref @returns {Weights} */
  matrix(ref) {
    return /** @type {Weights} */ (this.#matrices.get(this.#keyOf(ref)));
  }

  /** @param {Ref} ref @returns {Buffer} */
  vector(ref) {
    return /** @type {Buffer} */ (this.#vectors.get(this.#keyOf(ref)));
  }

  /** @param {Ref} ref */
  floats(ref) {
    return /** @type {{ data: Float32Array<ArrayBuffer>, shape: number[] }} */ (
      this.#floats.get(this.#keyOf(ref))
    );
  }

  /** @param {Linear} linear */
  linear({ weight, bias }) {
    return { weight: this.matrix(weight), bias: bias === null ? null : this.vector(bias) };
  }

  /** The same as float32. @param {Linear} linear */
  linearNumbers(linear) {
    const { weight, bias } = this.linear(linear);
    return {
      weight: { data: this.#engine.unpack(weight), shape: [weight.rows, weight.columns] },
      bias: bias && row(this.#engine.read(bias, weight.rows)),
    };
  }

  /** The parameters of a norm, as float32. @param {Norm} norm @returns {LayerNorm} */
  normNumbers({ form, gain, shift, epsilon }) {
    const numbers = (/** @type {Ref | null} */ ref) => {
      if (ref === null) return null;
      const buffer = this.vector(ref);
      return row(this.#engine.read(buffer, buffer.size));
    };
    return { type: form, epsilon, weight: numbers(gain), bias: numbers(shift) };
  }

  /** The name in the file. @param {Ref} ref */
  nameOf(ref) {
    const { name } = asPart(ref);
    return this.#nameInFile(this.#find(name) ?? name);
  }

  /** @param {string} name */
  #nameInFile(name) {
    return this.#source.nameInFile?.(name) ?? name;
  }

  /** @param {Norm} norm */
  norm({ form, gain, shift, epsilon }) {
    return {
      form,
      epsilon,
      gain: gain === null ? null : this.vector(gain),
      shift: shift === null ? null : this.vector(shift),
    };
  }

  /**
   * The model's tensors, as float32, under the names and in the shapes of the file.
   *
   * @returns {Record<string, { data: Float32Array, shape: number[] }>}
   */
  all() {
    /** @type {Record<string, { data: Float32Array, shape: number[] }>} */
    const all = {};
    for (const { name, part, shape, values } of this.#loaded) {
      all[name] ??= { data: new Float32Array(product(shape)), shape };
      putBack(all[name].data, shape, part, values());
    }
    return all;
  }

  /** @param {Ref} ref */
  #keyOf(ref) {
    if (typeof ref === 'string') return this.#meant(ref);
    let key = this.#keys.get(ref);
    if (key === undefined) {
      key = JSON.stringify({ ...ref, name: this.#meant(ref.name) });
      this.#keys.set(ref, key);
    }
    return key;
  }

  /** @param {string} name */
  #meant(name) {
    for (let next = this.#ties.get(name); next !== undefined; next = this.#ties.get(name))
      name = next;
    return name;
  }

  /** @param {string} given @returns {string | null} as the file has it */
  #find(given) {
    const name = this.#meant(given);
    const older = name.replace(/\.weight$/, '.gamma').replace(/\.bias$/, '.beta'); // of norms, from TensorFlow
    for (const one of [name, older]) {
      for (const full of [this.#prefix + one, one]) if (this.#names.has(full)) return full;
      for (const head of HEADS) if (this.#names.has(head + one)) return head + one;
    }
    return null;
  }

  /** @param {Ref} ref */
  async #take(ref) {
    const part = asPart(ref);
    const name = this.#find(part.name);
    if (name === null) {
      const like = nearest(part.name, this.#source.names);
      throw new HeadwiseError(
        'format',
        `${this.#prefix}${part.name}: expected this tensor in the file, got none of that name${like}`,
      );
    }
    let tensor = await this.#source.read(name);
    const { dtype, shape } = tensor;
    if (INTEGERS.test(dtype)) {
      const expected = 'numbers with a fraction, or blocks of GGUF';
      throw new HeadwiseError(
        'unsupported',
        `${name}: expected ${expected}, got ${dtype}, which needs scales that stand elsewhere`,
      );
    }
    if (!STORED.includes(tensor.dtype) || this.#asFloats) tensor = asFloats(tensor);
    if (part.transposed) tensor = transposed(tensor);
    if (part.rows) tensor = someRows(tensor, part.rows, name);
    return { name, part, shape, tensor };
  }
}

/** @param {Float32Array} data */
const row = (data) => ({ data, shape: [data.length] });

/** @param {Ref} ref @returns {Part} */
function asPart(ref) {
  return typeof ref === 'string' ? { name: ref } : ref;
}

/**
 * @param {readonly string[]} names
 * @param {string} anchor
 */
function prefixOf(names, anchor) {
  const found = names
    .filter((name) => name === anchor || name.endsWith(`.${anchor}`))
    .sort((a, b) => a.length - b.length);
  return found.length ? found[0].slice(0, found[0].length - anchor.length) : '';
}

/** @param {readonly number[]} shape */
function product(shape) {
  return shape.reduce((all, size) => all * size, 1);
}

/**
 * The first names that end as the one that is missing does.
 *
 * @param {string} name
 * @param {readonly string[]} names
 */
function nearest(name, names) {
  const end = name.slice(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  const like = names.filter((one) => one.endsWith(end)).slice(0, 3);
  return like.length
    ? `; it has ${like.join(', ')}`
    : `; it begins with ${names.slice(0, 3).join(', ')}`;
}
