// Parses the JSON of a file's header: JSON.parse, after a scan that refuses duplicate names and deep nesting, which JSON.parse
// accepts.

/** The maximum nesting; a header needs three levels. */
const DEEPEST = 8;

/**
 * @param longest maximum length of a name in characters
 * @throws {Error} names the mistake
 */
export function parseJson(text: string, longest: number): unknown {
  const names: Set<string>[] = []; // of each object that is open; a list has an empty set
  const mark = /["[\]{}]/g;
  const colon = /\s*:/y;
  while (mark.test(text)) {
    const at = mark.lastIndex - 1;
    if (text[at] === '"') {
      const end = endOfString(text, at);
      if (end < 0) break;
      mark.lastIndex = colon.lastIndex = end + 1;
      if (colon.test(text)) addName(text.slice(at, end + 1), names.at(-1));
    } else if (text[at] === '[' || text[at] === '{') {
      if (names.length >= DEEPEST) fail(`at most ${DEEPEST} values inside each other`);
      names.push(new Set());
    } else names.pop();
  }
  return JSON.parse(text);

  /** @param quoted with its quotes and escapes */
  function addName(quoted: string, known: Set<string> | undefined) {
    if (quoted.length - 2 > longest) fail(`names of at most ${longest} letters`);
    const name = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
    if (known?.has(name)) throw new Error(`${JSON.stringify(name)} occurs twice`);
    known?.add(name);
  }
}

function fail(expected: string): never {
  throw new Error(`expected ${expected}`);
}

/** The offset of a string's closing quote; -1: the text ends before it. */
function endOfString(text: string, from: number): number {
  let end = from;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
