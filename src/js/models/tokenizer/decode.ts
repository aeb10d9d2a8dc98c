// Decodes ids into text, as the decoders of Python's tokenizers do, and single pieces into their text.

import { Cost, expectShort } from './limits.ts';
import { patternOf } from './regex.ts';
import { BYTES } from './pre-tokenize.ts';

interface Decoder {
  /** from pieces to parts of the text */
  chain: (pieces: string[]) => string[];
  /** a single piece: its text, or bytes that may be a part of a character */
  one?: (piece: string) => Uint8Array | string;
}

const encoder = new TextEncoder();
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const STRICT = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const BYTE = new Map(BYTES.map((letter, byte) => [letter, byte]));

/** @param rules of the decoder in tokenizer.json, checked */
export function decoderOf(rules: any): Required<Decoder> | null {
  if (rules === null) return null;
  const { chain, one = (piece) => chain([piece]).join('') } = DECODERS[rules.type](rules);
  return { chain, one };
}

const DECODERS: Record<string, (rules: any) => Decoder> = {
  ByteFallback: () => ({ chain: joinBytes, one: (piece) => byteOf(piece) ?? piece }),
  ByteLevel: () => ({
    chain: (pieces) => [UTF8.decode(Uint8Array.from(pieces.flatMap((each) => [...bytesOf(each)])))],
    one: bytesOf,
  }),
  Fuse: () => ({ chain: (pieces) => [pieces.join('')], one: (piece) => piece }),
  BPEDecoder: ({ suffix }) => ({
    chain: (pieces) =>
      pieces.map((piece, i) => replaced(piece, suffix, i === pieces.length - 1 ? '' : ' ')),
    one: (piece) => replaced(piece, suffix, ' '),
  }),
  CTC: ({ pad_token: pad, word_delimiter_token: delimiter, cleanup }) => ({
    chain: (pieces) =>
      pieces
        .filter((piece, i) => piece !== pieces[i - 1])
        .map((piece) => replaced(piece, pad, ''))
        .map((piece) => (cleanup ? replaced(cleanedUp(piece), delimiter, ' ') : piece))
        .filter((piece) => piece !== ''),
  }),
  Metaspace: ({ replacement, prepend_scheme: scheme }) => {
    const spaced = (piece: string) => piece.replaceAll(replacement, ' ');
    return {
      chain: (pieces) =>
        pieces.map((piece, i) =>
          i === 0 && scheme !== 'never' ? piece.replaceAll(replacement, '') : spaced(piece),
        ),
      one: spaced,
    };
  },
  Replace: ({ pattern, content }) => {
    const find = patternOf(pattern);
    const change = (piece: string, cost: Cost) => {
      const matches =
        typeof find === 'function'
          ? find(piece, cost)
          : Array.from(piece.matchAll(find), ({ index, 0: all }) => [index, index + all.length]);
      expectShort(piece.length + matches.length * content.length, 'Replace');
      let at = 0;
      const parts = matches.map(([begin, end]) => {
        const part = piece.slice(at, begin) + content;
        at = end;
        return part;
      });
      return parts.join('') + piece.slice(at);
    };
    return {
      chain(pieces) {
        const cost = new Cost();
        return pieces.map((piece) => change(piece, cost));
      },
    };
  },
  Sequence: ({ decoders }) => {
    const all = decoders.map(decoderOf);
    return {
      chain: (pieces) => all.reduce((left: string[], next: Decoder) => next.chain(left), pieces),
      one: (piece) =>
        all.reduce(
          (left: string | Uint8Array, next: Required<Decoder>) =>
            typeof left === 'string' ? next.one(left) : left,
          piece,
        ),
    };
  },
  // only at the ends of a text; a piece may be in its middle
  Strip: ({ content, start, stop }) => ({
    chain: (pieces) => pieces.map((piece) => stripped(piece, content, start, stop)),
    one: (piece) => piece,
  }),
  WordPiece: ({ prefix, cleanup }) => ({
    chain: (pieces) =>
      pieces
        .map((piece, i) => {
          if (i === 0) return piece;
          return piece.startsWith(prefix) ? piece.slice(prefix.length) : ` ${piece}`;
        })
        .map((piece) => (cleanup ? cleanedUp(piece) : piece)),
    one: (piece) => piece, // its mark shows that it continues a word
  }),
};

function replaced(text: string, from: string, to: string) {
  const parts = text.split(from);
  expectShort(from === '' ? text.length * (to.length + 1) : text.length, 'the decoder');
  return from === '' ? ['', ...text, ''].join(to) : parts.join(to);
}

/** The byte of a piece such as <0xC3>. */
function byteOf(piece: string) {
  const found = /^<0x([\da-fA-F]{2})>$/.exec(piece);
  return found ? Uint8Array.of(Number.parseInt(found[1], 16)) : undefined;
}

function joinBytes(pieces: string[]) {
  const parts: string[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length === 0) return;
    try {
      parts.push(STRICT.decode(Uint8Array.from(bytes)));
    } catch {
      parts.push(...bytes.map(() => '\ufffd'));
    }
    bytes = [];
  };
  for (const piece of pieces) {
    const byte = byteOf(piece);
    if (byte) bytes.push(byte[0]);
    else {
      flush();
      parts.push(piece);
    }
  }
  flush();
  return parts;
}

/** The bytes of a piece's letters; the piece's own bytes if one letter means no byte. */
function bytesOf(piece: string) {
  const bytes = Array.from(piece, (letter) => BYTE.get(letter) ?? -1);
  return bytes.includes(-1) ? encoder.encode(piece) : Uint8Array.from(bytes);
}

function stripped(text: string, content: string, start: number, stop: number) {
  const letters = Array.from(text);
  let [begin, end] = [0, letters.length];
  while (begin < Math.min(start, letters.length) && letters[begin] === content) begin++;
  while (letters.length - end < stop && end > begin && letters[end - 1] === content) end--;
  return letters.slice(begin, end).join('');
}

/** Joins English pieces of WordPiece, without the spaces before punctuation. */
const SPACED: [string, string][] = [
  [' .', '.'],
  [' ?', '?'],
  [' !', '!'],
  [' ,', ','],
  [" ' ", "'"],
  [" n't", "n't"],
  [" 'm", "'m"],
  [' do not', " don't"],
  [" 's", "'s"],
  [" 've", "'ve"],
  [" 're", "'re"],
];

function cleanedUp(text: string) {
  return SPACED.reduce((left, [from, to]) => left.replaceAll(from, to), text);
}

/** Text to show: bytes that are no complete character are shown by their numbers. */
export function shown(found: string | Uint8Array) {
  if (typeof found === 'string') return found;
  let text = '';
  for (let at = 0; at < found.length;) {
    const length = lengthOfCharacter(found, at);
    if (length === 0)
      text += `\u27e8${found[at++].toString(16).toUpperCase().padStart(2, '0')}\u27e9`;
    else text += UTF8.decode(found.subarray(at, (at += length)));
  }
  return text;
}

/** The number of bytes of the character that begins at an index; 0: no character begins there. */
function lengthOfCharacter(bytes: Uint8Array, at: number) {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      STRICT.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // no character of this length
    }
  }
  return 0;
}
