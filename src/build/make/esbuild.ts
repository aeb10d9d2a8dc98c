// The bundler with common settings: minified ES modules for engines from 2022 on. Names alone are 7 kB of the default entry
// after gzip.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { root } from '../tools/paths.js';
import { Stop } from '../tools/say.js';
import type { BuildOptions, Plugin } from 'esbuild';

export const TARGET = 'es2022';

/** Imports style sheets as minified text: elements adopt theirs, because strict policies forbid inline styles. */
const stylesAsText: Plugin = {
  name: 'styles as text',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { transform } = build.esbuild;
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, charset: 'utf8' });
      return { contents: code, loader: 'text' };
    });
  },
};

const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: TARGET,
  charset: 'utf8',
  minify: true,
  absWorkingDir: root,
  logLevel: 'warning',
};

/**
 * Bundles into files; the bundler itself prints its errors.
 *
 * @returns the metafile, if the options want one
 */
export async function bundle(options: BuildOptions) {
  const { files, metafile } = await bundleFiles(options);
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return metafile;
}

/** Bundles into one text, without files. */
export async function bundleText(options: BuildOptions): Promise<string> {
  const { files } = await bundleFiles(options);
  return files[0].text;
}

/** Bundles a page's style sheets with their imports. */
export async function bundleStyles(options: BuildOptions) {
  await build({ ...COMMON, ...options });
}

/** The rooms that have schemas of options. */
const SCHEMAS =
  /[/\\]src[/\\]js[/\\](arguments|attention|layer|small|transformer|runtime[/\\]loading)[/\\][\w-]+\.ts$/;

/** Leaves out the documentation and the types in schemas, of which the declarations are written. */
export const withoutDocs = (text: string) =>
  text.replace(/^ *\/\*\*[^]*?\*\/\n/gm, '').replace(/\btype: of<[^]*?>\(\),/g, '');

const schemas: Plugin = {
  name: 'schemas without documentation',
  setup(build) {
    build.onLoad({ filter: SCHEMAS }, async ({ path }) => ({
      contents: withoutDocs(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** Leaves out the indentation of templates, which the page ignores; see web/ui/template.ts. */
export const withoutIndents = (text: string) =>
  /\b(html|svg|mathml)`/.test(text) ? text.replace(/\n +/g, '\n') : text;

const templates: Plugin = {
  name: 'templates without indentation',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\].*\.ts$/ }, async ({ path }) => ({
      contents: withoutIndents(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

async function bundleFiles(options: BuildOptions) {
  const plugins = [stylesAsText, ...(options.plugins ?? []), schemas, templates];
  const { outputFiles = [], metafile } = await build({
    ...COMMON,
    ...options,
    plugins,
    write: false,
  });
  const files = outputFiles.map(({ path, text }) => ({ path, text: withOwnExports(text) }));
  return { files, metafile };
}

async function build(options: BuildOptions) {
  const esbuild = await import('esbuild'); // not before npm packages are installed
  try {
    return await esbuild.build(options);
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Stop('Bundling failed.');
    throw error;
  }
}

/** The source of a module that exports the given values. */
export function moduleOf(values: Record<string, unknown>) {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * Replaces the bundler's helper for module objects. It copies exports with `for in`, which would also copy properties that a
 * page has added to Object.prototype, and fail.
 */
function withOwnExports(text: string) {
  return text.replace(
    /for ?\(((?:var|let|const) ([\w$]+)) in ([\w$]+)\)(\s*[\w$]+\([\w$]+, ?\2, ?\{ ?get: ?\3\[\2\])/,
    'for($1 of Object.keys($3))$4',
  );
}
