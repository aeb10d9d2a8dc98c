// Splits text into words, numbers, punctuation and emoji.
// Without a vocabulary: an id is a hash of the piece, so the same word has the same id everywhere.
// A trained tokenizer can replace it.

export interface Token {
  /** 0 .. 2^32 - 1; -1 for a word that a vocabulary does not have */
  id: number;
  /** the text of the token, as written; the numbers of characters that cannot be seen */
  piece: string;
  /** offset of the piece in the source text, in UTF-16 units */
  start: number;
  end: number;
  /** index of the word that it is a piece of; without it, the piece is a whole word */
  word?: number;
}

export interface Encoding {
  tokens: Token[];
  /** whether the text continues after the last token */
  truncated: boolean;
}

export type Tokenizer = {
  encode: (text: string, options?: { limit?: number }) => Encoding;
};

const EMOJI_PART = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:[\u{e0020}-\u{e007f}]+)?`;

const PIECES = new RegExp(
  [
    String.raw`\p{Regional_Indicator}{2}`, // flags
    String.raw`[0-9#*]\ufe0f?\u20e3`, // keycaps
    String.raw`${EMOJI_PART}(?:\u200d${EMOJI_PART})*`,
    String.raw`\p{N}+(?:[.,:]\p{N}+)*(?![\p{L}\p{M}])`, // 12, 3.14, 10:30
    String.raw`[\p{sc=Han}]\p{M}*`, // written without spaces: one token each
    // a word may have apostrophes and joiners inside it
    String.raw`(?:(?!\p{sc=Han})[\p{L}\p{N}])(?:(?!\p{sc=Han})[\p{L}\p{N}\p{M}\u200c\u200d]|['’](?=\p{L}))*`,
    String.raw`[^\s]\p{M}*`, // any other character, half a surrogate pair too
  ].join('|'),
  'gu',
);

/**
 * Words, numbers and punctuation. Browsers' segmenters differ from one another, and an address from
 * another reader must give the same tokens everywhere; so this is a pattern, not Intl.Segmenter.
 */
export const wordTokenizer: Tokenizer = Object.freeze({
  encode(text, { limit = Infinity } = {}) {
    const tokens: Token[] = [];
    for (const match of text.matchAll(PIECES)) {
      if (tokens.length === limit) return { tokens, truncated: true };
      const [piece] = match;
      tokens.push({
        id: pieceId(piece),
        piece: visiblePiece(piece),
        start: match.index,
        end: match.index + piece.length,
      });
    }
    return { tokens, truncated: false };
  },
});

/** ⟨U+200D⟩ for a piece without any character that can be seen, such as a joiner. */
export function visiblePiece(piece: string) {
  if (!/^[\p{DI}\p{Cc}\p{Cf}]+$/u.test(piece)) return piece;
  return Array.from(piece, (one) => {
    const number = Number(one.codePointAt(0)).toString(16).toUpperCase();
    return `⟨U+${number.padStart(4, '0')}⟩`;
  }).join('');
}

/**
 * FNV-1a (32 bits) over the UTF-16 units, low byte first, of the piece in lower case and NFC: "The"
 * and "the" have the same id, and so have the two encodings of "é".
 */
export function pieceId(piece: string) {
  const word = piece.normalize('NFC').toLowerCase();
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >> 8), 0x01000193);
  }
  return hash >>> 0;
}
