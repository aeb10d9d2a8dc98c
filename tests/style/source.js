// Reads the project's source files for the style tests: their code without comments, and their
// imports or includes. JavaScript is parsed, C++ is read as text.

import { readFile } from 'node:fs/promises';
import { extname, join, posix, relative, sep } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { root } from '../../src/build/tools/paths.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';

/**
 * @typedef {object} Source
 * @property {string} path relative to the project's root, with forward slashes
 * @property {string} text
 * @property {string} code the text without comments
 */

/**
 * The files with one of the extensions below one of the folders.
 *
 * @param {readonly string[]} folders such as 'src/core'
 * @param {readonly string[]} extensions such as '.js'
 * @returns {Promise<Source[]>}
 */
export async function sources(folders, extensions) {
  const files = (await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat();
  return Promise.all(files.filter((file) => extensions.includes(extname(file))).map(sourceOf));
}

/** @type {Map<string, Promise<Source>>} for the tests of one file */
const known = new Map();

/** @param {string} file */
function sourceOf(file) {
  const source = known.get(file) ?? readSource(file);
  known.set(file, source);
  return source;
}

/**
 * @param {string} file
 * @returns {Promise<Source>}
 */
async function readSource(file) {
  const text = await readFile(file, 'utf8');
  const path = relative(root, file).split(sep).join('/');
  /** @type {string | undefined} */
  let code;
  return {
    path,
    text,
    get code() {
      return (code ??= withoutComments(text));
    },
  };
}

/**
 * The imports of a JavaScript module, static or dynamic: project paths for relative ones, other
 * names as written.
 *
 * @param {Source} source
 */
export function importsOf(source) {
  /** @type {string[]} */
  const names = [];
  walk(syntaxOf(source), (node) => {
    if (/^(Import|Export)/.test(node.type) && node.source?.type === 'Literal') {
      names.push(node.source.value);
    }
  });
  const folder = posix.dirname(source.path);
  return names.map((name) => (name.startsWith('.') ? posix.join(folder, name) : name));
}

/**
 * The syntax tree of a JavaScript module, by acorn, without types.
 *
 * @param {{ path?: string, text: string }} source
 * @returns {any} a Program
 */
export function syntaxOf({ path = '', text }) {
  const code = path.endsWith('.ts') ? withoutTypes(text) : text;
  return parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
}

/** @param {string} text */
function withoutTypes(text) {
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
  return transformSync(text, { loader: 'ts', target: 'esnext', tsconfigRaw }).code;
}

/**
 * Visits every node of a syntax tree, each before its children.
 *
 * @param {any} node
 * @param {(node: any) => void} visit
 */
export function walk(node, visit) {
  if (!node || typeof node !== 'object') return;
  if (node.type) visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

/**
 * The includes of a C++ file, as written between the quotes or brackets.
 *
 * @param {Source} source
 */
export function includesOf({ code }) {
  return [...code.matchAll(/^\s*#\s*include\s*["<]([^">]+)[">]/gm)].map((found) => found[1]);
}

/** @param {string} text */
function withoutComments(text) {
  // A string that holds "//", such as an address, is kept whole by matching strings first.
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, string) => string ?? ' ',
  );
}
