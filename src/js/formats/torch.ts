// Reads torch.save's files (.pt, .pth, .bin): a pickle that describes the tensors, and their storages. Supports the zip archive
// of torch 1.6 and later, and the older file of pickles. Reads only tensors; a whole module, which would need its code, is
// refused by name.

import { HeadwiseError } from '../arguments/errors.ts';
import { isSizes, DTYPES } from './dtypes.ts';
import { unpickle } from './pickle.ts';
import { storedTensors } from './entry.ts';
import { damaged, quote, readNow, readStart, toBytes, TooShort } from './ranges.ts';
import { zipDataReader, zipReader } from './zip.ts';
import type { Entry } from './entry.ts';
import type { Known, Names } from './pickle.ts';
import type { PlainDtype } from './dtypes.ts';
import type { Reader } from './ranges.ts';
import type { StoredTensor } from './stored.ts';

/** begin: offset in the file */
type Storage = { key: string; dtype: PlainDtype; count: number; begin?: number };

const broken = damaged('a file of torch.save');

const LARGEST_PICKLE = 2 ** 26; // bytes
/** The first number of an old file of pickles. */
const OLD_MAGIC = 0x1950a86a20f9469cfc6cn;
const OLD_PROTOCOL = 1001;
const DEEPEST = 64;
/** Bounds of what a small file can describe by dictionaries that occur at many places. */
const [MOST_TENSORS, MOST_LOOKED] = [1_000_000, 2 ** 26];

/** torch's storage classes and their dtypes. */
const STORAGES: Record<string, PlainDtype> = {
  ...{ FloatStorage: 'F32', HalfStorage: 'F16', BFloat16Storage: 'BF16', DoubleStorage: 'F64' },
  ...{ LongStorage: 'I64', IntStorage: 'I32', ShortStorage: 'I16', CharStorage: 'I8' },
  ...{ ByteStorage: 'U8', BoolStorage: 'BOOL' },
};

class Tensor {
  declare storage: Storage;
  declare offset: number;
  declare shape: number[];
  declare strides: number[];

  constructor(storage: Storage, offset: number, shape: number[], strides: number[]) {
    this.storage = storage;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }
}

/**
 * Reads a file of torch.save (.pt, .pth, .bin): a state dict, a checkpoint, or other dictionaries and lists of tensors, which
 * are named by their path, such as `model.in_proj_weight`; a dictionary at two places has its tensors under both names. Runs no
 * code of the file: a whole module is refused by name.
 *
 * @throws {TypeError} if the argument is not bytes
 * @throws {HeadwiseError} 'format' for a damaged file, for two tensors of one name, and for views with strides that
 *   would take many times the bytes of the file, 'unsupported' for other objects than tensors, and for big-endian numbers
 *
 * @example
 * const { tensors } = readTorch(await readFile('layer.pt'));
 * layer.loadStateDict(tensors);
 */
export function readTorch(file: ArrayBuffer | Uint8Array): {
  tensors: Record<string, StoredTensor>;
} {
  const bytes = toBytes(file);
  const { entries } = readNow(bytes, torchReader(bytes.length));
  return { tensors: storedTensors(bytes, entries) };
}

/**
 * Reads and locates the tensors of a file. A tensor inside dictionaries and lists is named by its path, joined by dots.
 *
 * @param size of the file
 */
export function* torchReader(
  size: number,
): Reader<{ entries: Entry[]; metadata: Record<string, string> }> {
  if (size < 4) throw broken(`expected at least 4 bytes, got ${size}`);
  const lead = yield [0, 4];
  const isZip = lead[0] === 0x50 && lead[1] === 0x4b;
  const { value } = yield* isZip ? readArchive(size) : readPickles(size);
  const entries = Array.from(tensorsIn(value), ([name, tensor]) => toEntry(name, tensor));
  return { entries, metadata: {} };
}

