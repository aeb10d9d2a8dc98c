// Decodes tokens of byte-level tokenizers: their vocabularies write each byte as one letter, `Ġ`
// for a space and `Ã¼` for ü.

/** The letter of each byte in GPT-2's vocabulary. */
const BYTES: Map<string, number> = new Map();
let next = 256;
for (let byte = 0; byte < 256; byte++) {
  const isOwn = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  BYTES.set(String.fromCharCode(isOwn ? byte : next++), byte);
}

/** @returns null: the bytes are not UTF-8 */
function textOf(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return null;
  }
}

/**
 * Names of tokens for readers, without the characters that tokenizers write for a space before
 * them. Names are decoded from bytes only if all of them together are UTF-8: text such as `für` is
 * not.
 */
export function readable(names: readonly string[]): string[] {
  return textsOf(names).map((name) =>
    name
      .replace(/^[Ġ▁ ]+(?=.)/su, '')
      .replaceAll('\n', '⏎')
      .replaceAll('\t', '⇥'),
  );
}

function textsOf(names: readonly string[]) {
  const all = names.map((name) => Array.from(name, (letter) => BYTES.get(letter)));
  const bytes = all.map((each) => (each.includes(undefined) ? [] : each.map(Number)));
  if (textOf(bytes.flat()) === null) return [...names];
  return names.map((name, i) => {
    if (bytes[i].length === 0) return name;
    // a part of a character is not text: its bytes' numbers identify it
    return (
      textOf(bytes[i]) ?? bytes[i].map((byte) => `⟨${byte.toString(16).toUpperCase()}⟩`).join('')
    );
  });
}
