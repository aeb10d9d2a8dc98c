// Leaves the types of the project's own TypeScript out when a module is loaded (hook.js).

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const isOwn = url.startsWith(ROOT) && /\.ts(\?|$)/.test(url) && !url.includes('/node_modules/');
  if (!isOwn) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const { transform } = await import('esbuild'); // not before npm packages are installed
  const { code } = await transform(await readFile(sourcefile, 'utf8'), {
    ...{ loader: 'ts', format: 'esm', target: 'node20', sourcefile, sourcemap: 'inline' },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
