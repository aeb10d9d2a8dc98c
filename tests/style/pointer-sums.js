// Finds sums of an address and a number in C++: `x + i * width`, `p += stride`, `++p` and `&x[i]`. The text is read as
// tokens, without types: an address is a name that its file declares with a `*`, a member that any file declares so, or
// the result of a function that is declared so.

import { tokensOf } from '../mutants/cpp.js';

const NAME = /^[A-Za-z_]\w*$/;
/** A word before `*` that makes the next name an address: a type, or the end of one. */
const TYPE = /^(T|U|auto|void|bool|char|int|float|double|\w+_t|>)$/;
const STEPS = new Set(['+', '-', '+=', '-=', '++', '--']);

/**
 * @param {readonly { path: string, text: string }[]} files
 * @returns {string[]} one line for each sum: its file, its line, and its text
 */
export function pointerSums(files) {
  const read = files.map(({ path, text }) => ({ path, text, tokens: wordsOf(text) }));
  const all = read.map(({ tokens }) => addressesIn(tokens));
  const members = new Set(all.flatMap(({ members }) => [...members]));
  const functions = new Set(all.flatMap(({ functions }) => [...functions]));
  return read.flatMap(({ path, text, tokens }, file) => {
    const { names } = all[file];
    const isAddress = (/** @type {number} */ at) => {
      const word = tokens[at].text;
      if (!NAME.test(word) || tokens[at - 1]?.text === '*') return false; // *x is a number
      if (tokens[at + 1]?.text === '(') return functions.has(word) || word === 'data';
      const isMember = word.endsWith('_') || /^(\.|->)$/.test(tokens[at - 1]?.text);
      return isMember ? members.has(word) : names.has(word);
    };
    return tokens.flatMap((token, at) => {
      if (!isSum(tokens, at, isAddress)) return [];
      const line = text.slice(0, token.start).split('\n').length;
      return [`${path}:${line}: ${text.split('\n')[line - 1].trim()}`];
    });
  });
}

/** @param {string} text */
function wordsOf(text) {
  const code = text.replace(/^\s*#.*$/gm, (line) => ' '.repeat(line.length));
  return tokensOf(code).filter(({ text }) => text !== 'const' && text !== '__restrict');
}

/**
 * The names that tokens declare as addresses.
 *
 * @param {readonly import('../mutants/cpp.js').Token[]} tokens
 */
function addressesIn(tokens) {
  const names = new Set();
  const members = new Set();
  const functions = new Set();
  tokens.forEach(({ text }, at) => {
    if (text !== '*' || !NAME.test(tokens[at + 1]?.text ?? '')) return;
    const [before, after] = [tokens[at - 1].text, tokens[at + 2]?.text ?? ''];
    const isNext = before === ',' && /^[=;,]$/.test(after); // T *a, *b
    if (!(TYPE.test(before) || isNext) || !/^[=;,:)({]$/.test(after)) return;
    const name = tokens[at + 1].text;
    if (after === '(') functions.add(name);
    else names.add(name);
    if (after === ';' || after === '=' || after === ',' || after === '{') members.add(name);
  });
  return { names, members, functions };
}

/**
 * @param {readonly import('../mutants/cpp.js').Token[]} tokens
 * @param {number} at
 * @param {(at: number) => boolean} isAddress
 */
function isSum(tokens, at, isAddress) {
  const { text } = tokens[at];
  if (text === '&') {
    // &x[i]: no operand is before it
    if (NAME.test(tokens[at - 1]?.text ?? '') || /^[)\]]$/.test(tokens[at - 1]?.text)) return false;
    let name = at + 1;
    while (/^(\.|->)$/.test(tokens[name + 1]?.text)) name += 2;
    return tokens[name + 1]?.text === '[' && isAddress(name);
  }
  if (!STEPS.has(text)) return false;
  if (text === '++' || text === '--') {
    return isAddress(at + 1) || (isAddress(at - 1) && !/^\d|^[A-Za-z_]/.test(tokens[at + 1]?.text));
  }
  return endsInAddress(tokens, at - 1, isAddress);
}

/**
 * Tells whether an operand that ends here is an address: a name, a call, or brackets around a
 * choice of addresses.
 *
 * @param {readonly import('../mutants/cpp.js').Token[]} tokens
 * @param {number} at
 * @param {(at: number) => boolean} isAddress
 */
function endsInAddress(tokens, at, isAddress) {
  if (tokens[at]?.text !== ')') return isAddress(at);
  let open = at;
  for (let depth = 0; open >= 0; open--) {
    if (tokens[open].text === ')') depth += 1;
    if (tokens[open].text === '(' && --depth === 0) break;
  }
  if (NAME.test(tokens[open - 1]?.text ?? '') && !/^(return|if)$/.test(tokens[open - 1].text))
    return isAddress(open - 1);
  return isAddress(at - 1) && tokens.slice(open, at).some(({ text }) => text === '?');
}
