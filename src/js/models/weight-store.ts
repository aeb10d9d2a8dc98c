// Binds a model's tensors by canonical name, each once: finds a tensor by its name in the file, checks the shape of the meant
// part, and reserves its place in the core. The result is a handle. Numbers are read later, in the order of binding.

import { formatShape, HeadwiseError } from '../arguments/errors.ts';
import { toFloat32 } from '../formats/stored.ts';
import { STORED } from './model-engine.ts';
import { nameInFile } from './families/graph.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Entry } from '../formats/entry.ts';
import type { StoredValues } from '../formats/stored.ts';
import type { LayerNorm } from '../types/models.ts';
import type { Description, Linear, Norm, Part, Ref, Tie } from './description.ts';
import type { Buffer, ModelEngine, Weights } from './model-engine.ts';

/** Dtypes of weights that are quantised otherwise than by GGUF: integers, which need scales. */
const INTEGERS = /^([IU]\d+|BOOL)$/;
/** Prefixes of a model's names inside a larger model. */
const HEADS = ['', 'model.', 'language_model.', 'language_model.model.', 'model.language_model.'];
/** Rows of a table that are read at the same time. */
const AT_ONCE = 16;
/** Bytes of a number, for dtypes without blocks. */
const BYTES = { F32: 4, F16: 2, BF16: 2 } as Record<string, number>;

/** The tensors of a model's files. */
export interface TensorSource {
  names: readonly string[];
  /** what the file says of a tensor, without its numbers */
  headerOf: (name: string) => Header;
  /** reads a row of a matrix, (1, columns); null: rows cannot be read alone */
  rowsOf: (name: string) => ((row: number) => Promise<StoredValues>) | null;
  read: (name: string) => Promise<StoredValues>;
  /** whether an unread tensor changes no result, by its name in the file; without this function the family says it */
  isHarmless?: (name: string) => boolean;
}

type Header = Pick<StoredValues, 'dtype' | 'shape'> & Place;
/** where a file has a tensor's bytes, if it has them as they are */
type Place = { file?: string } & Partial<Pick<Entry, 'begin' | 'end' | 'strides'>>;

/** Shape of a matrix, and its number of elements. */
export interface Size {
  rows: number;
  columns: number;
  count: number;
}

/** Checks a shape: returns nothing, or the expected and the found one. */
export type Check = (size: Size) => readonly [expected: string, got: string | number] | undefined;

type Floats = { data: Float32Array<ArrayBuffer>; shape: number[] };

/** matrix: in the core, as stored; vector: in the core, float32; floats: in JavaScript, float32 */
interface Handles {
  matrix: Weights;
  vector: Buffer;
  floats: Floats;
}

/** a bound tensor, or a bound part of one */
interface Bound {
  /** name of the tensor in the file */
  name: string;
  part: Part;
  /** shape of the tensor in the file */
  shape: number[];
  size: Size;
  handle: Handles[keyof Handles];
  /** puts the part's numbers in their place */
  write: (tensor: StoredValues) => void;
  /** numbers of the part */
  values: () => Float32Array;
}

export class WeightStore {
  #engine;
  #source;
  #names;
  #prefix;
  #asFloats;
  #said;
  #inFile: Set<string>;
  /** Handles of bound tensors, by the reference in the description. */
  #handles: Map<Ref, Handles[keyof Handles]> = new Map();
  /** Bound tensors in the order of binding, by kind, name and part. */
  #bound: Map<string, Bound> = new Map();
  /** Bound tensors in the order of reading. */
  #order: Bound[] = [];
  #loaded = 0;
  /** Tables that are read after all other tensors, and the rows of them that are there. */
  #tables: Map<
    Weights,
    { bound: Bound; readRow: (row: number) => Promise<StoredValues>; rows: Set<number> }
  > = new Map();
  /** Names in the file, without prefix, each with the name of the same tensor. */
  #ties: Map<string, string> = new Map();
  /** Names in the file of tensors that equal another. */
  #twice: Set<string> = new Set();

