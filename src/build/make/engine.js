// Which engine a bundle gets that imports 'headwise'.

import { join, resolve } from 'node:path';
import { root } from '../tools/paths.js';

const SOURCE = join(root, 'src/js');
const WEB = join(root, 'web');
const OPERATIONS = join(SOURCE, 'operations');
/** It takes transformers alone: by splitting, what imports it would load all of headwise/training. */
const TRANSFORMER = join(WEB, 'elements/shared/transformer.js');

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
 * @param {string} [ownThread] the file that holds that, if the bundler makes none by itself
 * @returns {import('esbuild').Plugin}
 */
export const engineInWorker = (ownThread) => ({
  name: 'engine in a worker',
  setup(build) {
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
    // A worker, and what takes its place, has the rows of all operations: none is brought to it.
    build.onResolve({ filter: /^\.\/transformer\.js$/ }, ({ importer }) =>
      importer === join(OPERATIONS, 'transformers.js')
        ? { path: 'rows', namespace: 'in a worker' }
        : null,
    );
    build.onResolve({ filter: /\/operations\/rows\.js$/ }, ({ importer }) =>
      importer === join(SOURCE, 'host/own-thread.js')
        ? { path: join(OPERATIONS, 'all-rows.js') }
        : null,
    );
    build.onLoad({ filter: /.*/, namespace: 'in a worker' }, () => ({ contents: 'export {}' }));
    build.onResolve({ filter: /\/own-thread\.js$/ }, ({ kind }) =>
      ownThread !== undefined && kind === 'dynamic-import'
        ? { path: ownThread, external: true }
        : null,
    );
  },
});
