// From text to tokens and back to where they stand in it. @huggingface/tokenizers cuts words into pieces; it has no
// offsets, so normalizing, cutting into words, special tokens and finding the places are done here, as Python's
// tokenizers does them (return_offsets_mapping).

import { Tokenizer as Library } from '@huggingface/tokenizers';
import { HeadwiseError, wrongKind } from '../../arguments/errors.js';
import { addedPiece, addedTokens, splitAdded } from './added-tokens.js';
import { signsOf } from './aligned.js';
import { normalizerOf } from './normalize.js';
import { placePieces } from './pieces.js';
import { slotsOf } from './post-process.js';
import { preTokenizerOf } from './pre-tokenize.js';

/** @import { Piece } from './added-tokens.js' */
/** @import { Sign } from './aligned.js' */

/**
 * @typedef {object} ModelInput
 * @property {number[]} ids
 * @property {string[]} tokens
 * @property {[start: number, end: number][]} spans in UTF-16 units of the text; special tokens have [0, 0]
 * @property {number[]} words the index of each token's word; -1 for special tokens
 * @property {number[]} [typeIds] 0 for the first text, 1 for the second
 */

/**
 * @typedef {object} TextTokenizer
 * @property {(text: string | readonly [string, string]) => ModelInput} tokenize
 * @property {(ids: readonly number[]) => string} decode
 * @property {(id: number) => string | undefined} tokenOf
 */

/**
 * @param {any} json of tokenizer.json
 * @param {any} [config] of tokenizer_config.json
 * @returns {TextTokenizer}
 * @throws {HeadwiseError} 'format' for rules that cannot be read, 'unsupported' for kinds that are not known
 */
export function createTokenizer(json, config = {}) {
  const fields = {
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    added_tokens: [],
  };
  const full = { ...fields, ...json };
  const { library, normalize, cutWords, added, slots } = attempt(() => {
    const normalizer = normalizerOf(full.normalizer);
    return {
      library: new Library(
        { ...full, ...fields, decoder: full.decoder, added_tokens: full.added_tokens },
        config,
      ),
      normalize: normalizer,
      cutWords: preTokenizerOf(full.pre_tokenizer),
      slots: [slotsOf(full.post_processor, false), slotsOf(full.post_processor, true)],
      added: addedTokens(full.added_tokens, normalizer, full.normalizer !== null),
    };
  });
  const model = /** @type {any} */ (library.model);
  const trims = trimsOf(full.post_processor);

  return {
    tokenize(text) {
      const texts = typeof text === 'string' ? [text] : text;
      const isText = Array.isArray(texts) && (texts.length === 1 || texts.length === 2);
      if (!isText || !texts.every((each) => typeof each === 'string')) {
        throw wrongKind('text', 'a string, or two of them', text);
      }
      return assemble(texts, texts.map(piecesOf));
    },
    decode: (ids) => (ids.length === 0 ? '' : library.decode([...ids])),
    tokenOf: (id) => library.id_to_token(id),
  };

  /** @param {string} text @returns {Piece[]} */
  function piecesOf(text) {
    const raw = signsOf(text);
    let word = 0;
    return splitAdded(raw, added.raw).flatMap((part) => {
      if (part.added) return [addedPiece(part, word++)];
      return splitAdded(normalize(part.signs), added.normalized).flatMap((inner) => {
        if (inner.added) return [addedPiece(inner, word++)];
        const words = inner.signs.length === 0 ? [] : cutWords(inner.signs);
        return words.filter(({ length }) => length > 0).flatMap((each) => cutWord(each, word++));
      });
    });
  }

  /** @param {Sign[]} signs @param {number} word @returns {Piece[]} */
  function cutWord(signs, word) {
    const found = placePieces(model, signs);
    return found.map(({ token, id, from, to }) => {
      return { token, id, word, begin: signs[from].begin, end: signs[to - 1].end };
    });
  }

  /**
   * @param {readonly string[]} texts
   * @param {Piece[][]} pieces of each
   * @returns {ModelInput}
   */
  function assemble(texts, pieces) {
    const units = texts.map(unitsOf);
    /** @type {Required<ModelInput>} */
    const input = { ids: [], tokens: [], spans: [], words: [], typeIds: [] };
    for (const slot of slots[texts.length - 1]) {
      if ('text' in slot) {
        pieces[slot.text].forEach((piece, i) => {
          const [begin, end] = trim(piece, i === 0);
          const span = [units[slot.text][begin], units[slot.text][end]];
          add(piece.token, piece.id, /** @type {[number, number]} */ (span), piece.word, slot.type);
        });
      } else add(slot.token, slot.id, [0, 0], -1, slot.type);
    }
    return input;

    /**
     * @param {string} token @param {number} id @param {[number, number]} span @param {number} word @param {number} type
     */
    function add(token, id, span, word, type) {
      input.tokens.push(token);
      input.ids.push(id);
      input.spans.push(span);
      input.words.push(word);
      input.typeIds.push(type);
    }
  }

  /**
   * ByteLevel's trim_offsets: the places of spaces are none of a token's, except for one that was put before the text.
   *
   * @param {Piece} piece
   * @param {boolean} first
   */
  function trim({ token, matched = token, begin, end }, first) {
    if (!trims) return [begin, end];
    const [leading, trailing] = [/^[\u0120\p{White_Space}]*/u, /[\u0120\p{White_Space}]*$/u].map(
      (pattern) => pattern.exec(matched)?.[0].length ?? 0,
    );
    const kept = (first || begin === 0) && trims.prefix ? Math.max(0, leading - 1) : leading;
    const start = Math.min(begin + kept, end);
    return [start, trailing > 0 && end >= start + trailing ? end - trailing : end];
  }
}

/** @param {any} config of the post-processor @returns {{ prefix: boolean } | undefined} */
function trimsOf(config) {
  if (config?.type === 'Sequence') {
    return config.processors.map(trimsOf).find(Boolean);
  }
  const has = config?.type === 'ByteLevel' || config?.type === 'RobertaProcessing';
  return has && config.trim_offsets !== false
    ? { prefix: config.add_prefix_space !== false }
    : undefined;
}

/**
 * @template T
 * @param {() => T} make
 * @returns {T}
 */
function attempt(make) {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof HeadwiseError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new HeadwiseError('format', `tokenizer: its rules cannot be read: ${message}`, { cause });
  }
}

/** Where each UTF-16 unit of a text begins, by code point. @param {string} text */
function unitsOf(text) {
  const units = [0];
  for (const sign of text) units.push(units[units.length - 1] + sign.length);
  return units;
}
