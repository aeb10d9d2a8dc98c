// Reads the golden data of models that generate.py wrote. README.md describes each tensor.

import { fileURLToPath } from 'node:url';
import { readArrays } from '../../../src/js/formats/safetensors.ts';
import { writeSafetensors } from '../../../src/js/formats/write-safetensors.ts';
import { read } from '../../conformance/read.js';
import { unpack } from '../support/golden.js';

/** @import { StoredArray } from '../../../src/js/formats/safetensors.ts' */

/** @typedef {{ data: Float32Array, shape: number[] }} Expected */

/**
 * A case's entry in the manifest.
 *
 * @typedef {object} About
 * @property {string} family
 * @property {string} name
 * @property {string} version of torch and transformers
 * @property {string} class that ran, of transformers
 * @property {string[]} exercises
 * @property {'float32' | 'float64'} precision of the stored numbers
 * @property {number} own largest difference of its float32 from float64, of a tensor's largest
 * number
 */

/**
 * @typedef {object} Inputs
 * @property {number[]} [ids] (S)
 * @property {number[]} [typeIds] (S)
 * @property {number[]} [targetIds] (L), of an encoder-decoder
 * @property {Expected} [pixels] (C, height, width)
 * @property {{ data: Uint8Array, shape: number[] }} pattern (layers, L, L), 1 where a token may
 * attend
 */

/**
 * @typedef {object} Results
 * @property {Expected} attentions (layers, H, L, L)
 * @property {Expected} hidden (layers + 1, L, D)
 * @property {Expected} beforeFinalNorm (L, D)
 * @property {Expected} [logits] (L, V) or (labels)
 * @property {Expected} [lastHidden] (L, D), where there are no logits
 * @property {Expected} [pooled] (D)
 * @property {Expected} [crossAttentions] (layers, H, L, S)
 * @property {Expected} [encoderAttentions] (layers, H, S, S)
 * @property {Expected} [encoderHidden] (layers + 1, S, D)
 * @property {Expected} [encoderBeforeFinalNorm] (S, D)
 */

/**
 * A case: config as transformers 5 writes it, and olderConfig, which means the same, as files of before have it.
 *
 * @typedef {About & { config: Record<string, any>, configText: string, olderConfig: Record<string, any>,
 *   tensors: Record<string, StoredArray>, inputs: Inputs, expected: Results }} ModelGolden
 */

const FOLDER = 'golden/models';

/**
 * A text, or two, as Python's tokenizer reads it, and what the model gives. Spans count units of JavaScript's strings, in the
 * text that `sequences` says; special tokens have [0, 0], and -1 for their word and sequence.
 *
 * @typedef {object} TextGolden
 * @property {string | [string, string]} text
 * @property {number[]} ids
 * @property {string[]} tokens
 * @property {[number, number][]} spans
 * @property {number[]} words
 * @property {number[]} sequences
 * @property {number[]} typeIds
 * @property {number[]} [targetIds] what the decoder of an encoder-decoder reads
 * @property {{ logits?: Expected, lastLogits?: Expected, lastMaps?: Expected, embedding?: Expected }} expected
 */

/** @typedef {{ name: string, class: string, version: string, path: string, texts: TextGolden[] }} FolderGolden */

/** Names of folders/. */
export const FOLDERS = ['gpt2', 'bert', 'sentence', 'sharded', 'torch-bin', 'deberta'];

/** @returns {Promise<{ version: string, cases: (About & { file: string })[] }>} */
export async function readManifest() {
  return JSON.parse(new TextDecoder().decode(await read(`${FOLDER}/manifest.json`)));
}

/**
 * @param {readonly string[]} [families] only these
 * @returns {Promise<ModelGolden[]>}
 */
export async function readModelGoldens(families) {
  const { cases } = await readManifest();
  const wanted = cases.filter(({ family }) => families?.includes(family) ?? true);
  return Promise.all(wanted.map(({ file }) => readCase(`${FOLDER}/${file}`)));
}

/**
 * Small models as they are downloaded, each with its texts; `path` is the folder.
 *
 * @returns {Promise<FolderGolden[]>}
 */
export function readFolderGoldens() {
  return Promise.all(
    FOLDERS.map(async (name) => {
      const bytes = await unpack(await read(`${FOLDER}/folders/${name}.safetensors.gz`));
      const { tensors, metadata } = readArrays(bytes);
      const { texts, ...about } = JSON.parse(metadata.about);
      return {
        ...about,
        path: fileURLToPath(new URL(`folders/${name}/`, import.meta.url)),
        texts: texts.map((/** @type {TextGolden} */ text, /** @type {number} */ at) => ({
          ...text,
          expected: group(tensors, `${at}/`),
        })),
      };
    }),
  );
}

