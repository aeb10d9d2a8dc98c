// Reads test names from a file's text, to skip files without a matching test.

/** The functions that name a test or a suite by their first argument. */
const NAMERS = /^(test|it|describe|suite)$/;
/** The most words that a name takes from variables. */
const FEW = 2;
const SEVERAL = /^(only|skip|todo)$/;

/** Its parts; null: known only when the file runs. */
type Name = (string | null)[];

/**
 * Whether a test or a suite may match the pattern. A variable in a name means a text of these modules, or for two of
 * their words.
 *
 * @param texts of a test file and of the tests' modules that it imports
 * @param others of the other modules that it imports
 */
export async function mayMatch(
  texts: readonly string[],
  others: readonly string[],
  pattern: RegExp,
) {
  const { parse } = await import('acorn'); // not before npm packages are installed
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
  const names = texts.flatMap((text) => namesIn(parse(text, options)));
  const known = [...texts, ...others].join('\n');
  return names.some((name) => {
    if (!name.includes(null)) return pattern.test(name.join(''));
    const plain = plainText(pattern);
    return plain === null || fits(name, plain, known);
  });
}

/** The text of a pattern without special characters; null for other patterns. */
function plainText({ source }: RegExp) {
  const text = source.replace(/^\^|\$$/g, '');
  return /[\\[\](){}*+?|^$]|\.[*+?]/.test(text) ? null : text;
}

/** Whether a text may be a part of a name: the words that the name's own parts lack come from variables. */
function fits(name: Name, text: string, known: string) {
  const parts = name.join(' ');
  const left = text.replace(/[^\s:,;]+/g, (word) => (parts.includes(word) ? '\n' : word));
  return left.split(/\s*\n\s*/).every((one) => isKnown(one.trim(), known));
}

function isKnown(text: string, known: string) {
  if (known.includes(text)) return true;
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length <= FEW && words.every((word) => known.includes(word));
}

function namesIn(node: any): Name[] {
  if (!node || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap(namesIn);
  return isNamer(node) ? [nameOf(node.arguments[0]), ...inside] : inside;
}

function isNamer({ type, callee, arguments: given }: any) {
  if (type !== 'CallExpression') return false;
  if (callee.type === 'Identifier') return NAMERS.test(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  if (SEVERAL.test(property.name)) return NAMERS.test(object.name);
  return NAMERS.test(property.name) && given.length > 1; // unlike the one of a regular expression
}

function nameOf(argument: any): Name {
  if (argument?.type === 'Literal') return [String(argument.value)];
  if (argument?.type !== 'TemplateLiteral') return [null];
  return argument.quasis.flatMap(({ value }: any, i: number) =>
    i === 0 ? [value.cooked] : [null, value.cooked],
  );
}
