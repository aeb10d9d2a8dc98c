// Reads a SentencePiece model, such as spiece.model: the pieces and the normalizer of ModelProto, in protobuf's wire format,
// converted to rules as transformers 5.23 converts them.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { halvesOf, LONGEST_PIECE } from './halves.ts';
import { around, specialToken } from './rules.ts';
import type { Special } from './rules.ts';

/** The classes whose rules are known, and the families that have them without a tokenizer_config.json. */
export const SENTENCES: Map<string, readonly string[]> = new Map([
  ['T5Tokenizer', ['t5', 'mt5']],
  ['LlamaTokenizer', []],
]);

interface Piece {
  text: string;
  score: number;
  kind: number;
}

interface Proto {
  pieces: Piece[];
  /** UNIGRAM or BPE */
  algorithm: number;
  charsmap: Uint8Array | null;
}

/** ModelProto's kinds of pieces, and kinds of models. */
const [CONTROL, USER_DEFINED] = [3, 4];
const [UNIGRAM, BPE] = [1, 2];
const ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'Unigram',
  2: 'BPE',
  3: 'words',
  4: 'characters',
};
/** Protobuf's wire types. */
const [VARINT, LONG, BYTES, SHORT] = [0, 1, 2, 5];
const SPACE = '\u2581';
const EXTRA_IDS = 100;
const MOST_EXTRA = 10_000;

const damaged = (file: string, what: string) =>
  new HeadwiseError('format', `${file}: expected a SentencePiece model: ${what}`);

/** A field of a message: its number, and its bytes or its whole number. */
type Field = [number: number, value: Uint8Array | number];

/** @throws {HeadwiseError} for bytes that are no message */
function* fieldsOf(bytes: Uint8Array, file: string): Generator<Field> {
  let at = 0;
  const varint = () => {
    let [value, unit] = [0, 1];
    for (let count = 0; count < 10; count++) {
      if (at >= bytes.length) throw damaged(file, 'a number is cut off');
      const byte = bytes[at++];
      value += (byte & 0x7f) * unit;
      unit *= 128;
      if (byte < 0x80) return value;
    }
    throw damaged(file, 'a number has more than 10 bytes');
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, type] = [Math.floor(key / 8), key % 8];
    if (type === VARINT) {
      yield [number, varint()];
      continue;
    }
    const size = type === BYTES ? varint() : type === SHORT ? 4 : type === LONG ? 8 : null;
    if (size === null) throw damaged(file, `field ${number} has the unknown wire type ${type}`);
    if (size > bytes.length - at) throw damaged(file, `field ${number} is cut off`);
    yield [number, bytes.subarray(at, at + size)];
    at += size;
  }
}

/** Pieces are field 1, the trainer's options 2, and the normalizer's 3. */
function readProto(bytes: Uint8Array, file: string): Proto {
  const proto: Proto = { pieces: [], algorithm: UNIGRAM, charsmap: null };
  for (const [number, value] of fieldsOf(bytes, file)) {
    if (typeof value === 'number') continue;
    if (number === 1) proto.pieces.push(readPiece(value, file));
    else if (number === 2) {
      for (const [option, one] of fieldsOf(value, file)) {
        if (option === 3 && typeof one === 'number') proto.algorithm = one;
      }
    } else if (number === 3) {
      for (const [option, one] of fieldsOf(value, file)) {
        if (option === 2 && typeof one !== 'number' && one.length > 0) proto.charsmap = one.slice();
      }
    }
  }
  if (proto.pieces.length === 0) throw damaged(file, 'it has no pieces');
  return proto;
}

function readPiece(bytes: Uint8Array, file: string): Piece {
  const piece: Piece = { text: '', score: 0, kind: 1 };
  for (const [number, value] of fieldsOf(bytes, file)) {
    if (number === 1 && typeof value !== 'number') piece.text = textOf(value, file);
    if (number === 2 && typeof value !== 'number' && value.length === 4) {
      piece.score = new DataView(value.buffer, value.byteOffset).getFloat32(0, true);
    }
    if (number === 3 && typeof value === 'number') piece.kind = value;
  }
  return piece;
}

function textOf(bytes: Uint8Array, file: string) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw damaged(file, 'a piece is not UTF-8');
  }
  if (text.length <= LONGEST_PIECE) return text;
  throw damaged(file, `a piece has ${text.length} characters, above ${LONGEST_PIECE}`);
}

