// The dependency graph of files: their imports, found by the bundler, and the paths in their texts. It selects unit tests, and
// the tests of changed code.

import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { root } from '../tools/paths.js';
import type { Plugin } from 'esbuild';

const PACKAGE = /^headwise(\/\w+)?$/;
/** The package's imports in the text of a program that a test starts. */
const PACKAGE_IN_TEXT = /['"](headwise(?:\/(?:reference|training|formats|doctor|models))?)['"]/g;
const PATH_IN_TEXT = /['"`]([\w@.-]+(?:\/[\w@.-]+)*)\/?['"`]/g;
const MODULE = /\.[cm]?[jt]s$/;
/** A script of the page, as a page or another script names it. */
const SCRIPT_IN_TEXT = /['"](?:\.\/)?([\w-]+\.js)['"]/g;
const FIRST_PAGE = 'web/page/index.html';
/** The document of the small pages. */
const SMALL_PAGE = 'web/page/small/page.html';
const CHILD_PROCESS = 'node:child_process';
/** Modules that the build makes of the compiled core. */
const COMPILED = /^headwise:core-/;
const FOLDERS_OF_BUILDS = /\b(distDir|siteDir)\b/;
/** Names the folders, and reads neither. */
const PATHS = 'src/build/tools/paths.js';
/** A bound on processor time: costly, and right only where little else runs. */
const COST = /\bcpuUsage\b/;
/** Reasons why a test is no unit test. */
export const NEEDS = Object.freeze({
  package: 'the package, built',
  program: 'another program',
  quiet: 'a bound on processor time',
});

/** Sources of dist/ besides the package's modules. */
const ELEMENTS = [
  'web/elements/element.js',
  'web/elements/anywidget.js',
  'web/page/frame/one-file.ts',
];
/** Sources of the package's scripts that no other module imports. */
const SCRIPTS = ['src/js/inline-worker.ts', 'src/js/worker.ts', 'src/js/worker.node.ts'];

interface File {
  text: string;
  /** files and packages */
  imports: string[];
  /** whether it imports the package by its name */
  packaged: boolean;
  /** files and folders that its text names */
  names: string[];
}

interface Reached {
  /** of the project, with the file itself */
  files: Set<string>;
  /** modules of Node, of npm packages, and virtual modules of the build */
  packages: Set<string>;
  /** named in the files' texts */
  folders: Set<string>;
}

export type Graph = ReturnType<typeof createGraph>;

/**
 * @param tests the test files, from the root, with forward slashes
 * @param known every file of the project
 */
export async function graphOf(tests: readonly string[], known: readonly string[]) {
  const entries = known.filter((file) => /^src\/js\/(\w+\/)?index(\.node)?\.ts$/.test(file));
  const pages = known.filter((file) => /^web\/page\/[^/]+\.html$/.test(file));
  const scripts = await scriptsOfSite();
  const made = [...entries, ...SCRIPTS, ...ELEMENTS, ...pages, SMALL_PAGE, ...scripts.values()];
  const { build } = await import('esbuild'); // not before npm packages are installed
  const contents = [...new Set([...tests, ...made])]
    .map((path) => `import './${path}';`)
    .join('\n');
  const { metafile } = await build({
    // one bundle of all: with one of each, to write them takes ten times as long
    ...{ stdin: { contents, resolveDir: root }, bundle: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'node', packages: 'external', absWorkingDir: root },
    ...{ logLevel: 'error', loader: { '.css': 'text', '.html': 'text' } },
    plugins: [packageFromSource],
  });
  const paths = new Set([...known, ...known.flatMap(foldersOf)]);
  const files: Map<string, File> = new Map();
  for (const [path, { imports }] of Object.entries(metafile.inputs)) {
    if (path === '<stdin>') continue;
    const text = await readFile(join(root, path), 'utf8');
    files.set(path, {
      text,
      imports: imports.map((one) => one.path),
      packaged: imports.some(({ original = '' }) => PACKAGE.test(original)),
      names: namedIn(text, path).filter((name) => paths.has(name)),
    });
  }
  const { SMALL_PAGES } = await import('../../../web/page/small/pages.ts');
  const sources: Map<string, readonly string[]> = new Map();
  for (const page of pages) sources.set(posix.basename(page), [page]);
  for (const name of Object.keys(SMALL_PAGES)) {
    sources.set(`${name}.html`, [SMALL_PAGE, scripts.get(`${name}-page.js`) ?? SMALL_PAGE]);
  }
  const dist = [...entries, ...SCRIPTS, ...ELEMENTS];
  return createGraph(files, { dist, pages: sources, scripts });
}

/** The package by its name is the module that its entry is made from. */
const packageFromSource: Plugin = {
  name: 'package from source',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path }) => {
      const source = sourceOf(path);
      return source ? { path: join(root, source) } : { path, external: true };
    });
    build.onResolve({ filter: /^headwise:/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * The module from which one of the package's imports is made.
 *
 * @param name such as 'headwise/formats'
 */
function sourceOf(name: string) {
  const [, entry] = name.split('/');
  if (entry === undefined) return 'src/js/index.ts';
  if (entry === 'element' || entry === 'anywidget') return `web/elements/${entry}.js`;
  return entry === 'react' ? null : `src/js/${entry}/index.ts`;
}

/** The scripts of the page by their names, and the modules that they are made from. */
async function scriptsOfSite() {
  const { SCRIPTS: bundled, FROM_FOLDERS } = await import('../make/site.ts');
  const made = Object.entries({ ...bundled, ...FROM_FOLDERS });
  return new Map(made.map(([name, path]) => [`${name}.js`, fromRoot(path)]));
}

const fromRoot = (path: string) => path.slice(root.length + 1).replaceAll('\\', '/');

function foldersOf(path: string) {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/**
 * Finds paths in a text that may be files or folders, relative to the module's folder or to the root. A name without a slash
 * is a file: the name of a root folder alone is too ambiguous.
 *
 * @param path of the module
 */
function namedIn(text: string, path: string) {
  const found = [...text.matchAll(PATH_IN_TEXT)].map(([, name]) => name);
  return found.flatMap((name) => {
    const own = posix.join(posix.dirname(path), name).replace(/\/$/, '');
    if (path.startsWith(`${own}/`)) return []; // its own folder
    if (path.startsWith('web/') && name.endsWith('.html')) return []; // a link
    if (name.startsWith('.')) return own.includes('/') ? [own] : [];
    return name.includes('/') || name.includes('.') ? [name, own] : [];
  });
}

function createGraph(
  files: Map<string, File>,
  {
    dist,
    pages,
    scripts,
  }: {
    dist: readonly string[];
    /** the files that a page is made from, by the page's name */
    pages: Map<string, readonly string[]>;
    scripts: Map<string, string>;
  },
) {
  const rooms = new Set([...files.keys()].map((path) => posix.dirname(path)));

  const built: Map<string, { modules: string[]; opensPages: boolean }> = new Map();

  /** Finds the sources of the built files that a file uses. */
  function builtFor(path: string) {
    const before = built.get(path);
    if (before) return before;
    const text = path === PATHS ? '' : (files.get(path)?.text ?? '');
    const modules = /\bdistDir\b/.test(text) ? [...dist] : [];
    if (path.startsWith('tests/')) {
      for (const [, name] of text.matchAll(PACKAGE_IN_TEXT)) modules.push(sourceOf(name) ?? path);
    }
    if (path.startsWith('web/')) {
      for (const [, name] of text.matchAll(SCRIPT_IN_TEXT)) modules.push(scripts.get(name) ?? path);
    }
    const found = { modules, opensPages: /\bsiteDir\b/.test(text) };
    built.set(path, found);
    return found;
  }

  /** The sources of the pages that a test reads: of the first page, and of every page that its text names. */
  function pagesOf(test: string) {
    const text = files.get(test)?.text ?? '';
    const isRead = (page: string) => page === posix.basename(FIRST_PAGE) || text.includes(page);
    return [...pages].filter(([page]) => isRead(page)).flatMap(([, made]) => made);
  }

  /** @param options built: also through what the build makes */
  function reachedFrom(test: string, { built = false }: { built?: boolean } = {}): Reached {
    const reached = new Set([test]);
    const packages = new Set<string>();
    const folders = new Set<string>();
    for (const path of reached) {
      const file = files.get(path);
      if (!file) continue;
      for (const one of file.imports) (files.has(one) ? reached : packages).add(one);
      if (!built) continue;
      for (const one of file.names) (/\.\w+$/.test(one) ? reached : folders).add(one);
      const { modules, opensPages } = builtFor(path);
      for (const one of [...modules, ...(opensPages ? pagesOf(test) : [])]) reached.add(one);
    }
    return { files: reached, packages, folders };
  }

  return {
    reachedFrom,
    /**
     * Why a test is no unit test: its needs besides Node and npm's packages. A unit test imports no file of the package,
     * starts no program, be it a browser, a compiler, Python or Node, and bounds no processor time.
     *
     * @returns empty for a unit test
     */
    needsOf(test: string): string[] {
      const { files: reached, packages } = reachedFrom(test);
      const needs = new Set<string>();
      for (const path of reached) {
        const { text = '', packaged = false } = files.get(path) ?? {};
        if (packaged) needs.add(NEEDS.package);
        if (path !== PATHS && FOLDERS_OF_BUILDS.test(text)) needs.add(NEEDS.package);
        if (path.startsWith('tests/') && COST.test(text)) needs.add(NEEDS.quiet);
      }
      if (packages.has(CHILD_PROCESS)) needs.add(NEEDS.program);
      if ([...packages].some((name) => name.startsWith('headwise:'))) needs.add(NEEDS.package);
      return [...needs];
    },
    /**
     * The texts of the modules that a test imports, with its own, in a room and elsewhere.
     *
     * @param room such as 'tests/'
     */
    textsOf(test: string, room: string) {
      const paths = [...reachedFrom(test).files].filter((path) => MODULE.test(path));
      const [own, others] = [true, false].map((isOwn) =>
        paths
          .filter((path) => path.startsWith(room) === isOwn)
          .map((path) => files.get(path)?.text ?? ''),
      );
      return { own, others };
    },
    /** The nearest folder above a file of data that has modules of the graph: they read it. */
    roomOf(file: string) {
      return foldersOf(file).findLast((folder) => rooms.has(folder)) ?? '';
    },
    /** Whether a test runs the compiled core. */
    usesCore({ files: reached, packages }: Reached) {
      return (
        reached.has('src/build/make/core.ts') || [...packages].some((name) => COMPILED.test(name))
      );
    },
  };
}
