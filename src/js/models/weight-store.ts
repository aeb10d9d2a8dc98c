// From the tensors of a file to those that a description asks for: finds them under whatever prefix they have, takes the
// part that is meant, and puts them into the core as they are stored.

import { HeadwiseError } from '../arguments/errors.ts';
import { toFloat32 } from '../formats/stored.ts';
import { STORED } from './engine.ts';
import { asFloats, putBack, someRows, transposed } from './tensor-slice.ts';
import type { StoredTensor } from '../formats/stored.ts';
import type { LayerNorm } from '../types/models.ts';
import type { Linear, Norm, Part, Ref, Tie } from './description.ts';
import type { Buffer, ModelEngine, Weights } from './engine.ts';

/** Weights of another quantisation than GGUF's: a tensor of integers is no weight. */
const INTEGERS = /^([IU]\d+|BOOL)$/;
/** The prefix of a model's names inside a larger model. */
const HEADS = ['', 'model.', 'language_model.', 'language_model.model.', 'model.language_model.'];

/** Where the tensors come from. */
export interface TensorSource {
  names: readonly string[];
  read: (name: string) => Promise<StoredTensor>;
  /** where the file has other names */
  nameInFile?: (name: string) => string;
  /** which tensors, by their names in the file, change nothing; without it none is refused */
  isHarmless?: (name: string) => boolean;
}

/** the weights in the core */
interface Loaded {
  /** of the tensor in the file */
  name: string;
  part: Part;
  /** of the tensor in the file */
  shape: number[];
  /** of the part */
  values: () => Float32Array;
}

export class WeightStore {
  #engine;
  #source;
  #prefix;
  #asFloats;
  #names: Set<string>;
  #matrices: Map<string, Weights> = new Map();
  #vectors: Map<string, Buffer> = new Map();
  #floats: Map<string, { data: Float32Array<ArrayBuffer>; shape: number[] }> = new Map();
  #loaded: Loaded[] = [];
  /** What matrices, vectors and floats are found by, for parts of tensors. */
  #keys: WeakMap<Part, string> = new WeakMap();
  /** Names that mean another. */
  #ties: Map<string, string> = new Map();
  /** Names in the file of tensors that it has twice. */
  #twice: Set<string> = new Set();

