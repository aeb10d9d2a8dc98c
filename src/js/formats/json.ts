// Parses the JSON of a file's header in one pass. Unlike JSON.parse it refuses duplicate names and deep nesting; objects become
// Maps, so that no name has a special meaning.

/** The maximum nesting; a header needs three levels. */
const DEEPEST = 8;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, SPACE] = [0x30, 0x39, 0x20];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

type Json = null | boolean | number | string | unknown[] | Map<string, unknown>;

/**
 * @param longest maximum length of a name in characters
 * @throws {Error} names the mistake and its offset
 */
export function parseJson(text: string, longest: number): Json {
  let at = 0;
  const value = parse(0);
  if (next() === next()) fail('no more'); // NaN at the end
  return value;

  /** The code of the next character that is not white space; NaN at the end. */
  function next() {
    let code = text.charCodeAt(at);
    while (code === SPACE || (code >= 9 && code <= 13 && code !== 11 && code !== 12)) {
      code = text.charCodeAt(++at);
    }
    return code;
  }

  function parse(depth: number): Json {
    if (depth > DEEPEST) fail(`at most ${DEEPEST} values inside each other`);
    const code = next();
    if (code === QUOTE) return parseString();
    if (code === OPEN) return parseObject(depth);
    if (code === OPEN_LIST) return parseList(depth);
    if (code > ZERO && code <= NINE) return parseNumber();
    const number = match(NUMBER);
    if (number !== '') return Number(number);
    const word = match(WORD);
    if (word === '') fail('a value');
    return word === 'null' ? null : word === 'true';
  }

  function parseObject(depth: number) {
    const members: Map<string, Json> = new Map();
    at++;
    if (next() === CLOSE) return (at++, members);
    for (;;) {
      if (next() !== QUOTE) fail('a name');
      const name = parseString(longest);
      if (members.has(name)) throw new Error(`${JSON.stringify(name)} stands in it twice`);
      expect(COLON, ':');
      members.set(name, parse(depth + 1));
      if (next() === CLOSE) return (at++, members);
      expect(COMMA, ', or }');
    }
  }

  function parseList(depth: number) {
    const items: Json[] = [];
    at++;
    if (next() === CLOSE_LIST) return (at++, items);
    for (;;) {
      items.push(parse(depth + 1));
      if (next() === CLOSE_LIST) return (at++, items);
      expect(COMMA, ', or ]');
    }
  }

  /** @param most maximum length in characters */
  function parseString(most: number = Infinity): string {
    const from = at;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(++at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        at++;
      } else if (!(code >= SPACE)) fail('the end of a string');
      if (at - from > most) fail(`names of at most ${most} letters`, from);
    }
    at++;
    if (!escaped) return text.slice(from + 1, at - 1);
    try {
      return JSON.parse(text.slice(from, at));
    } catch {
      return fail('a string', from);
    }
  }

  /** Most numbers are integers, and are read digit by digit. */
  function parseNumber() {
    const from = at;
    let value = 0;
    let code = text.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
      value = 10 * value + code - ZERO;
    }
    if (code === COMMA || code === CLOSE_LIST || code === CLOSE) return value;
    at = from;
    return Number(match(NUMBER));
  }

  function match(pattern: RegExp) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  }

  function expect(code: number, sign: string) {
    if (next() !== code) fail(sign);
    at++;
  }

  function fail(expected: string, place: number = at): never {
    const found = JSON.stringify(text.slice(place, place + 20));
    throw new Error(`expected ${expected} at ${place}, got ${found}`);
  }
}
