// Pieces of tokenizers that count in bytes, as text: their vocabularies write each byte as one letter, `Ġ` for a space and `Ã¼`
// for ü.

/** The letter of each byte, as GPT-2's vocabulary has it. @type {Map<string, number>} */
const BYTES = new Map();
let next = 256;
for (let byte = 0; byte < 256; byte++) {
  const isOwn = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  BYTES.set(String.fromCharCode(isOwn ? byte : next++), byte);
}

/** @param {readonly number[]} bytes @returns {string | null} null: they are no text */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return null;
  }
}

/**
 * Names of tokens for readers: without the signs that tokenizers write for a space before them. They are taken as bytes only where all of them together are text in UTF-8: names that are text
 * already, as `für`, are not.
 *
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function readable(names) {
  return textsOf(names).map((name) =>
    name
      .replace(/^[Ġ▁ ]+(?=.)/su, '')
      .replaceAll('\n', '⏎')
      .replaceAll('\t', '⇥'),
  );
}

/** @param {readonly string[]} names */
function textsOf(names) {
  const all = names.map((name) => Array.from(name, (letter) => BYTES.get(letter)));
  const bytes = all.map((each) => (each.includes(undefined) ? [] : each.map(Number)));
  if (textOf(bytes.flat()) === null) return [...names];
  return names.map((name, i) => {
    if (bytes[i].length === 0) return name;
    // a part of a character is no text: its bytes' numbers say what it is
    return (
      textOf(bytes[i]) ?? bytes[i].map((byte) => `⟨${byte.toString(16).toUpperCase()}⟩`).join('')
    );
  });
}
