// The tokenizer of a transformer of headwise/training, whose file has only a vocabulary. Each word of the vocabulary is a token; a
// text with other words is refused. If the words are pieces of another tokenizer, every text is refused.

import { HeadwiseError, shorten, wrongKind, wrongNumber } from '../../arguments/errors.ts';
import { BYTES, pieceTokenizer } from '../../training/bpe-tokenizer.ts';
import { LETTERS, WORDS } from '../../training/tasks/splitting.ts';
import type { ModelInput, TextTokenizer } from './tokenizer.ts';

const RUNS = /<\S+?>|[^\s<]+|<|\s+/g;
/** Words without a text. */
const WITHOUT_TEXT = /^<.*>$/;
const ONE_LETTER = new RegExp(`^(?:${LETTERS.source})$`, 'su');
/** Pieces as tokenizers mark them: SentencePiece at the beginning of a word, WordPiece inside one. */
const PIECE = /^(?:\u2581|##)./su;
/** The minimum fraction of pieces in another tokenizer's vocabulary: some words of an own vocabulary may be like pieces. */
const MIN_FRACTION = 1 / 8;
/** Named in an error. */
const NAMED = 8;
/** The maximum length of a vocabulary that an error lists as a whole. */
const WHOLE = 32;

export function vocabularyTokenizer(vocab: readonly string[]): TextTokenizer {
  const isPieces =
    vocab.length >= BYTES &&
    vocab.slice(0, BYTES).every((piece, byte) => piece === String.fromCharCode(byte));
  const tokenizerOf = isPieces
    ? tokenizerOfPieces
    : isOfAnother(vocab)
      ? tokenizerOfOthers
      : tokenizerOfWords;
  return { ...tokenizerOf(vocab), madeOf: { vocab } };
}

type Without = Omit<TextTokenizer, 'madeOf'>;

/**
 * Whether many words are pieces of SentencePiece or WordPiece, or the words have letters for bytes as GPT-2's.
 */
function isOfAnother(vocab: readonly string[]) {
  const words = new Set(vocab);
  const control = Array.from({ length: 33 }, (_, byte) => String.fromCharCode(0x100 + byte));
  const pieces = vocab.filter((word) => PIECE.test(word));
  const most = Math.max(1, MIN_FRACTION * vocab.length);
  return pieces.length > most || control.every((one) => words.has(one));
}

function tokenizerOfOthers(vocab: readonly string[]): Without {
  return {
    tokenize() {
      throw new HeadwiseError(
        'unsupported',
        "tokenize: this file has its tokens' names alone; open it with the tokenizer.json of its model beside it",
      );
    },
    decode: (ids) => ids.map((id) => vocab[id]).join(''),
    tokenOf: (id) => vocab[id],
    textOf: (id) => vocab[id],
  };
}

/** The tokenizer for pieces from learnPieces. */
function tokenizerOfPieces(vocab: readonly string[]): Without {
  const { encode, decode } = pieceTokenizer(vocab);
  return {
    tokenize(text) {
      const { tokens } = encode(toText(text));
      return inputOf(
        tokens.map(({ piece, ...token }) => ({ ...token, token: piece, text: decode([token.id]) })),
      );
    },
    decode,
    tokenOf: (id) => (id < vocab.length ? decode([id]) : undefined),
    textOf: (id) => (id < vocab.length ? decode([id]) : undefined),
  };
}

/**
 * Splits a text into letters if every word of the vocabulary is a letter, otherwise into words like splitText. A word of the
 * vocabulary between spaces, such as `<pad>`, is not split.
 */
function tokenizerOfWords(vocab: readonly string[]): Without {
  const ids = new Map(vocab.map((word, id) => [word, id]));
  const texts = vocab.filter((word) => !WITHOUT_TEXT.test(word));
  const isLetters = texts.every((word) => ONE_LETTER.test(word));
  const isJoined = isLetters && texts.some((word) => /^\s$/.test(word)); // letters with spaces between words
  const idOf = (piece: string) => {
    const word = piece.normalize('NFC');
    return ids.get(word) ?? ids.get(word.toLowerCase());
  };
  return {
    tokenize(text) {
      const tokens = [];
      let word = -1;
      for (const { 0: run, index } of toText(text).matchAll(RUNS)) {
        let isNew = true;
        for (const { piece, at } of idOf(run) === undefined
          ? splitRun(run)
          : [{ piece: run, at: 0 }]) {
          const id = idOf(piece);
          if (id === undefined && /^\s/.test(piece)) continue;
          if (id === undefined) throw unknown(piece, texts);
          if (isNew || !isJoined) word++;
          isNew = false;
          const start = index + at;
          tokens.push({
            id,
            token: vocab[id],
            text: vocab[id],
            start,
            end: start + piece.length,
            word,
          });
        }
      }
      return inputOf(tokens);
    },
    decode: (all) => all.map((id) => vocab[id]).join(isLetters ? '' : ' '),
    tokenOf: (id) => vocab[id],
    textOf: (id) => vocab[id],
  };

  function splitRun(run: string) {
    const found = run.matchAll(isLetters ? LETTERS : WORDS);
    return Array.from(found, ({ 0: piece, index: at }) => ({ piece, at }));
  }
}

function unknown(piece: string, words: readonly string[]) {
  const named = words.length > WHOLE ? NAMED : words.length;
  const some = words
    .slice(0, named)
    .map((word) => JSON.stringify(shorten(word)))
    .join(' ');
  const more = words.length > named ? ` and ${words.length - named} more` : '';
  return wrongNumber('text', `words of this model's vocabulary (${some}${more})`, shorten(piece));
}

function toText(text: string | readonly [string, string]) {
  if (typeof text === 'string') return text;
  throw wrongKind('text', 'a string: this model reads no pairs', text);
}

function inputOf(
  tokens: { id: number; token: string; text: string; start: number; end: number; word: number }[],
): ModelInput {
  return {
    ids: tokens.map(({ id }) => id),
    tokens: tokens.map(({ token }) => token),
    texts: tokens.map(({ text }) => text),
    spans: tokens.map(({ start, end }) => [start, end]),
    words: tokens.map(({ word }) => word),
  };
}
