// From text to tokens and back to where they stand in it. @huggingface/tokenizers cuts words into pieces; it has no
// offsets, so normalizing, cutting into words, special tokens and finding the places are done here, as Python's
// tokenizers does them (return_offsets_mapping).

import { Tokenizer as Library } from '@huggingface/tokenizers';
import { HeadwiseError, wrongKind } from '../../arguments/errors.js';
import { matchesIn, signsOf, textOf } from './aligned.js';
import { normalizerOf } from './normalize.js';
import { slotsOf } from './post-process.js';
import { preTokenizerOf } from './pre-tokenize.js';

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
 * @typedef {{ token: string, id: number, begin: number, end: number, word: number, matched?: string }} Piece begin and end in
 *   code points; matched: the text of an added token, spaces included
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

/**
 * The pieces of a word, and how many of its signs each takes.
 *
 * @param {any} model of the library
 * @param {Sign[]} signs
 * @returns {{ token: string, id: number, from: number, to: number }[]}
 */
function placePieces(model, signs) {
  const word = textOf(signs);
  /** @type {string[]} */
  const tokens = model.encode([word]);
  const isUnigram = Array.isArray(model.scores);
  const prefix = model.config.continuing_subword_prefix ?? '';
  const suffix = model.end_of_word_suffix ?? '';
  if (tokens.length === 1 && tokens[0] === model.unk_token && !isUnigram && prefix !== '') {
    return [{ token: tokens[0], id: model.unk_token_id, from: 0, to: signs.length }];
  }
  /** @type {{ token: string, id: number, from: number, to: number, unknown?: boolean }[]} */
  const pieces = [];
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const id = model.tokens_to_ids.get(token);
    let text = token;
    if (prefix !== '' && i > 0 && text.startsWith(prefix)) text = text.slice(prefix.length);
    if (suffix !== '' && text.endsWith(suffix)) text = text.slice(0, -suffix.length);
    const length = startsWith(signs, at, text);
    if (length > 0 && (id !== undefined || isUnigram)) {
      if (id === undefined && bytesOf(model, text, at, length, pieces)) at += length;
      else {
        pieces.push({
          token,
          id: id ?? model.unk_token_id,
          from: at,
          to: at + length,
          unknown: id === undefined,
        });
        at += length;
      }
    } else if (/^<0x[\dA-F]{2}>$/.test(token)) {
      const bytes = encoder.encode(signs[at].text).length;
      for (let n = 0; n < bytes; n++, i++) {
        pieces.push({
          token: tokens[i],
          id: model.tokens_to_ids.get(tokens[i]),
          from: at,
          to: at + 1,
        });
      }
      i--;
      at++;
    } else {
      pieces.push({ token, id: model.unk_token_id, from: at, to: at + 1, unknown: true });
      at++;
    }
  }
  return model.fuse_unk ? fuse(pieces) : pieces;
}

const encoder = new TextEncoder();

/**
 * How many signs a text takes, at a place; 0 when it is not what stands there.
 *
 * @param {Sign[]} signs
 * @param {number} at
 * @param {string} text
 */
function startsWith(signs, at, text) {
  const letters = Array.from(text);
  return letters.every((letter, i) => signs[at + i]?.text === letter) ? letters.length : 0;
}

/**
 * The bytes of what no piece of a Unigram model stands for, where it has a piece for each byte.
 *
 * @param {any} model
 * @param {string} text
 * @param {number} at
 * @param {number} length
 * @param {{ token: string, id: number, from: number, to: number }[]} pieces
 */
function bytesOf(model, text, at, length, pieces) {
  if (!model.config.byte_fallback) return false;
  const names = Array.from(
    encoder.encode(text),
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  if (!names.every((name) => model.tokens_to_ids.has(name))) return false;
  for (const name of names) {
    pieces.push({ token: name, id: model.tokens_to_ids.get(name), from: at, to: at + length });
  }
  return true;
}

/**
 * Neighbours that no piece stands for become one.
 *
 * @param {{ token: string, id: number, from: number, to: number, unknown?: boolean }[]} pieces
 */
function fuse(pieces) {
  /** @type {typeof pieces} */
  const fused = [];
  for (const piece of pieces) {
    const last = fused[fused.length - 1];
    if (last?.unknown && piece.unknown && last.to === piece.from) {
      last.to = piece.to;
      if (last.token !== piece.token || last.token.length === 1) last.token += piece.token;
    } else fused.push({ ...piece });
  }
  return fused;
}

/** @typedef {{ content: string, id: number, single_word?: boolean, lstrip?: boolean, rstrip?: boolean, special?: boolean, normalized?: boolean }} Added */
/** @typedef {{ pattern: RegExp, byText: Map<string, Added> } | undefined} AddedSet */

/**
 * @param {Added[]} all
 * @param {import('./normalize.js').Normalize} normalize
 * @param {boolean} normalizes
 * @returns {{ raw: AddedSet, normalized: AddedSet }}
 */
function addedTokens(all, normalize, normalizes) {
  const later = (/** @type {Added} */ each) => normalizes && (each.normalized ?? !each.special);
  return {
    raw: setOf(all.filter((each) => !later(each)).map((each) => [each.content, each])),
    normalized: setOf(
      all.filter(later).map((each) => [textOf(normalize(signsOf(each.content))), each]),
    ),
  };
}

/** @param {[string, Added][]} pairs @returns {AddedSet} */
function setOf(pairs) {
  const texts = pairs.map(([text]) => text).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const longest = texts.sort((a, b) => b.length - a.length);
  const escaped = longest.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return { pattern: new RegExp(escaped.join('|'), 'gu'), byText: new Map(pairs) };
}

/**
 * @param {Sign[]} signs
 * @param {AddedSet} set
 * @returns {{ signs: Sign[], added?: Added }[]}
 */
function splitAdded(signs, set) {
  if (!set) return [{ signs }];
  /** @type {{ signs: Sign[], added?: Added }[]} */
  const parts = [];
  let at = 0;
  for (let [begin, end] of matchesIn(signs, set.pattern)) {
    const added = /** @type {Added} */ (set.byText.get(textOf(signs.slice(begin, end))));
    if (begin < at || (added.single_word && isInWord(signs, begin, end))) continue;
    while (added.lstrip && begin > at && isSpace(signs[begin - 1])) begin--;
    while (added.rstrip && end < signs.length && isSpace(signs[end])) end++;
    if (begin > at) parts.push({ signs: signs.slice(at, begin) });
    parts.push({ signs: signs.slice(begin, end), added });
    at = end;
  }
  if (at < signs.length) parts.push({ signs: signs.slice(at) });
  return parts;
}

/** @param {Sign[]} signs @param {number} begin @param {number} end */
function isInWord(signs, begin, end) {
  const isLetter = (/** @type {Sign | undefined} */ sign) =>
    /[\p{L}\p{N}_]/u.test(sign?.text ?? '');
  return isLetter(signs[begin - 1]) || isLetter(signs[end]);
}

/** @param {Sign} sign */
function isSpace(sign) {
  return /^\p{White_Space}$/u.test(sign.text);
}

/**
 * @param {{ signs: Sign[], added?: Added }} part
 * @param {number} word
 * @returns {Piece}
 */
function addedPiece({ signs, added }, word) {
  const { content, id } = /** @type {Added} */ (added);
  return {
    token: content,
    matched: textOf(signs),
    id,
    word,
    begin: signs[0].begin,
    end: signs[signs.length - 1].end,
  };
}
