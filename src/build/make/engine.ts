// Plugins that choose the engine of a bundle that imports 'headwise'.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../tools/paths.js';
import { withoutDocs } from './esbuild.ts';
import type { Plugin } from 'esbuild';

const SOURCE = join(root, 'src/js');
const WEB = join(root, 'web');
/** A module that imports transformers alone: through headwise/training, splitting would load all of the entry. */
const TRANSFORMER = join(WEB, 'elements/shared/transformer.ts');

/** For each side that remains, the functions of src/js/runtime/sides.ts that mark what to remove. */
const OTHER_SIDES = { caller: /atCore\(|atHost\(/g, core: /atCaller\(/g, reference: /atCore\(/g };
const OPERATIONS =
  /[/\\]src[/\\]js[/\\](arguments|attention|layer|small|transformer)[/\\][\w-]+\.ts$/;

/**
 * Removes one side of every operation from a bundle, and so all modules that only this side uses.
 *
 * @param side the side that remains
 */
export const oneSide = (side: keyof typeof OTHER_SIDES): Plugin => ({
  name: 'one side of operations',
  setup(build) {
    build.onLoad({ filter: OPERATIONS }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = withoutDocs(text).replaceAll(OTHER_SIDES[side], '(true ? undefined : ');
      return { contents, loader: 'ts' };
    });
  },
});

/** Bundles the whole engine instead of fetching it. */
export const engineInside: Plugin = {
  name: 'engine inside',
  setup(build) {
    build.onResolve({ filter: /^headwise(\/\w+)?$/ }, ({ path }) => {
      const entry = path.split('/')[1];
      return { path: join(SOURCE, entry ? `${entry}/index.ts` : 'index.ts') };
    });
    build.onResolve({ filter: /^headwise:single-file$/ }, () => ({
      path: join(SOURCE, 'single-file.ts'),
    }));
  },
};

/** Tensors without methods: elements read their data, and each byte of an element counts. */
const plainTensors: Plugin = {
  name: 'plain tensors',
  setup(build) {
    build.onLoad({ filter: /[/\\]arguments[/\\]tensor-class\.ts$/ }, () => ({
      contents:
        'export class Tensor { constructor(data, shape) { this.data = data; this.shape = shape; } }',
    }));
  },
};

/**
 * Bundles only the client of an engine in a worker; the worker's script contains the engine. The engine for the page's own
 * thread, most of the code and all of the core, is loaded only if no worker can start.
 *
 * @param inlineWorker the file of the engine for the page's own thread
 */
export const engineInWorker = (inlineWorker: string): Plugin => ({
  name: 'engine in a worker',
  setup(build) {
    plainTensors.setup(build); // before oneSide, which loads these files too
    oneSide('caller').setup(build);
    build.onResolve({ filter: /^headwise$/ }, ({ importer }) =>
      importer.startsWith(WEB) ? { path: join(SOURCE, 'in-worker.ts') } : null,
    );
    build.onResolve({ filter: /^headwise\/training$/ }, () => ({
      path: join(SOURCE, 'training/index.ts'),
    }));
    build.onResolve({ filter: /\/transformer\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === TRANSFORMER
        ? { path: join(SOURCE, 'training/create.ts') }
        : null,
    );
    build.onResolve({ filter: /\/inline-worker\.[jt]s$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: inlineWorker, external: true } : null,
    );
  },
});
