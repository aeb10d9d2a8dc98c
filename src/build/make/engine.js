// Which engine a bundle gets that imports 'headwise'.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../tools/paths.js';

const SOURCE = join(root, 'src/js');
const WEB = join(root, 'web');
/** It takes transformers alone: by splitting, what imports it would load all of headwise/training. */
const TRANSFORMER = join(WEB, 'elements/shared/transformer.js');

/** The functions of src/js/runtime/sides.js that mark the side that a bundle does without. */
const OTHER_SIDE = { caller: 'atCore(', core: 'atCaller(' };
const OPERATIONS = /[/\\]src[/\\]js[/\\](attention|layer|small|transformer)[/\\][\w-]+\.js$/;

/**
 * Leaves one side of every operation out of a bundle, and with it everything that only that side uses.
 *
 * @param {keyof typeof OTHER_SIDE} side which it has
 * @returns {import('esbuild').Plugin}
 */
export const oneSide = (side) => ({
  name: 'one side of operations',
  setup(build) {
    build.onLoad({ filter: OPERATIONS }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll(OTHER_SIDE[side], '(true ? undefined : ') };
    });
  },
});

/** The whole, instead of a file that would be fetched. @type {import('esbuild').Plugin} */
export const engineInside = {
  name: 'engine inside',
  setup(build) {
    build.onResolve({ filter: /^headwise(\/\w+)?$/ }, ({ path }) => {
      const entry = path.split('/')[1];
      return { path: join(SOURCE, entry ? `${entry}/index.js` : 'index.js') };
    });
    build.onResolve({ filter: /^headwise:single-file$/ }, () => ({
      path: join(SOURCE, 'single-file.js'),
    }));
  },
};

/**
 * What talks to an engine in a worker, whose own script holds the engine. What runs it on the page's thread is loaded where no
 * worker can start: that is most of the code, and all of the core.
 *
 * @param {string} inlineWorker the file that holds that
 * @returns {import('esbuild').Plugin}
 */
export const engineInWorker = (inlineWorker) => ({
  name: 'engine in a worker',
  setup(build) {
    oneSide('caller').setup(build);
    build.onResolve({ filter: /^headwise$/ }, ({ importer }) =>
      importer.startsWith(WEB) ? { path: join(SOURCE, 'in-worker.js') } : null,
    );
    build.onResolve({ filter: /^headwise\/training$/ }, () => ({
      path: join(SOURCE, 'training/index.js'),
    }));
    build.onResolve({ filter: /\/transformer\.js$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === TRANSFORMER
        ? { path: join(SOURCE, 'training/create.js') }
        : null,
    );
    build.onResolve({ filter: /\/inline-worker\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: inlineWorker, external: true } : null,
    );
  },
});