/**
 * @param file its name
 * @param config tokenizer_config.json
 * @param name of the class, one of SENTENCES
 */
export function fromSentencePiece(
  bytes: Uint8Array,
  file: string,
  config: Record<string, any>,
  name: string,
): object {
  const proto = readProto(bytes, file);
  const isT5 = name === 'T5Tokenizer';
  if (proto.algorithm !== (isT5 ? UNIGRAM : BPE)) {
    const got = ALGORITHMS[proto.algorithm] ?? `an algorithm of number ${proto.algorithm}`;
    const text = `${file}: expected ${isT5 ? 'Unigram' : 'BPE'}, of which ${name} is, got ${got}`;
    throw new HeadwiseError('unsupported', text);
  }
  return isT5 ? ofT5(proto, config) : ofLlama(proto, config);
}

/** The token of a config; null: its file has none of this name. */
function named(
  config: Record<string, any>,
  kind: string,
  usual: string,
  ids: Map<string, number>,
): Special | null {
  const given = config[`${kind}_token`];
  const content = given === undefined ? usual : (given?.content ?? given);
  const id = ids.get(content);
  return id === undefined ? null : { content, id };
}

function ofT5({ pieces, charsmap }: Proto, config: Record<string, any>) {
  const vocab = pieces.map(({ text, score }): [string, number] => [text, score]);
  const count = config.extra_ids ?? EXTRA_IDS;
  if (!Number.isInteger(count) || count < 0 || count > MOST_EXTRA) {
    const text = `tokenizer_config.json: extra_ids: expected an integer from 0 to ${MOST_EXTRA}, got ${describe(count)}`;
    throw new HeadwiseError('format', text);
  }
  const isThere = pieces.some(({ text }) => text.startsWith('<extra_id_'));
  for (let i = count - 1; i >= 0 && !isThere; i--) vocab.push([`<extra_id_${i}>`, 0]);
  const ids = new Map(vocab.map(([text], id) => [text, id]));
  const special = [['pad', '<pad>'], ['eos', '</s>'], ['unk', '<unk>']].map(([kind, usual]) => named(config, kind, usual, ids)); // prettier-ignore
  const extra = vocab.flatMap(([content], id) => (content.startsWith('<extra_id_') ? [{ content, id }] : [])); // prettier-ignore
  const spaces = { type: 'Metaspace', replacement: SPACE, prepend_scheme: 'always', split: true };
  const end = special[1] ?? undefined;
  return {
    added_tokens: [...special.filter((one) => one !== null), ...extra].map(({ content, id }) => specialToken(content, id)), // prettier-ignore
    normalizer: charsmap && { type: 'Precompiled', precompiled_charsmap: charsmap },
    pre_tokenizer: { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, spaces] },
    post_processor: around({ end }),
    decoder: spaces,
    model: { type: 'Unigram', unk_id: 2, byte_fallback: false, vocab },
  };
}

function ofLlama({ pieces }: Proto, config: Record<string, any>) {
  const ids = new Map(pieces.map(({ text }, id) => [text, id]));
  const of = (kind: string, usual: string) => named(config, kind, usual, ids);
  const [begin, end, unknown] = [of('bos', '<s>'), of('eos', '</s>'), of('unk', '<unk>')];
  const found = pieces.flatMap(({ text: content, kind }, id) =>
    kind === CONTROL || kind === USER_DEFINED ? [{ content, id, special: kind === CONTROL }] : [],
  );
  const others = [unknown, begin, end].flatMap((one) => (one && !found.some(({ id }) => id === one.id) ? [{ ...one, special: true }] : [])); // prettier-ignore
  const isSpaced = config.add_prefix_space ?? true;
  return {
    added_tokens: [...found, ...others].map(({ special, ...one }) => ({ ...specialToken(one.content, one.id), special })), // prettier-ignore
    normalizer: null,
    pre_tokenizer: {
      type: 'Metaspace',
      replacement: SPACE,
      prepend_scheme: isSpaced ? (config.legacy ? 'always' : 'first') : 'never',
      split: false,
    },
    post_processor: around({
      begin: (config.add_bos_token && begin) || undefined,
      end: (config.add_eos_token && end) || undefined,
    }),
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(isSpaced ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(ids),
      unk_token: unknown?.content,
      byte_fallback: true,
      fuse_unk: true,
      merges: pieces.flatMap(({ text }) => halvesOf(text, (one) => ids.has(one))),
    },
  };
}