  /**
   * @param anchor a tensor that has the prefix of all
   * @param asFloats whether everything is unpacked once
   */
  constructor(engine: ModelEngine, source: TensorSource, anchor: string, asFloats: boolean) {
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

  /** @param name in the file */
  withoutPrefix(name: string) {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  has(name: string) {
    return this.#find(name) !== null;
  }

  /**
   * Whether the file has a tensor again under another name.
   * @param name in the file
   */
  isTwice(name: string) {
    return this.#twice.has(name);
  }

  /**
   * Two names become one tensor, whichever the file has; where it has both, they stay apart unless they are equal, as in
   * transformers.
   */
  async tie([name, as]: Tie) {
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

  /** Puts a matrix into the core. */
  async loadMatrix(ref: Ref) {
    const key = this.#keyOf(ref);
    if (this.#matrices.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const [rows, columns] = [tensor.shape[0], product(tensor.shape.slice(1))];
    const made = this.#engine.store(tensor.dtype, rows, columns, tensor.data);
    this.#matrices.set(key, made);
    this.#loaded.push({ ...from, values: () => this.#engine.unpack(made) });
  }

  /** Puts numbers in a row, as float32, into the core. */
  async loadVector(ref: Ref) {
    const key = this.#keyOf(ref);
    if (this.#vectors.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const values = toFloat32(tensor);
    const { plus = 0 } = asPart(ref);
    for (let i = 0; plus !== 0 && i < values.length; i++) values[i] += plus;
    this.#vectors.set(key, this.#engine.put(`weights ${key}`, values));
    this.#loaded.push({ ...from, values: () => values.map((value) => value - plus) });
  }

  /** Keeps numbers here. */
  async loadFloats(ref: Ref) {
    const key = this.#keyOf(ref);
    if (this.#floats.has(key)) return;
    const { tensor, ...from } = await this.#take(ref);
    const data = toFloat32(tensor);
    this.#floats.set(key, { data, shape: tensor.shape });
    this.#loaded.push({ ...from, values: () => data });
  }

  matrix(ref: Ref): Weights {
    return this.#matrices.get(this.#keyOf(ref)) as Weights;
  }

  vector(ref: Ref): Buffer {
    return this.#vectors.get(this.#keyOf(ref)) as Buffer;
  }

  floats(ref: Ref) {
    return this.#floats.get(this.#keyOf(ref)) as {
      data: Float32Array<ArrayBuffer>;
      shape: number[];
    };
  }

  linear({ weight, bias }: Linear) {
    return { weight: this.matrix(weight), bias: bias === null ? null : this.vector(bias) };
  }

  /** The same as float32. */
  linearNumbers(linear: Linear) {
    const { weight, bias } = this.linear(linear);
    return {
      weight: { data: this.#engine.unpack(weight), shape: [weight.rows, weight.columns] },
      bias: bias && row(this.#engine.read(bias, weight.rows)),
    };
  }

  /** The parameters of a norm, as float32. */
  normNumbers({ form, gain, shift, epsilon }: Norm): LayerNorm {
    const numbers = (ref: Ref | null) => {
      if (ref === null) return null;
      const buffer = this.vector(ref);
      return row(this.#engine.read(buffer, buffer.size));
    };
    return { type: form, epsilon, weight: numbers(gain), bias: numbers(shift) };
  }

  /** The name in the file. */
  nameOf(ref: Ref) {
    const { name } = asPart(ref);
    return this.#nameInFile(this.#find(name) ?? name);
  }

  #nameInFile(name: string) {
    return this.#source.nameInFile?.(name) ?? name;
  }

  norm({ form, gain, shift, epsilon }: Norm) {
    return {
      form,
      epsilon,
      gain: gain === null ? null : this.vector(gain),
      shift: shift === null ? null : this.vector(shift),
    };
  }

  /** The model's tensors, as float32, under the names and in the shapes of the file. */
  all(): Record<string, { data: Float32Array; shape: number[] }> {
    const all: Record<string, { data: Float32Array; shape: number[] }> = {};
    for (const { name, part, shape, values } of this.#loaded) {
      all[name] ??= { data: new Float32Array(product(shape)), shape };
      putBack(all[name].data, shape, part, values());
    }
    return all;
  }

  #keyOf(ref: Ref) {
    if (typeof ref === 'string') return this.#meant(ref);
    let key = this.#keys.get(ref);
    if (key === undefined) {
      key = JSON.stringify({ ...ref, name: this.#meant(ref.name) });
      this.#keys.set(ref, key);
    }
    return key;
  }

  #meant(name: string) {
    for (let next = this.#ties.get(name); next !== undefined; next = this.#ties.get(name))
      name = next;
    return name;
  }

  /** @returns as the file has it */
  #find(given: string): string | null {
    const name = this.#meant(given);
    const older = name.replace(/\.weight$/, '.gamma').replace(/\.bias$/, '.beta'); // of norms, from TensorFlow
    for (const one of [name, older]) {
      for (const full of [this.#prefix + one, one]) if (this.#names.has(full)) return full;
      for (const head of HEADS) if (this.#names.has(head + one)) return head + one;
    }
    return null;
  }

  async #take(ref: Ref) {
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

const row = (data: Float32Array) => ({ data, shape: [data.length] });

function asPart(ref: Ref): Part {
  return typeof ref === 'string' ? { name: ref } : ref;
}

function prefixOf(names: readonly string[], anchor: string) {
  const found = names
    .filter((name) => name === anchor || name.endsWith(`.${anchor}`))
    .sort((a, b) => a.length - b.length);
  return found.length ? found[0].slice(0, found[0].length - anchor.length) : '';
}

function product(shape: readonly number[]) {
  return shape.reduce((all, size) => all * size, 1);
}

/** The first names that end as the one that is missing does. */
function nearest(name: string, names: readonly string[]) {
  const end = name.slice(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  const like = names.filter((one) => one.endsWith(end)).slice(0, 3);
  return like.length
    ? `; it has ${like.join(', ')}`
    : `; it begins with ${names.slice(0, 3).join(', ')}`;
}
