// Makes tokens from text by the rules of a tokenizer.json, with the range of each token in the text, like Python's tokenizers
// (return_offsets_mapping).

import { wrongKind } from '../../arguments/errors.ts';
import {
  addedPiece,
  addedTokens,
  checkAddedIds,
  isNormalized,
  splitAdded,
} from './added-tokens.ts';
import { codePointsOf, textOf } from './aligned.ts';
import { decoderOf, shown } from './decode.ts';
import { Cost, expectShort } from './limits.ts';
import { normalizerOf } from './normalize.ts';
import { pieceModel } from './pieces.ts';
import { slotsOf, trimmed, trimsOf } from './post-process.ts';
import { preTokenizerOf } from './pre-tokenize.ts';
import { readRules, wrongField } from './schema.ts';
import type { Added, Piece } from './added-tokens.ts';
import type { CodePoint } from './aligned.ts';

export interface ModelInput {
  ids: number[];
  tokens: string[];
  texts: string[];
  /** range in UTF-16 units of the text; special tokens have [0, 0] */
  spans: [start: number, end: number][];
  /** the index of each token's word; -1 for special tokens */
  words: number[];
  /** 0 for the first text, 1 for the second */
  typeIds?: number[];
}

/** rules of a tokenizer.json, a vocabulary of words, or a refusal */
export type MadeOf =
  { rules: unknown } | { vocab: readonly string[] } | { others: [file: string, name: string] };

export interface TextTokenizer {
  /** its definition, from which another thread makes a second one */
  madeOf: MadeOf;
  tokenize: (text: string | readonly [string, string]) => ModelInput;
  decode: (ids: readonly number[]) => string;
  /** its piece */
  tokenOf: (id: number) => string | undefined;
  /** the piece as text; a part of a character is shown by the numbers of its bytes */
  textOf: (id: number) => string | undefined;
}

/**
 * @param json the content of tokenizer.json
 * @throws {HeadwiseError} 'format' for rules that cannot be read, 'unsupported' for unknown kinds
 */
export function createTokenizer(json: unknown): TextTokenizer {
  const rules = readRules(json, '');
  const model = pieceModel(rules.model);
  const normalize = normalizerOf(rules.normalizer);
  const cutWords = preTokenizerOf(rules.pre_tokenizer);
  const decoder = decoderOf(rules.decoder);
  const slots = [slotsOf(rules.post_processor, false), slotsOf(rules.post_processor, true)];
  const trims = trimsOf(rules.post_processor);
  checkAddedIds(rules.added_tokens, model);
  const added = addedTokens(rules.added_tokens, normalize, new Cost());
  const addedById: Map<number, Added> = new Map(
    rules.added_tokens.map((each: Added) => [each.id, each]),
  );
  const tokenOf = (id: number) => addedById.get(id)?.content ?? model.pieceOf(id);
  for (const slot of slots.flat()) {
    if ('text' in slot || tokenOf(slot.id) !== undefined) continue;
    throw wrongField(`post_processor: the id of ${slot.token}`, 'that of a token', slot.id);
  }

  return {
    madeOf: { rules: json },
    tokenize(text) {
      const texts = typeof text === 'string' ? [text] : text;
      const isText = Array.isArray(texts) && (texts.length === 1 || texts.length === 2);
      if (!isText || !texts.every((each) => typeof each === 'string')) {
        throw wrongKind('text', 'a string, or two of them', text);
      }
      const cost = new Cost();
      return assemble(
        texts,
        texts.map((each) => piecesOf(each, cost)),
      );
    },
    decode: (ids) => {
      const pieces = ids.map(decodedPiece).filter((piece) => piece !== undefined);
      if (pieces.length === 0) return '';
      return decoder ? decoder.chain(pieces).join('') : pieces.join(' ');
    },
    tokenOf,
    textOf: (id) => {
      const found = asText(id);
      return found === undefined ? undefined : shown(found);
    },
  };

  /** A token that is found in normalized text is decoded in its normalized form. */
  function decodedPiece(id: number) {
    const token = addedById.get(id);
    if (!token || !isNormalized(token)) return tokenOf(id);
    return textOf(normalize(codePointsOf(token.content), new Cost()));
  }

  function asText(id: number) {
    const piece = tokenOf(id);
    if (piece === undefined || addedById.get(id)?.special) return piece;
    return decoder ? decoder.one(decodedPiece(id) as string) : piece;
  }

  function piecesOf(text: string, cost: Cost): Piece[] {
    const raw = codePointsOf(text);
    let word = 0;
    return splitAdded(raw, added.raw, cost).flatMap((part) => {
      if (part.added) return [addedPiece(part, word++)];
      return splitAdded(normalize(part.codePoints, cost), added.normalized, cost).flatMap(
        (inner) => {
          if (inner.added) return [addedPiece(inner, word++)];
          const words = inner.codePoints.length === 0 ? [] : cutWords(inner.codePoints, cost);
          return words.flatMap((each) => cutWord(each, word++, cost));
        },
      );
    });
  }

  function cutWord(codePoints: CodePoint[], word: number, cost: Cost): Piece[] {
    return model.pieces(textOf(codePoints), cost).map(({ token, id, from, to }) => {
      return { token, id, word, begin: codePoints[from].begin, end: codePoints[to - 1].end };
    });
  }

  /** @param pieces the pieces of each text */
  function assemble(texts: readonly string[], pieces: Piece[][]): ModelInput {
    const units = texts.map(unitsOf);
    const parts = slots[texts.length - 1];
    const count = parts.reduce((sum, slot) => sum + ('text' in slot ? pieces[slot.text].length : 1), 0); // prettier-ignore
    expectShort(count, 'the post-processor');
    const input: Required<ModelInput> = {
      ids: [],
      tokens: [],
      texts: [],
      spans: [],
      words: [],
      typeIds: [],
    };
    const shownTexts: Map<number, string> = new Map();
    for (const slot of parts) {
      if ('text' in slot) {
        pieces[slot.text].forEach((piece, i) => {
          const [begin, end] = trimmed(piece, i === 0, trims);
          const span = [units[slot.text][begin], units[slot.text][end]];
          add(piece.token, piece.id, span as [number, number], piece.word, slot.type);
        });
      } else add(slot.token, slot.id, [0, 0], -1, slot.type);
    }
    return input;

    function add(token: string, id: number, span: [number, number], word: number, type: number) {
      let text = shownTexts.get(id);
      if (text === undefined) shownTexts.set(id, (text = shown(asText(id) ?? token)));
      input.tokens.push(token);
      input.texts.push(text);
      input.ids.push(id);
      input.spans.push(span);
      input.words.push(word);
      input.typeIds.push(type);
    }
  }
}

/** The index of the first UTF-16 unit of each code point. */
function unitsOf(text: string) {
  const units = [0];
  for (const codePoint of text) units.push(units[units.length - 1] + codePoint.length);
  return units;
}