  /**
   * @param asFloats whether everything is converted to float32
   * @param said the sizes of config.json, for errors
   */
  constructor(
    engine: ModelEngine,
    source: TensorSource,
    { names, anchor }: Description,
    asFloats: boolean,
    said: string,
  ) {
    this.#engine = engine;
    this.#source = source;
    this.#names = names;
    this.#asFloats = asFloats;
    this.#said = said;
    this.#inFile = new Set(source.names);
    this.#prefix = prefixOf(source.names, nameInFile(names, anchor));
  }

  /** Names of bound tensors. */
  get used() {
    return [...new Set([...this.#bound.values()].map(({ name }) => name))];
  }

  /** Names of the tensors that were not bound. */
  get unused() {
    const used = new Set(this.used);
    return this.#source.names.filter((name) => !used.has(name));
  }

  withoutPrefix(name: string) {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  /** The first of some tensors that the file lacks, by its name without the prefix. */
  missingOf(refs: readonly Ref[]) {
    const missing = refs.find((ref) => this.#find(asPart(ref).name) === null);
    return missing === undefined ? undefined : nameInFile(this.#names, asPart(missing).name);
  }

  /** Whether the file has a copy of a tensor under another name. */
  isTwice(name: string) {
    return this.#twice.has(name);
  }

  /**
   * Ties two names to one tensor, under the name that the file has. If it has both, they are tied only if they are equal, as in
   * transformers.
   */
  async tie(tie: Tie) {
    const [name, as] = tie.map((one) => nameInFile(this.#names, one));
    const [one, other] = tie.map((name) => this.#find(name));
    if (one === null || other === null) {
      if (one === other || one === null) this.#ties.set(name, as);
      else this.#ties.set(as, name);
      return;
    }
    if (one === other) return;
    const [kind, like] = [this.#source.headerOf(one), this.#source.headerOf(other)];
    if (kind.dtype !== like.dtype || String(kind.shape) !== String(like.shape)) return;
    if (!isOnePlace(kind, like)) {
      const [a, b] = [await this.#source.read(one), await this.#source.read(other)];
      if (!a.data.every((byte, i) => byte === b.data[i])) return;
    }
    this.#twice.add(one);
    this.#ties.set(name, as);
  }

  /** How many tensors are to be read, in the order of binding. */
  get count() {
    return this.#order.length;
  }

  /**
   * Binds a table of which a run needs a few rows. They are read when a run needs them, and the whole table when endTables()
   * lets it follow.
   */
  bindTable(ref: Ref, check: Check): Size {
    const count = this.#order.length;
    const size = this.bind('matrix', ref, check);
    const name = this.nameOf(ref);
    const readRow = typeof ref === 'string' ? this.#source.rowsOf(name) : null;
    if (readRow && this.#order.length > count) {
      const bound = this.#order.pop() as Bound;
      this.#tables.set(bound.handle as Weights, { bound, readRow, rows: new Set() });
    }
    return size;
  }

  /** Lets the tables follow in the order of reading. */
  endTables() {
    for (const { bound } of this.#tables.values()) this.#order.push(bound);
  }

  /**
   * Reads the rows that a run needs of a table, unless they are there.
   *
   * @param ready throws if the run has been stopped
   */
  async loadRows(ref: Ref | null, rows: readonly number[], ready: () => void) {
    const handle = ref && this.matrix(ref);
    const table = handle && this.#tables.get(handle);
    if (!table) return;
    const { bound, readRow, rows: there } = table;
    const missing = [...new Set(rows)].filter((row) => !there.has(row)).sort((a, b) => a - b);
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE).map(async (row) => {
        const { data } = this.#taken(await readRow(row), bound.name, bound.part);
        ready();
        this.#engine.fill(handle, data, row, 1);
        there.add(row);
      });
      await Promise.all(some);
    }
  }

  /** Finds a tensor, checks its shape, and reserves its place, unless it is bound already. */
  bind<Kind extends keyof Handles>(kind: Kind, ref: Ref, check: Check): Size {
    const part = asPart(ref);
    const name = this.#find(part.name) ?? this.#missing(part.name);
    const { transposed: isTransposed = false, plus = 0, rows = 'all', paired = 0 } = part;
    const key = `${kind} ${name} ${isTransposed} ${plus} ${rows} ${paired}`;
    const known = this.#bound.get(key);
    const meant = known ? null : this.#meant(name, part);
    const size = known?.size ?? sizeOf((meant as Meant).shape);
    const wrong = check(size) ?? meant?.wrong;
    if (wrong) throw this.#wrong(name, ...wrong);
    if (meant) {
      const { shape } = this.#source.headerOf(name);
      const bound = { name, part, shape, size, ...this.#reserve(kind, key, part, meant) };
      this.#bound.set(key, bound);
      this.#order.push(bound);
    }
    this.#handles.set(ref, (this.#bound.get(key) as Bound).handle);
    return size;
  }

  /**
   * Reads the numbers of bound tensors, in the order of binding.
   *
   * @param end how many tensors, the ones that are read already included
   */
  async load(end: number, signal?: AbortSignal) {
    for (; this.#loaded < end; this.#loaded++) {
      const { name, part, handle, write } = this.#order[this.#loaded];
      const tensor = await this.#source.read(name);
      signal?.throwIfAborted();
      write(this.#taken(tensor, name, part));
      this.#tables.delete(handle as Weights);
    }
  }

  matrix(ref: Ref): Weights {
    return this.#handles.get(ref) as Weights;
  }

  vector(ref: Ref): Buffer {
    return this.#handles.get(ref) as Buffer;
  }

  floats(ref: Ref): Floats {
    return this.#handles.get(ref) as Floats;
  }

  /** The factors of a part's output, (width); null: there are none. */
  factors(layerScale: Ref | number | null = null, width: number) {
    if (layerScale === null) return null;
    if (typeof layerScale !== 'number') return this.floats(layerScale).data;
    return new Float32Array(width).fill(layerScale);
  }

  linear({ weight, bias }: Linear) {
    return { weight: this.matrix(weight), bias: bias === null ? null : this.vector(bias) };
  }

  /** A linear map's parameters as float32. */
  linearNumbers(linear: Linear) {
    const { weight, bias } = this.linear(linear);
    return {
      weight: new Tensor(this.#engine.unpack(weight), [weight.rows, weight.columns]),
      bias: bias && row(this.#engine.read(bias, weight.rows)),
    };
  }

  norm({ form, gain, shift, epsilon }: Norm) {
    return {
      form,
      epsilon,
      gain: gain === null ? null : this.vector(gain),
      shift: shift === null ? null : this.vector(shift),
    };
  }

  /** A norm's parameters as float32. */
  normNumbers({ form, gain, shift, epsilon }: Norm): LayerNorm {
    const numbers = (ref: Ref | null) => {
      if (ref === null) return null;
      const buffer = this.vector(ref);
      return row(this.#engine.read(buffer, buffer.size));
    };
    return { type: form, epsilon, weight: numbers(gain), bias: numbers(shift) };
  }

  /** A tensor's name in the file. */
  nameOf(ref: Ref) {
    const { name } = asPart(ref);
    return this.#find(name) ?? nameInFile(this.#names, name);
  }

  /** The model's tensors as float32, with the file's names and shapes. */
  all(): Record<string, Tensor> {
    const all: Record<string, Tensor> = {};
    for (const { name, part, shape, values } of this.#bound.values()) {
      all[name] ??= new Tensor(new Float32Array(sizeOf(shape).count), shape);
      putBack(all[name].data, shape, part, values());
    }
    return all;
  }

  /** @returns the name in the file; null: the file has no such tensor */
  #find(canonical: string): string | null {
    let name = nameInFile(this.#names, canonical);
    for (let next = this.#ties.get(name); next !== undefined; next = this.#ties.get(name))
      name = next;
    const older = name.replace(/\.weight$/, '.gamma').replace(/\.bias$/, '.beta'); // of norms, from TensorFlow
    for (const one of [name, older]) {
      for (const full of [this.#prefix + one, one]) if (this.#inFile.has(full)) return full;
      for (const head of HEADS) if (this.#inFile.has(head + one)) return head + one;
    }
    return null;
  }

  #missing(canonical: string): never {
    const name = nameInFile(this.#names, canonical);
    const like = nearest(name, this.#source.names);
    throw new HeadwiseError(
      'format',
      `${this.#prefix}${name}: expected this tensor in the file, got none of that name${like}`,
    );
  }

  /** The meant part of a tensor, by what the file says of it. */
  #meant(name: string, { transposed: isTransposed, rows, whole }: Part): Meant {
    const { dtype: stored, shape: all } = this.#source.headerOf(name);
    if (INTEGERS.test(stored)) {
      const expected = 'numbers with a fraction, or blocks of GGUF';
      throw new HeadwiseError(
        'unsupported',
        `${name}: expected ${expected}, got ${stored}, which needs scales from another tensor`,
      );
    }
    const isKept = this.#isKept(stored) && (!isTransposed || Object.hasOwn(BYTES, stored));
    const dtype = isKept ? stored : 'F32';
    if (isTransposed && all.length !== 2) {
      return { dtype, shape: all, wrong: ['a matrix', `a tensor of shape ${formatShape(all)}`] };
    }
    const shape = isTransposed ? [...all].reverse() : all;
    if (!rows) return { dtype, shape };
    const [first, end] = someRows(shape, rows, name);
    const part = { dtype, shape: [end - first, ...shape.slice(1)] };
    const size = sizeOf(shape);
    if (whole === undefined || whole === size.rows) return part;
    const wrong: ReturnType<Check> =
      all.length > 1
        ? [shapeOf({ ...size, rows: whole }), shapeOf(size)]
        : [`${whole} numbers`, size.rows];
    return { ...part, wrong };
  }

  /** Whether a tensor stays in its dtype. */
  #isKept(dtype: string) {
    return STORED.includes(dtype) && !this.#asFloats;
  }

  /** The meant part of a tensor's numbers. */
  #taken(stored: StoredValues, name: string, { transposed: isTransposed, rows, paired }: Part) {
    let tensor = this.#isKept(stored.dtype) ? stored : asFloats(stored);
    if (isTransposed) tensor = transposed(tensor);
    if (rows) tensor = rows.length === 2 ? between(tensor, rows) : picked(tensor, rows);
    return paired ? picked(tensor, pairedRows(tensor.shape[0], paired)) : tensor;
  }

  #reserve(
    kind: keyof Handles,
    key: string,
    { plus = 0 }: Part,
    { dtype, shape }: Meant,
  ): Pick<Bound, 'handle' | 'write' | 'values'> {
    const engine = this.#engine;
    const { rows, columns, count } = sizeOf(shape);
    if (kind === 'matrix') {
      const handle = engine.reserve(dtype, rows, columns);
      const write = ({ data }: StoredValues) => engine.fill(handle, data);
      return { handle, write, values: () => engine.unpack(handle) };
    }
    if (kind === 'floats') {
      const handle: Floats = { data: new Float32Array(0), shape };
      const write = (tensor: StoredValues) => void (handle.data = toFloat32(tensor));
      return { handle, write, values: () => handle.data };
    }
    const handle = engine.buffer(`weights ${key}`, count);
    const write = (tensor: StoredValues) => {
      const values = toFloat32(tensor);
      for (let i = 0; plus !== 0 && i < count; i++) values[i] += plus;
      engine.core.write(handle.address, values);
    };
    return { handle, write, values: () => engine.read(handle, count).map((one) => one - plus) };
  }

  #wrong(name: string, expected: string, got: string | number) {
    const says = this.#said && `; it says ${this.#said}`;
    const text = `${name}: expected ${expected}, as the config says, got ${got}${says}`;
    return new HeadwiseError('format', text);
  }
}

/** a part of a tensor as the core stores it; wrong: the whole tensor's expected and found shape, if they differ */
type Meant = Header & { wrong?: ReturnType<Check> };

export const shapeOf = ({ rows, columns }: Pick<Size, 'rows' | 'columns'>) =>
  `${rows} rows of ${columns} numbers`;

const row = (data: Float32Array) => new Tensor(data, [data.length]);

function asPart(ref: Ref): Part {
  return typeof ref === 'string' ? { name: ref } : ref;
}

function sizeOf([rows, ...rest]: readonly number[]): Size {
  const columns = rest.reduce((all, size) => all * size, 1);
  return { rows, columns, count: rows * columns };
}

function prefixOf(names: readonly string[], anchor: string) {
  const found = names
    .filter((name) => name === anchor || name.endsWith(`.${anchor}`))
    .sort((a, b) => a.length - b.length);
  return found.length ? found[0].slice(0, found[0].length - anchor.length) : '';
}

/** The first names with the same end as the missing one. */
function nearest(name: string, names: readonly string[]) {
  const end = name.slice(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  const like = names.filter((one) => one.endsWith(end)).slice(0, 3);
  return like.length
    ? `; it has ${like.join(', ')}`
    : `; it begins with ${names.slice(0, 3).join(', ')}`;
}

function asFloats(tensor: StoredValues): StoredValues {
  const values = toFloat32(tensor);
  return { dtype: 'F32', shape: tensor.shape, data: new Uint8Array(values.buffer) };
}

/**
 * @param tensor (in, out)
 * @returns (out, in)
 */
function transposed(tensor: StoredValues): StoredValues {
  const { dtype, shape, data } = dtype4(tensor);
  const [inputs, outputs] = shape;
  const size = BYTES[dtype];
  const out = new Uint8Array(data.length);
  const from = size === 4 ? words(data, Uint32Array) : words(data, Uint16Array);
  const to = size === 4 ? new Uint32Array(out.buffer) : new Uint16Array(out.buffer);
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) to[o * inputs + i] = from[i * outputs + o];
  }
  return { dtype, shape: [outputs, inputs], data: out };
}

/** The tensor in a dtype without blocks. */
function dtype4(tensor: StoredValues) {
  return Object.hasOwn(BYTES, tensor.dtype) ? tensor : asFloats(tensor);
}

function words(data: Uint8Array, Kind: Uint32ArrayConstructor | Uint16ArrayConstructor) {
  return new Kind(data.slice().buffer);
}

/**
 * Checks that a tensor has some rows.
 *
 * @param rows two numbers are a range
 * @returns their number, as a range
 */
function someRows(shape: readonly number[], rows: readonly number[], name: string) {
  const range = rows.length === 2;
  const last = range ? rows[1] : rows.reduce((most, row) => Math.max(most, row), 0) + 1;
  const isPart = Number.isInteger(rows[0]) && Number.isInteger(last) && rows[0] >= 0;
  if (!(isPart && last > rows[0] && last <= shape[0])) {
    throw new HeadwiseError(
      'format',
      `${name}: expected at least ${last} rows, as config.json says, got ${formatShape(shape)}`,
    );
  }
  return range ? rows : [0, rows.length];
}

/** Takes a range of rows. */
function between({ dtype, shape, data }: StoredValues, [first, end]: readonly number[]) {
  const stride = data.length / shape[0];
  const some = data.subarray(first * stride, end * stride);
  return { dtype, shape: [end - first, ...shape.slice(1)], data: some };
}

function picked({ dtype, shape, data }: StoredValues, rows: readonly number[]): StoredValues {
  const stride = data.length / shape[0];
  const out = new Uint8Array(rows.length * stride);
  for (const [i, row] of rows.entries()) {
    out.set(data.subarray(row * stride, (row + 1) * stride), i * stride);
  }
  return { dtype, shape: [rows.length, ...shape.slice(1)], data: out };
}

/** The rows of the file in the core's order. @param headDim even */
function pairedRows(count: number, headDim: number) {
  return Array.from({ length: count }, (_, row) => {
    const i = row % headDim;
    return row - i + 2 * (i % (headDim / 2)) + Math.floor(i / (headDim / 2));
  });
}

/** Writes a part's numbers into the whole tensor. @param all the whole tensor */
function putBack(
  all: Float32Array,
  shape: readonly number[],
  { rows, paired, transposed: isTransposed }: Part,
  values: Float32Array,
) {
  const [first, ...rest] = shape;
  const count = isTransposed ? rest[0] : first;
  const width = all.length / count;
  const order = paired ? pairedRows(count, paired) : null;
  const places = rows ?? order ?? [0, count];
  const range = !order && places.length === 2;
  for (let i = 0; i < values.length / width; i++) {
    const row = range ? places[0] + i : places[i];
    for (let j = 0; j < width; j++) {
      all[isTransposed ? j * count + row : row * width + j] = values[i * width + j];
    }
  }
}

/** Whether two tensors are the same bytes of a file, as torch saves tensors that share their numbers. */
function isOnePlace(one: Place, other: Place) {
  const at = ({ file, begin, end, strides }: Place) => [file, begin, end, strides].join();
  return one.file !== undefined && at(one) === at(other);
}