/**
 * The result of a small model's head.
 *
 * @typedef {object} HeadGolden
 * @property {string} class of transformers
 * @property {string} configText
 * @property {Record<string, StoredArray>} tensors
 * @property {number[]} ids
 * @property {number[]} [targetIds] of an encoder-decoder
 * @property {Expected} logits
 */

/** @returns {Promise<HeadGolden[]>} */
export async function readHeadGoldens() {
  const two = (/** @type {number} */ at) => String(at).padStart(2, '0');
  const { tensors, metadata } = readArrays(
    await unpack(await read(`${FOLDER}/heads.safetensors.gz`)),
  );
  return JSON.parse(metadata.about).cases.map(
    (/** @type {any} */ { config, ...about }, /** @type {number} */ at) => ({
      ...about,
      configText: config,
      tensors: group(tensors, `${two(at)}/weights/`),
      logits: tensors[`${two(at)}/logits`],
    }),
  );
}

/**
 * The vector of a text by the modules of a folder.
 *
 * @typedef {object} SentenceGolden
 * @property {string} name
 * @property {string} [text] that the model of folders/sentence reads
 * @property {number[]} [ids] that a model of its own reads
 * @property {Record<string, Uint8Array>} files of the modules, and of a model of its own
 * @property {Expected} embedding
 */

/** @returns {Promise<SentenceGolden[]>} */
export async function readSentenceGoldens() {
  const bytes = await unpack(await read(`${FOLDER}/sentences.safetensors.gz`));
  const { tensors, metadata } = readArrays(bytes);
  const { cases } = JSON.parse(metadata.about);
  return cases.map((/** @type {any} */ { config, files, ...about }, /** @type {number} */ at) => {
    const modules = Object.entries(files).map(([name, text]) => [
      name,
      Buffer.from(text, 'base64'),
    ]);
    const own = { configText: config, tensors: group(tensors, `${at}/weights/`) };
    return {
      ...about,
      files: { ...(config && filesOf(own)), ...Object.fromEntries(modules) },
      embedding: tensors[`${at}/embedding`],
    };
  });
}

/**
 * A small ESM-2: its files, and what EsmTokenizer and transformers make of proteins.
 *
 * @typedef {object} EsmGolden
 * @property {Record<string, Uint8Array>} files
 * @property {Record<string, StoredArray>} tensors of the weights
 * @property {number[]} pair ids of the pair MK and TA
 * @property {{ text: string, ids: number[], tokens: string[], decoded: string, contacts?: Expected, logits?: Expected }[]} texts
 */

/** @returns {Promise<EsmGolden>} */
export async function readEsmGolden() {
  const bytes = await unpack(await read(`${FOLDER}/esm.safetensors.gz`));
  const { tensors, metadata } = readArrays(bytes);
  const { config, vocab, settings, texts, pair } = JSON.parse(metadata.about);
  const weights = group(tensors, 'weights/');
  const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
  return {
    files: {
      ...filesOf({ configText: config, tensors: weights }),
      'vocab.txt': encode(vocab),
      'tokenizer_config.json': encode(JSON.stringify(settings)),
    },
    tensors: weights,
    pair,
    texts: texts.map((/** @type {object} */ text, /** @type {number} */ at) => ({
      ...text,
      ...group(tensors, `${at}/`),
    })),
  };
}

/**
 * The files of a model's folder, as openModel takes them.
 *
 * @param {{ configText: string, tensors: ModelGolden['tensors'] }} golden
 * @returns {Record<string, Uint8Array>}
 */
export function filesOf({ configText, tensors }) {
  return {
    'config.json': new TextEncoder().encode(configText),
    'model.safetensors': writeSafetensors(tensors, { format: 'pt' }),
  };
}

/**
 * @param {string} path
 * @returns {Promise<ModelGolden>}
 */
async function readCase(path) {
  const { tensors, metadata } = readArrays(await unpack(await read(path)));
  const { config, olderConfig, ...about } = JSON.parse(metadata.about);
  const inputs = group(tensors, 'inputs/');
  for (const [name, { dtype, data }] of Object.entries(inputs)) {
    if (dtype === 'I32') inputs[name] = Array.from(data); // ids
  }
  return {
    ...about,
    config: JSON.parse(config),
    configText: config,
    olderConfig: JSON.parse(olderConfig),
    tensors: group(tensors, 'weights/'),
    inputs: /** @type {any} */ (inputs),
    expected: /** @type {any} */ (group(tensors, 'expected/')),
  };
}

/**
 * @param {Record<string, StoredArray>} tensors
 * @param {string} prefix
 * @returns {Record<string, any>}
 */
function group(tensors, prefix) {
  const found = Object.entries(tensors).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, tensor]) => [name.slice(prefix.length), tensor]));
}
