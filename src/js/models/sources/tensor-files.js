// The weights of a model: every tensor of its files by name, read when asked for. Of shards too.

import { HeadwiseError } from '../../arguments/errors.js';
import { storedFrom } from '../../formats/entry.js';
import { quote, readLater } from '../../formats/ranges.js';
import { tensorsReader } from '../../formats/tensors-reader.js';
import { isWeights } from './model-folder.js';
import { readJson } from './source.js';

/** @import { Entry } from '../../formats/entry.js' */
/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { StoredTensor } from '../../formats/stored.js' */
/** @import { TensorsFormat } from '../../formats/tensors-reader.js' */
/** @import { Source } from './source.js' */

/**
 * @typedef {object} TensorFiles
 * @property {TensorsFormat} format
 * @property {string[]} files
 * @property {Map<string, Entry & { file: string }>} tensors dtype, shape and place of each; nothing of them is read yet
 * @property {Record<string, GgufValue>} metadata GGUF's: config and tokenizer
 * @property {(name: string) => Promise<StoredTensor>} read the tensor's bytes
 */

/** Which is taken where there are several, the first first. */
const USUAL = [
  'model.safetensors',
  'model.safetensors.index.json',
  'pytorch_model.bin',
  'pytorch_model.bin.index.json',
];

/**
 * @param {Source} source of a model's folder
 * @param {string} [file] which file of weights, where there are several
 * @returns {Promise<TensorFiles>}
 */
export async function openTensorFiles(source, file = chooseFile(source)) {
  const index = file.endsWith('.index.json') ? await readIndex(source, file) : undefined;
  const files = index ? [...new Set(index.values())] : [file];
  /** @type {TensorFiles['tensors']} */
  const tensors = new Map();
  /** @type {TensorsFormat} */
  let format = 'safetensors';
  /** @type {TensorFiles['metadata']} */
  let metadata = {};
  for (const name of files) {
    const found = await readTensors(source, name);
    ({ format } = found);
    metadata = { ...metadata, ...found.metadata };
    for (const entry of found.entries) {
      if (tensors.has(entry.name)) throw broken(name, `${quote(entry.name)} stands in two files`);
      tensors.set(entry.name, { ...entry, file: name });
    }
  }
  for (const [name, shard] of index ?? []) {
    if (tensors.get(name)?.file !== shard) throw broken(shard, `${quote(name)} is not in it`);
  }
  return {
    format,
    files,
    tensors,
    metadata,
    async read(name) {
      const entry = tensors.get(name);
      if (!entry) throw broken(file, `there is no tensor ${quote(name)}`);
      return storedFrom(entry, await source.readRange(entry.file, entry.begin, entry.end));
    },
  };
}

/** @param {Source} source */
function chooseFile(source) {
  const usual = USUAL.find((name) => source.has(name));
  if (usual) return usual;
  const found = source.files.filter((name) => isWeights(name) && !name.includes('/'));
  if (found.length === 1) return found[0];
  const some = found.slice(0, 6).join(', ') || 'none';
  throw new HeadwiseError('format', `source: expected one file of weights, got ${some}`);
}

/**
 * @param {Source} source
 * @param {string} name
 * @returns {Promise<Map<string, string>>} the file of each tensor
 */
async function readIndex(source, name) {
  const map = (await readJson(source, name))?.weight_map;
  const isRight = Object.prototype.toString.call(map) === '[object Object]';
  const pairs = isRight ? Object.entries(map) : [];
  if (!pairs.length || !pairs.every(([, file]) => typeof file === 'string' && isWeights(file))) {
    throw broken(name, 'expected a weight_map of names and files');
  }
  return new Map(/** @type {[string, string][]} */ (pairs));
}

/**
 * @param {Source} source
 * @param {string} name
 */
async function readTensors(source, name) {
  const size = await source.size(name);
  try {
    return await readLater((begin, end) => source.readRange(name, begin, end), tensorsReader(size));
  } catch (error) {
    if (!(error instanceof HeadwiseError) || !error.message.startsWith('file:')) throw error;
    const { code, message } = error;
    throw new HeadwiseError(code, message.replace('file', name), { cause: error });
  }
}

/** @param {string} file @param {string} what */
function broken(file, what) {
  return new HeadwiseError('format', `${file}: ${what}`);
}
