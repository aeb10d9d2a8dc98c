// Leaves the types of the project's own TypeScript out when a module is loaded (hook.js). The result stays in build/stripped,
// so that of all the processes of `npm test` one strips a file.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildDir, root } from './tools/paths.js';

const ROOT = pathToFileURL(`${root}/`).href;
const STRIPPED = join(buildDir, 'stripped');
/** @type {import('esbuild').TransformOptions} */
const OPTIONS = {
  ...{ loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'inline' },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const isOwn = url.startsWith(ROOT) && /\.ts(\?|$)/.test(url) && !url.includes('/node_modules/');
  if (!isOwn) return next(url, context);
  return { format: 'module', source: await strip(fileURLToPath(url)), shortCircuit: true };
}

/** @param {string} path */
async function strip(path) {
  const source = await readFile(path, 'utf8');
  const hash = createHash('sha256')
    .update(JSON.stringify([OPTIONS, path, source]))
    .digest('hex');
  const end = `\n//${hash}\n`;
  const file = join(STRIPPED, `${relative(root, path)}.js`);
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before.endsWith(end)) return before;
  const { transform } = await import('esbuild'); // not before npm packages are installed
  const { code } = await transform(source, { ...OPTIONS, sourcefile: path });
  const text = code + end;
  await mkdir(dirname(file), { recursive: true });
  // renamed, so that no other thread or process reads a part of it
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, text);
  await rename(part, file);
  return text;
}
