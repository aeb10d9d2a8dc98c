// The rules of a tokenizer as tokenizer.json has them, out of older files.

import { HeadwiseError } from '../../arguments/errors.js';
import { readJson } from '../sources/source.js';
import { fromGguf } from './from-gguf.js';
import { specialToken, wordPieces } from './rules.js';
import { createTokenizer } from './tokenizer.js';

/** @import { GgufValue } from '../../formats/gguf.js' */
/** @import { Source } from '../sources/source.js' */
/** @import { TextTokenizer } from './tokenizer.js' */

const LARGEST = 2 ** 26; // bytes

/**
 * The tokenizer of a model's folder.
 *
 * @param {Source} source
 * @param {Record<string, GgufValue>} [metadata] of a GGUF file
 * @returns {Promise<TextTokenizer | undefined>} undefined without these files
 */
export async function openTokenizer(source, metadata = {}) {
  const config = source.has('tokenizer_config.json')
    ? await readJson(source, 'tokenizer_config.json', LARGEST)
    : {};
  if (source.has('tokenizer.json')) {
    return createTokenizer(await readJson(source, 'tokenizer.json', LARGEST));
  }
  if (source.has('vocab.txt')) {
    return createTokenizer(fromVocabulary(await readText(source, 'vocab.txt'), config));
  }
  if (source.has('vocab.json') && source.has('merges.txt')) {
    const vocab = await readJson(source, 'vocab.json', LARGEST);
    return createTokenizer(fromMerges(vocab, await readText(source, 'merges.txt'), config));
  }
  return 'tokenizer.ggml.model' in metadata ? createTokenizer(fromGguf(metadata)) : undefined;
}

/** @param {Source} source @param {string} name */
async function readText(source, name) {
  return new TextDecoder().decode(await source.read(name, LARGEST));
}

/**
 * BERT's, from its list of pieces.
 *
 * @param {string} text
 * @param {any} config
 */
export function fromVocabulary(text, config) {
  const pieces = text.split(/\r?\n/);
  if (pieces[pieces.length - 1] === '') pieces.pop();
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
  const special = ['pad', 'unk', 'cls', 'sep', 'mask'].map((name) => {
    const token = contentOf(config[`${name}_token`]) ?? `[${name.toUpperCase()}]`;
    return { name, content: token, id: vocab[token] };
  });
  const of = (/** @type {string} */ name) => special.find((each) => each.name === name);
  const [cls, sep, unk] = ['cls', 'sep', 'unk'].map(of);
  if (cls?.id === undefined || sep?.id === undefined) {
    throw new HeadwiseError('format', 'vocab.txt: expected the pieces [CLS] and [SEP]');
  }
  return wordPieces(vocab, {
    ...{ special: special.filter(({ id }) => id !== undefined), cls, sep, unknown: unk?.content },
    normalizer: {
      handle_chinese_chars: config.tokenize_chinese_chars ?? true,
      strip_accents: config.strip_accents ?? null,
      lowercase: config.do_lower_case ?? true,
    },
  });
}

/**
 * GPT-2's, and RoBERTa's where there is `<s>`.
 *
 * @param {Record<string, number>} vocab
 * @param {string} text of merges.txt
 * @param {any} config
 */
export function fromMerges(vocab, text, config) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#version'));
  const isRoberta = '<s>' in vocab && '</s>' in vocab;
  const prefix = config.add_prefix_space ?? false;
  const special = ['<|endoftext|>', '<s>', '</s>', '<pad>', '<unk>'].filter(
    (each) => each in vocab,
  );
  const mask =
    '<mask>' in vocab ? [{ ...specialToken('<mask>', vocab['<mask>']), lstrip: true }] : [];
  return {
    added_tokens: [...special.map((each) => specialToken(each, vocab[each])), ...mask],
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: prefix, use_regex: true },
    post_processor: isRoberta
      ? { type: 'RobertaProcessing', sep: ['</s>', vocab['</s>']], cls: ['<s>', vocab['<s>']], trim_offsets: true, add_prefix_space: prefix } // prettier-ignore
      : { type: 'ByteLevel', trim_offsets: false },
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', vocab, merges: lines.map((line) => line.trimEnd().split(' ')) },
  };
}

/** @param {unknown} token */
function contentOf(token) {
  return typeof token === 'string' ? token : /** @type {any} */ (token)?.content;
}
