// Counts how far one call walks through src/js: the files whose functions it enters, and how often it changes from one to
// another. Every function gets a counter at its head. `node tests/style/walk.js` prints the warm second call of each way; the
// package must be built.

import { readFile } from 'node:fs/promises';
import { relative, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { build, transform } from 'esbuild';
import { virtualModules } from '../../src/build/make/bundle.ts';
import { buildDir, root } from '../../src/build/tools/paths.js';

const SOURCE = join(root, 'src/js');

/** Puts a counter at the head of every function. @param {string} code @param {string} file */
function counted(code, file) {
  /** @type {[number, string][]} */
  const inserts = [];
  const enter = `globalThis.entered?.(${JSON.stringify(file)})`;
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    if (/Function/.test(node.type ?? '')) {
      const { body } = node;
      if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${enter};`]);
      else inserts.push([body.start, `(${enter},`], [body.end, ')']);
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  let out = code;
  for (const [at, text] of inserts.sort((a, b) => b[0] - a[0])) {
    out = out.slice(0, at) + text + out.slice(at);
  }
  return out;
}

/** @type {import('esbuild').Plugin} */
const counters = {
  name: 'counters',
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\]js[/\\].*\.[jt]s$/ }, async ({ path }) => {
      const loader = path.endsWith('.ts') ? 'ts' : 'js';
      const { code } = await transform(await readFile(path, 'utf8'), { loader, target: 'es2022' });
      return { contents: counted(code, relative(SOURCE, path)) };
    });
  },
};

/** @typedef {{ files: string[], changes: number, calls: number }} Walk */

/**
 * @param {() => unknown} call
 * @returns {Promise<Walk>}
 */
async function walkOf(call) {
  /** @type {string[]} */
  const entered = [];
  const all = /** @type {any} */ (globalThis);
  all.entered = (/** @type {string} */ file) => void entered.push(file);
  try {
    await call();
  } finally {
    all.entered = undefined;
  }
  const changes = entered.filter((file, i) => i > 0 && file !== entered[i - 1]).length;
  return { files: [...new Set(entered)], changes, calls: entered.length };
}

/**
 * The walks of one call of attention and of one forward of a layer.
 *
 * @param {string} [entry] of src/js: `index.ts` for the engine, `reference/index.ts` for the reference
 * @returns {Promise<Record<string, Walk>>}
 */
export async function walks(entry = 'index.ts') {
  const outfile = join(buildDir, `walk-${entry.replaceAll('/', '-')}.mjs`);
  await build({
    ...{ entryPoints: [join(SOURCE, entry)], outfile, bundle: true, format: 'esm' },
    ...{ platform: 'node', logLevel: 'error', external: ['./threads.node.js'] },
    plugins: [counters, await virtualModules('walk')],
  });
  const { load } = await import(pathToFileURL(outfile).href);
  const engine = await load();
  const x = { data: new Float32Array(2 * 5 * 4).fill(0.5), shape: [2, 5, 4] };
  const rows = { data: new Float32Array(5 * 8).fill(0.5), shape: [5, 8] };
  const layer = engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, seed: 1 });
  const ways = {
    scaledDotProductAttention: () => engine.scaledDotProductAttention(x, x, x, { causal: true }),
    'layer.forward': () => layer.forward(rows, { causal: true, attention: true }),
  };
  /** @type {Record<string, Walk>} */
  const found = {};
  for (const [name, call] of Object.entries(ways)) {
    call();
    found[name] = await walkOf(call);
  }
  engine.dispose();
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const entry of ['index.ts', 'reference/index.ts']) {
    for (const [name, { files, changes, calls }] of Object.entries(await walks(entry))) {
      const counts = `${files.length} files, ${changes} changes of file, ${calls} calls`;
      console.log(`${entry}, ${name}: ${counts}`);
      for (const file of files) console.log(`  ${file}`);
    }
  }
}
