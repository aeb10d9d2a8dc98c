// Finds places in C++ by structure: a function or a constant by its name, and a few tokens in it.
// Neither the file nor the layout matters, so that a place is found again after both have changed.

/**
 * @typedef {object} Token
 * @property {string} text
 * @property {number} start
 * @property {number} end
 *
 * @typedef {object} Definition of a function, or of a constant
 * @property {string} name with the class it belongs to, as in Attention::key_range
 * @property {string} file
 * @property {string} text of the file
 * @property {readonly Token[]} tokens of its body, or of its value
 *
 * @typedef {[where: string, find: string, put: string]} Edit where: the name of a function, alone or with its class, or of
 *   a constant; find: tokens that are in it once, of which $1, $2 ... match any balanced run; put: their replacement
 */

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\$\d|[A-Za-z_]\w*|\.?\d(?:[\w.]|[eEpP][+-])*|<=>|<<=|>>=|\.\.\.|->\*?|::|\+\+|--|&&|\|\||[-+*/%&|^!=<>]=|<<|[^\s]/g;
const CLOSER = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSERS = new Set(CLOSER.values());
const NAME = /^[A-Za-z_]\w*$/;
const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'sizeof', 'decltype']);
const SUFFIXES = new Set(['const', 'noexcept', 'override', 'final']);

/**
 * @param {string} text
 * @returns {Token[]} without comments
 */
export function tokensOf(text) {
  return Array.from(text.matchAll(TOKEN), (found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  })).filter(({ text }) => !/^\/[/*]/.test(text));
}

/**
 * The functions and the constants that a file defines.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Definition[]}
 */
export function definitionsIn(file, text) {
  const tokens = tokensOf(text);
  /** @type {Definition[]} */
  const found = [];
  for (let at = 0; at < tokens.length; at++) {
    const span = functionAt(tokens, at) ?? constantAt(tokens, at);
    if (!span) continue;
    const name = classBefore(tokens, at) + tokens[at].text;
    found.push({ name, file, text, tokens: tokens.slice(...span) });
  }
  return found;
}

/**
 * The one place of an edit.
 *
 * @param {readonly Definition[]} definitions
 * @param {Edit} edit
 * @returns {{ file: string, start: number, end: number, put: string }}
 * @throws {Error} when there is none, or more than one
 */
export function placeOf(definitions, [where, find, put]) {
  const known = definitions.filter(({ name }) => name === where || name.endsWith(`::${where}`));
  if (known.length === 0) throw new Error(`${where}: no function or constant has this name`);
  const pattern = tokensOf(find).map(({ text }) => text);
  const places = known.flatMap(({ file, text, tokens }) =>
    tokens.flatMap((_, at) => {
      const match = matchAt(tokens, at, pattern);
      if (!match) return [];
      const written = put.replace(/\$\d/g, (name) => match.runs.get(name)?.(text) ?? '');
      return [{ file, start: tokens[at].start, end: tokens[match.end - 1].end, put: written }];
    }),
  );
  if (places.length !== 1) {
    throw new Error(`${where}: expected once, found ${places.length} times: ${find}`);
  }
  return places[0];
}

/**
 * @param {readonly Token[]} tokens
 * @param {number} at
 * @param {readonly string[]} pattern
 * @returns {{ end: number, runs: Map<string, (text: string) => string> } | null}
 */
function matchAt(tokens, at, [first, ...rest]) {
  if (first === undefined) return { end: at, runs: new Map() };
  if (!/^\$\d$/.test(first)) {
    return tokens[at]?.text === first ? matchAt(tokens, at + 1, rest) : null;
  }
  for (let end = at; end <= tokens.length; end = afterOne(tokens, end)) {
    const match = matchAt(tokens, end, rest);
    if (match) {
      const [from, to] = [tokens[at]?.start ?? 0, tokens[end - 1]?.end ?? 0];
      match.runs.set(first, (text) => (end > at ? text.slice(from, to) : ''));
      return match;
    }
    if (end >= tokens.length || CLOSERS.has(tokens[end].text)) return null;
  }
  return null;
}

/**
 * The index after a token, or after the bracket that it opens.
 *
 * @param {readonly Token[]} tokens
 * @param {number} at
 */
function afterOne(tokens, at) {
  const open = tokens[at]?.text;
  const close = CLOSER.get(open);
  if (!close) return at + 1;
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    if (tokens[i].text === open) depth += 1;
    if (tokens[i].text === close) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return tokens.length;
}

/**
 * The range of the function with this name, from its parameters' end: its body, after a
 * constructor's members.
 *
 * @param {readonly Token[]} tokens
 * @param {number} at
 * @returns {[number, number] | null}
 */
function functionAt(tokens, at) {
  const { text } = tokens[at];
  if (!NAME.test(text) || CONTROL.has(text) || tokens[at + 1]?.text !== '(') return null;
  const begin = afterOne(tokens, at + 1);
  let next = begin;
  while (SUFFIXES.has(tokens[next]?.text)) next += 1;
  if (tokens[next]?.text === ':') {
    // a constructor's members, each initialised in brackets
    do {
      next += 1;
      while (next < tokens.length && !CLOSER.has(tokens[next].text)) next += 1;
      next = afterOne(tokens, next);
    } while (tokens[next]?.text === ',');
  }
  return tokens[next]?.text === '{' ? [begin, afterOne(tokens, next)] : null;
}

/**
 * The range of the constant's value.
 *
 * @param {readonly Token[]} tokens
 * @param {number} at
 * @returns {[number, number] | null}
 */
function constantAt(tokens, at) {
  if (!/^k[A-Z]/.test(tokens[at].text)) return null;
  const sign = tokens[at + 1]?.text === '[' ? afterOne(tokens, at + 1) : at + 1; // a table's
  if (tokens[sign]?.text !== '=') return null;
  let end = sign + 1;
  while (end < tokens.length && !/^[,;]$/.test(tokens[end].text)) end = afterOne(tokens, end);
  return [sign + 1, end];
}

/**
 * The class named before a member's name, with `::`, or nothing.
 *
 * @param {readonly Token[]} tokens
 * @param {number} at
 */
function classBefore(tokens, at) {
  if (tokens[at - 1]?.text !== '::') return '';
  let before = at - 2;
  if (tokens[before]?.text === '>') {
    while (before > 0 && tokens[before].text !== '<') before -= 1;
    before -= 1;
  }
  return `${tokens[before].text}::`;
}
