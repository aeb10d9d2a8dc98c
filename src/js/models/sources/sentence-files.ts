// Names of the files of sentence-transformers beside modules.json, and below.

import type { Bytes } from './bytes.ts';

/** Settings of the whole: the width of vectors. */
export const WHOLE = 'config_sentence_transformers.json';

/** Files with the maximum length of a text; the library reads the first that exists. */
export const LENGTHS = [
  'bert',
  'roberta',
  'distilbert',
  'camembert',
  'albert',
  'xlm-roberta',
  'xlnet',
].map((family) => `sentence_${family}_config.json`);

/** Files beside modules.json. */
export const SETTINGS = [WHOLE, ...LENGTHS];

/** Names of the files of a module, in its folder. */
const OF_MODULE = ['config.json', 'model.safetensors', 'pytorch_model.bin'];
const FOLDER = /^\w[\w.-]*$/;
const MOST_MODULES = 16;
const MOST_BYTES = 2 ** 16;

/**
 * The possible names of the modules' files, for a folder that cannot list its files.
 *
 * @param modules the bytes of modules.json
 */
export async function moduleFiles(modules: Bytes): Promise<string[]> {
  const folders = (await listIn(modules)).map((one) => String(Object(one).path));
  return folders
    .filter((folder) => FOLDER.test(folder))
    .slice(0, MOST_MODULES)
    .flatMap((folder) => OF_MODULE.map((name) => `${folder}/${name}`));
}

/** The list of a file; empty if anything is wrong with it, which is reported when it is read. */
async function listIn(file: Bytes): Promise<unknown[]> {
  try {
    const size = Math.min(await file.size(), MOST_BYTES);
    const list: unknown = JSON.parse(new TextDecoder().decode(await file.range(0, size)));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
