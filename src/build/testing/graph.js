// The dependency graph of files: their imports, found by the bundler, and the paths in their texts. It selects unit tests, and
// the tests of changed code.

import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { root } from '../tools/paths.js';

const PACKAGE = /^headwise(\/\w+)?$/;
/** The package's imports in the text of a program that a test starts. */
const PACKAGE_IN_TEXT = /['"](headwise(?:\/(?:reference|training|formats|doctor|models))?)['"]/g;
const PATH_IN_TEXT = /['"`]([\w@.-]+(?:\/[\w@.-]+)*)\/?['"`]/g;
const MODULE = /\.[cm]?[jt]s$/;
/** A script of the page, as a page or another script names it. */
const SCRIPT_IN_TEXT = /['"](?:\.\/)?([\w-]+\.js)['"]/g;
const FIRST_PAGE = 'web/page/index.html';
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

/**
 * @typedef {object} File
 * @property {string} text
 * @property {string[]} imports files and packages
 * @property {boolean} packaged whether it imports the package by its name
 * @property {string[]} names files and folders that its text names
 *
 * @typedef {object} Reached
 * @property {Set<string>} files of the project, with the file itself
 * @property {Set<string>} packages modules of Node, of npm packages, and virtual modules of the build
 * @property {Set<string>} folders named in the files' texts
 *
 * @typedef {ReturnType<typeof createGraph>} Graph
 */

/**
 * @param {readonly string[]} tests the test files, from the root, with forward slashes
 * @param {readonly string[]} known every file of the project
 */
export async function graphOf(tests, known) {
  const entries = known.filter((file) => /^src\/js\/(\w+\/)?index(\.node)?\.ts$/.test(file));
  const pages = known.filter((file) => /^web\/page\/[^/]+\.html$/.test(file));
  const scripts = await scriptsOfSite();
  const made = [...entries, ...SCRIPTS, ...ELEMENTS, ...pages, ...scripts.values()];
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
  /** @type {Map<string, File>} */
  const files = new Map();
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
  return createGraph(files, { dist: [...entries, ...SCRIPTS, ...ELEMENTS], pages, scripts });
}

/** The package by its name is the module that its entry is made from. @type {import('esbuild').Plugin} */
const packageFromSource = {
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
 * @param {string} name such as 'headwise/formats'
 */
function sourceOf(name) {
  const [, entry] = name.split('/');
  if (entry === undefined) return 'src/js/index.ts';
  if (entry === 'element' || entry === 'anywidget') return `web/elements/${entry}.js`;
  return entry === 'react' ? null : `src/js/${entry}/index.ts`;
}

/** The scripts of the page by their names, and the modules that they are made from. */
async function scriptsOfSite() {
  const { SCRIPTS: bundled, FROM_FOLDERS } = await import('../make/site.js');
  const made = Object.entries({ ...bundled, ...FROM_FOLDERS });
  return new Map(made.map(([name, path]) => [`${name}.js`, fromRoot(path)]));
}

/** @param {string} path */
const fromRoot = (path) => path.slice(root.length + 1).replaceAll('\\', '/');

/** @param {string} path */
function foldersOf(path) {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/**
 * Finds paths in a text that may be files or folders, relative to the module's folder or to the root. A name without a slash
 * is a file: the name of a root folder alone is too ambiguous.
 *
 * @param {string} text
 * @param {string} path of the module
 */
function namedIn(text, path) {
  const found = [...text.matchAll(PATH_IN_TEXT)].map(([, name]) => name);
  return found.flatMap((name) => {
    const own = posix.join(posix.dirname(path), name).replace(/\/$/, '');
    if (path.startsWith(`${own}/`)) return []; // where it stands
    if (path.startsWith('web/') && name.endsWith('.html')) return []; // a link
    if (name.startsWith('.')) return own.includes('/') ? [own] : [];
    return name.includes('/') || name.includes('.') ? [name, own] : [];
  });
}

/**
 * @param {Map<string, File>} files
 * @param {{ dist: readonly string[], pages: readonly string[], scripts: Map<string, string> }} built
 */
function createGraph(files, { dist, pages, scripts }) {
  const rooms = new Set([...files.keys()].map((path) => posix.dirname(path)));

  /** @type {Map<string, { modules: string[], opensPages: boolean }>} */
  const built = new Map();

  /** Finds the sources of the built files that a file uses. @param {string} path */
  function builtFor(path) {
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

  /** A test of pages reads the first page and those that its text names. @param {string} test */
  function pagesOf(test) {
    const text = files.get(test)?.text ?? '';
    return pages.filter((page) => page === FIRST_PAGE || text.includes(posix.basename(page)));
  }

  /**
   * @param {string} test
   * @param {{ built?: boolean }} [options] built: also through what the build makes
   * @returns {Reached}
   */
  function reachedFrom(test, { built = false } = {}) {
    const reached = new Set([test]);
    const packages = new Set();
    const folders = new Set();
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
     * Why a test is no unit test: what it needs besides Node and npm's packages. A unit test imports no file of the package,
     * starts no program, be it a browser, a compiler, Python or Node, and bounds no processor time.
     *
     * @param {string} test
     * @returns {string[]} empty for a unit test
     */
    needsOf(test) {
      const { files: reached, packages } = reachedFrom(test);
      const needs = new Set();
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
     * @param {string} test
     * @param {string} room such as 'tests/'
     */
    textsOf(test, room) {
      const paths = [...reachedFrom(test).files].filter((path) => MODULE.test(path));
      const [own, others] = [true, false].map((isOwn) =>
        paths
          .filter((path) => path.startsWith(room) === isOwn)
          .map((path) => files.get(path)?.text ?? ''),
      );
      return { own, others };
    },
    /**
     * The nearest folder above a file of data that has modules of the graph: they read it.
     *
     * @param {string} file
     */
    roomOf(file) {
      return foldersOf(file).findLast((folder) => rooms.has(folder)) ?? '';
    },
    /** Whether a test runs the compiled core. @param {Reached} reached */
    usesCore({ files: reached, packages }) {
      return (
        reached.has('src/build/make/core.js') || [...packages].some((name) => COMPILED.test(name))
      );
    },
  };
}
