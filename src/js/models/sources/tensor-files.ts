// Opens the weights of a model, also in shards: lists every tensor by name, and reads each on request.

import { HeadwiseError } from '../../arguments/errors.ts';
import { storedFrom } from '../../formats/entry.ts';
import { quote } from '../../formats/ranges.ts';
import { locateTensors } from '../../formats/tensors-reader.ts';
import { readJson } from './source.ts';
import { INDEX, candidatesAmong, isWeights, onlyAmong, preferredFile } from './weight-files.ts';
import type { Entry } from '../../formats/entry.ts';
import type { GgufValue } from '../../formats/gguf.ts';
import type { StoredValues } from '../../formats/stored.ts';
import type { TensorsFormat } from '../../formats/tensors-reader.ts';
import type { Source } from './source.ts';

export interface TensorFiles {
  format: TensorsFormat;
  files: string[];
  /** dtype, shape and offset of each tensor; their numbers are not read yet */
  tensors: Map<string, Entry & { file: string }>;
  /** the metadata of a GGUF file: config and tokenizer */
  metadata: Record<string, GgufValue>;
  /** the entry of a tensor that is there */
  headerOf: (name: string) => Entry & { file: string };
  /** one row of a matrix, (1, columns); null: its rows cannot be read alone */
  rowsOf: (name: string) => ((row: number) => Promise<StoredValues>) | null;
  /** the tensor's bytes */
  read: (name: string) => Promise<StoredValues>;
}

/**
 * @param source of a model's folder
 * @param file the file of weights, if there are several, or their index
 */
export async function openTensorFiles(
  source: Source,
  file: string | undefined = preferredFile((name) => source.has(name)),
): Promise<TensorFiles> {
  const index = file?.endsWith(INDEX) ? await readIndex(source, file) : undefined;
  const files = index ? [...new Set(index.values())] : file ? [file] : onlyFiles(source);
  const tensors: TensorFiles['tensors'] = new Map();
  let format: TensorsFormat = 'safetensors';
  let metadata: TensorFiles['metadata'] = {};
  for (const name of files) {
    const found = await readTensors(source, name);
    ({ format } = found);
    metadata = { ...found.metadata, ...metadata }; // a GGUF's first shard has the model's
    for (const entry of found.entries) {
      if (tensors.has(entry.name)) throw broken(name, `${quote(entry.name)} occurs in two files`);
      tensors.set(entry.name, { ...entry, file: name });
    }
  }
  for (const [name, shard] of index ?? []) {
    if (tensors.get(name)?.file !== shard) throw broken(shard, `${quote(name)} is not in it`);
  }
  const headerOf = (name: string) => {
    const entry = tensors.get(name);
    if (!entry) throw broken(files[0], `there is no tensor ${quote(name)}`);
    return entry;
  };
  return {
    ...{ format, files, tensors, metadata, headerOf },
    rowsOf(name) {
      const { file: own, dtype, shape, strides, begin, end } = headerOf(name);
      const [rows, columns] = shape;
      const size = (end - begin) / rows;
      if (shape.length !== 2 || strides || !Number.isInteger(size)) return null;
      return async (row) => {
        const at = begin + row * size;
        return {
          dtype,
          shape: [1, columns],
          data: await source.readRange(own, at, at + size, true),
        };
      };
    },
    async read(name) {
      const entry = headerOf(name);
      return storedFrom(entry, await source.readRange(entry.file, entry.begin, entry.end));
    },
  };
}

function onlyFiles({ files }: Source) {
  const only = onlyAmong(files);
  if (only.length > 0) return only;
  const some = candidatesAmong(files).slice(0, 6).join(', ') || 'none';
  throw new HeadwiseError('format', `source: expected one file of weights, got ${some}`);
}

/** @returns the file of each tensor */
async function readIndex(source: Source, name: string): Promise<Map<string, string>> {
  const map = (await readJson(source, name))?.weight_map;
  const isRight = Object.prototype.toString.call(map) === '[object Object]';
  const pairs = isRight ? Object.entries<any>(map) : [];
  if (!pairs.length || !pairs.every(([, file]) => typeof file === 'string' && isWeights(file))) {
    throw broken(name, 'expected a weight_map of names and files');
  }
  return new Map(pairs as [string, string][]);
}

async function readTensors(source: Source, name: string) {
  const size = await source.size(name);
  try {
    return await locateTensors(size, (begin, end) => source.readRange(name, begin, end));
  } catch (error) {
    if (!(error instanceof HeadwiseError) || !error.message.startsWith('file:')) throw error;
    const { code, message } = error;
    throw new HeadwiseError(code, message.replace('file', name), { cause: error });
  }
}

function broken(file: string, what: string) {
  return new HeadwiseError('format', `${file}: ${what}`);
}
