// Packs the page's first model, its description and its parameters, as modules for the bundler, and checks for the model of
// English.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distDir, root } from '../tools/paths.js';
import { moduleOf } from './esbuild.ts';
import type { Plugin } from 'esbuild';

const MODEL = join(root, 'web/models/grammar.safetensors');
/** The model of English, an optional file beside the page. */
export const ENGLISH = join(root, 'web/models/english.safetensors');
/** The number of sentences from which the successors of each word are read: enough to see every pair. */
const READ = 30_000;
/** A late step, in whose batch there is every kind of sentence. */
const LATE = 1_000_000;

/** The page's first model as two modules: the small description, and the parameters, which are loaded on demand. */
export const firstModel: Plugin = {
  name: 'first model',
  setup(build) {
    build.onResolve({ filter: /^headwise:model(-parameters|-english)?$/ }, ({ path }) => ({
      path,
      namespace: 'model',
    }));
    build.onLoad({ filter: /.*/, namespace: 'model' }, async ({ path }) => {
      if (path === 'headwise:model-english') {
        return { contents: moduleOf({ bytes: await sizeOf(ENGLISH) }) };
      }
      const training = await import(pathToFileURL(join(distDir, 'training.js')).href);
      const model = training.readModel(await readFile(MODEL));
      const values = path === 'headwise:model' ? knownOf(model, training) : packed(model.state);
      return { contents: moduleOf(values) };
    });
  },
};

/** @returns bytes; 0 if there is no such file */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

/** @param training the package's entry */
function knownOf({ config, vocab, about }: any, training: any) {
  const task = training[about.task]({ mistakes: 0, batchSize: READ });
  const roles = JSON.parse(about.roles);
  return { config, vocab, roles, measured: Number(about.measured), kinds: kindsOf(task) };
}

/** The kinds of words: words with the same possible successors, in sentences of a task, are of one kind. */
function kindsOf({
  vocab,
  batch,
}: {
  vocab: readonly string[];
  batch: (seed: number, step: number) => any;
}) {
  const { tokens, lengths } = batch(0, LATE);
  const [count, length] = tokens.shape;
  const after: Set<number>[] = vocab.map(() => new Set());
  for (let b = 0; b < count; b++) {
    for (let i = 1; i < lengths[b]; i++) {
      after[tokens.data[b * length + i - 1]].add(tokens.data[b * length + i]);
    }
  }
  const names = after.map((words) => [...words].sort((a, b) => a - b).join());
  const kinds = [...new Set(names)];
  const letters = names.map((name) => String.fromCharCode(97 + kinds.indexOf(name)));
  return {
    of: letters.join(''),
    after: Object.fromEntries(
      letters.map((letter, word) => [
        letter,
        [...new Set([...after[word]].map((next) => letters[next]))].sort().join(''),
      ]),
    ),
  };
}

function packed(state: Record<string, { data: Float32Array; shape: readonly number[] }>) {
  const tensors = Object.entries(state);
  const bytes = Buffer.concat(
    tensors.map(([, { data }]) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  );
  return {
    shapes: Object.fromEntries(tensors.map(([name, { shape }]) => [name, shape])),
    dataBase64: bytes.toString('base64'),
  };
}