function* readArchive(size: number): Reader<{ value: unknown }> {
  const files = yield* zipReader(size);
  const path = [...files.keys()].find((name) => /^[^/]+\/data\.pkl$/.test(name));
  if (path === undefined) throw broken('its archive has no data.pkl');
  const folder = path.slice(0, -'data.pkl'.length);
  const order = yield* contents(`${folder}byteorder`);
  if (order && new TextDecoder().decode(order).trim() !== 'little') {
    throw new HeadwiseError(
      'unsupported',
      'file: expected little-endian numbers, got big-endian ones',
    );
  }
  const pickle = (yield* contents(path)) as Uint8Array;
  const { names, storages } = namesOf();
  let value;
  try {
    ({ value } = unpickle(pickle, 0, names, broken));
  } catch (error) {
    throw error instanceof TooShort ? broken('its pickle ends too early') : error;
  }
  for (const storage of storages.values()) {
    const name = `${folder}data/${storage.key}`;
    const file = files.get(name);
    const expected = storage.count * DTYPES[storage.dtype][0];
    if (file === undefined || file.method !== 0 || file.size !== expected) {
      throw broken(`expected ${quote(name)} with ${expected} bytes, got ${file?.size ?? 'none'}`);
    }
    storage.begin = yield* zipDataReader(file, size);
  }
  return { value };

  function* contents(name: string): Reader<Uint8Array | undefined> {
    const file = files.get(name);
    if (file === undefined) return undefined;
    if (file.method !== 0 || file.size > LARGEST_PICKLE) {
      throw broken(`expected ${quote(name)} stored, of at most ${LARGEST_PICKLE} bytes`);
    }
    const begin = yield* zipDataReader(file, size);
    return yield [begin, begin + file.size];
  }
}

function* readPickles(size: number): Reader<{ value: unknown }> {
  let found;
  try {
    found = yield* readStart(size, parsePickles);
  } catch (error) {
    throw error instanceof TooShort ? broken('it ends within its pickle') : error;
  }
  let at = found.end;
  for (const key of found.keys) {
    const storage = found.storages.get(key);
    if (storage === undefined) throw broken(`storage ${quote(key)} is not one of its tensors`);
    if (at + 8 > size) throw broken(`it ends before storage ${quote(key)}`);
    const lead = yield [at, at + 8];
    const count = new DataView(lead.buffer, lead.byteOffset).getBigInt64(0, true);
    storage.begin = at + 8;
    at += 8 + storage.count * DTYPES[storage.dtype][0];
    if (count !== BigInt(storage.count) || at > size) {
      throw broken(`expected ${storage.count} numbers of storage ${quote(key)}, got ${count}`);
    }
  }
  return found;
}

function parsePickles(bytes: Uint8Array) {
  const { names, storages } = namesOf();
  let end = 0;
  const next = () => {
    const found = unpickle(bytes, end, names, broken);
    ({ end } = found);
    return found.value;
  };
  if (bytes[0] !== 0x80 || next() !== OLD_MAGIC || next() !== OLD_PROTOCOL) {
    throw broken('it begins neither as a zip archive nor as torch’s pickles');
  }
  const system = next();
  if (!(system instanceof Map) || system.get('little_endian') !== true) {
    throw new HeadwiseError(
      'unsupported',
      'file: expected little-endian numbers, got big-endian ones',
    );
  }
  const value = next();
  const keys = next();
  if (!Array.isArray(keys) || new Set(keys).size !== keys.length) {
    throw broken('it does not list its storages');
  }
  return { value, keys, storages, end };
}

/** The names that a pickle of torch may use, and the storages that it refers to. */
function namesOf() {
  const storages: Map<string, Storage> = new Map();
  const calls: Record<string, (args: any[]) => unknown> = {
    'collections.OrderedDict': ([pairs = []]) => new Map(toPairs(pairs)),
    'torch._utils._rebuild_tensor': ([storage, offset, shape, strides]) =>
      toTensor(storage, offset, shape, strides),
    'torch._utils._rebuild_tensor_v2': ([storage, offset, shape, strides]) =>
      toTensor(storage, offset, shape, strides),
    'torch._utils._rebuild_parameter': ([tensor]) => tensor,
    'torch.Size': ([sizes = []]) => sizes,
  };
  const names: Names = {
    find(name) {
      if (Object.hasOwn(calls, name)) return { name, call: calls[name] };
      const [, kind] = /^torch\.(\w+)$/.exec(name) ?? [];
      const dtype = Object.hasOwn(STORAGES, kind) ? STORAGES[kind] : undefined;
      return dtype && { name, value: dtype };
    },
    persistent(id) {
      const [what, kind, key, , count, view] = Array.isArray(id) ? id : [];
      const dtype = (kind as Known | undefined)?.value;
      const isRight = what === 'storage' && typeof key === 'string' && isSizes([count]);
      if (!isRight || typeof dtype !== 'string' || (view ?? null) !== null) {
        throw broken('its pickle has a storage that cannot be read');
      }
      const storage = storages.get(key) ?? { key, dtype: dtype as PlainDtype, count };
      if (storage.dtype !== dtype || storage.count !== count) {
        throw broken(`storage ${quote(key)} is described in two ways`);
      }
      storages.set(key, storage);
      return storage;
    },
  };
  return { names, storages };
}

