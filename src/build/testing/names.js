// Reads test names from a file's text, to skip files without a matching test.

/** The functions that name a test or a suite by their first argument. */
const NAMERS = /^(test|it|describe|suite)$/;
/** The most words that a name takes from variables. */
const FEW = 2;
const SEVERAL = /^(only|skip|todo)$/;

/** @typedef {(string | null)[]} Name its parts; null: known only when the file runs */

/**
 * Whether a test or a suite may match the pattern. A variable in a name stands for a text of these modules, or for two of
 * their words.
 *
 * @param {readonly string[]} texts of a test file and of the tests' modules that it imports
 * @param {readonly string[]} others of the other modules that it imports
 * @param {RegExp} pattern
 */
export async function mayMatch(texts, others, pattern) {
  const { parse } = await import('acorn'); // not before npm packages are installed
  const options = /** @type {const} */ ({ ecmaVersion: 'latest', sourceType: 'module' });
  const names = texts.flatMap((text) => namesIn(parse(text, options)));
  const known = [...texts, ...others].join('\n');
  return names.some((name) => {
    if (!name.includes(null)) return pattern.test(name.join(''));
    const plain = plainText(pattern);
    return plain === null || fits(name, plain, known);
  });
}

/** The text of a pattern without special characters; null for other patterns. @param {RegExp} pattern */
function plainText({ source }) {
  const text = source.replace(/^\^|\$$/g, '').replace(/\\([^\w\s])/g, '$1');
  return /[\\[\](){}*+?|^$]|\.[*+?]/.test(source.replace(/^\^|\$$/g, '')) ? null : text;
}

/**
 * Whether a text may be a part of a name.
 *
 * @param {Name} name
 * @param {string} text
 * @param {string} known texts
 */
function fits(name, text, known) {
  return name.some((part, i) => {
    if (part === null) return goesOn(i, text);
    return Array.from(part).some((_, from) => goesOn(i, text, part.slice(from)));
  });

  /** @param {number} i @param {string} rest @returns {boolean} */
  function goesOn(i, rest, part = name[i]) {
    if (i >= name.length) return false;
    if (part !== null) {
      return (
        part.startsWith(rest) || (rest.startsWith(part) && goesOn(i + 1, rest.slice(part.length)))
      );
    }
    for (let length = 0; length <= rest.length && isKnown(rest.slice(0, length), known); length++) {
      if (length === rest.length || goesOn(i + 1, rest.slice(length))) return true;
    }
    return false;
  }
}

/** @param {string} text @param {string} known */
function isKnown(text, known) {
  if (known.includes(text)) return true;
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length <= FEW && words.every((word) => known.includes(word));
}

/**
 * @param {any} node
 * @returns {Name[]}
 */
function namesIn(node) {
  if (!node || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap(namesIn);
  return isNamer(node) ? [nameOf(node.arguments[0]), ...inside] : inside;
}

/** @param {any} node */
function isNamer({ type, callee, arguments: given }) {
  if (type !== 'CallExpression') return false;
  if (callee.type === 'Identifier') return NAMERS.test(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  if (SEVERAL.test(property.name)) return NAMERS.test(object.name);
  return NAMERS.test(property.name) && given.length > 1; // unlike the one of a regular expression
}

/** @param {any} argument @returns {Name} */
function nameOf(argument) {
  if (argument?.type === 'Literal') return [String(argument.value)];
  if (argument?.type !== 'TemplateLiteral') return [null];
  return argument.quasis.flatMap((/** @type {any} */ { value }, /** @type {number} */ i) =>
    i === 0 ? [value.cooked] : [null, value.cooked],
  );
}