function toPairs(pairs: unknown): [unknown, unknown][] {
  if (Array.isArray(pairs) && pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) {
    return pairs;
  }
  throw broken('its pickle has a dictionary that cannot be read');
}

function toTensor(storage: any, offset: number, shape: number[], strides: number[]) {
  const isStorage = storage !== null && typeof storage === 'object' && 'count' in storage;
  const isRight = isStorage && isSizes([offset]) && isSizes(shape) && isSizes(strides);
  if (!isRight || shape.length !== strides.length || shape.length > DEEPEST) {
    throw broken('its pickle has a tensor that cannot be read');
  }
  return new Tensor(storage, offset, [...shape], [...strides]);
}

/**
 * The tensors in dictionaries and lists, each by its path. A dictionary that occurs at two places has its tensors at both; one
 * that contains itself is not entered again.
 */
function tensorsIn(root: unknown): Map<string, Tensor> {
  const tensors: Map<string, Tensor> = new Map();
  const above: Set<unknown> = new Set();
  let looked = 0;
  visit(root, []);
  return tensors;

  function visit(value: unknown, path: readonly string[]) {
    const isTensor = value instanceof Tensor;
    if (!(isTensor || value instanceof Map || Array.isArray(value)) || above.has(value)) return;
    const name = path.join('.');
    looked += name.length + (isTensor ? 0 : 1 + lengthOf(value));
    if (looked > MOST_LOOKED || (isTensor && tensors.size === MOST_TENSORS)) {
      const most = `${MOST_TENSORS} tensors, and ${MOST_LOOKED} letters of names and entries`;
      throw broken(
        `expected at most ${most}, got more: a dictionary or list counts at each of its places`,
      );
    }
    if (isTensor) return add(name || 'tensor', value);
    if (path.length === DEEPEST) {
      throw broken(`expected at most ${DEEPEST} dictionaries and lists in each other, got more`);
    }
    above.add(value);
    for (const [key, each] of value.entries()) {
      if (typeof each === 'object') visit(each, [...path, nameOf(key)]);
    }
    above.delete(value);
  }

  function add(name: string, tensor: Tensor) {
    if (tensors.has(name)) {
      const names = 'a name is a path of keys, and ? a key that is neither text nor a number';
      throw broken(`expected a name for each tensor, got ${quote(name)} twice: ${names}`);
    }
    tensors.set(name, tensor);
  }
}

const lengthOf = (value: Map<unknown, unknown> | unknown[]) =>
  value instanceof Map ? value.size : value.length;

/** @param key of a dictionary or a list */
function nameOf(key: unknown) {
  return ['string', 'number', 'bigint'].includes(typeof key) ? String(key) : '?';
}

function toEntry(name: string, { storage, offset, shape, strides }: Tensor): Entry {
  const { dtype, count, begin: start } = storage;
  if (start === undefined) throw broken(`${quote(name)}: its storage is not in the file`);
  const [size] = DTYPES[dtype];
  const numbers = shape.reduce((product, length) => product * length, 1);
  const last = shape.reduce((sum, length, axis) => sum + (length - 1) * strides[axis], offset);
  if (numbers > 0 && (last >= count || numbers > count)) {
    const text = `${quote(name)} of shape (${shape.join(', ')}) reaches number ${last} of a storage of ${count}`;
    throw broken(text);
  }
  if (numbers === 0) return { name, dtype, shape, begin: start, end: start };
  const entry = {
    name,
    dtype,
    shape,
    begin: start + offset * size,
    end: start + (last + 1) * size,
  };
  return isRowMajor(shape, strides) ? entry : { ...entry, strides };
}

function isRowMajor(shape: number[], strides: number[]) {
  let stride = 1;
  return shape.every((_, i) => {
    const axis = shape.length - 1 - i;
    const right = shape[axis] === 1 || strides[axis] === stride;
    stride *= shape[axis];
    return right;
  });
}
