// Reads the rules of a tokenizer from tokenizer.json, or makes the same rules from older files.

import { HeadwiseError, shorten } from '../../arguments/errors.ts';
import { isRecord } from '../../arguments/options.ts';
import { readJson } from '../sources/source.ts';
import { fromGguf } from './from-gguf.ts';
import { around, specialToken, wordPieces } from './rules.ts';
import { fromSentencePiece, SENTENCES } from './sentencepiece.ts';
import { createTokenizer } from './tokenizer.ts';
import { vocabularyTokenizer } from './vocabulary.ts';
import type { GgufValue } from '../../formats/gguf.ts';
import type { Source } from '../sources/source.ts';
import type { MadeOf, TextTokenizer } from './tokenizer.ts';

/** The families whose tokenizers transformers reads with each class. */
const BERTS: Map<string, readonly string[]> = new Map([
  ['BertTokenizer', ['bert', 'distilbert', 'electra', 'nomic_bert', 'mobilebert', 'convbert']],
  ['DistilBertTokenizer', []],
  ['ElectraTokenizer', []],
  ['MobileBertTokenizer', []],
  ['ConvBertTokenizer', []],
  ['MPNetTokenizer', ['mpnet']],
]);
const RESIDUES = 'EsmTokenizer';
/** The classes that read a vocab.txt. */
const LISTS: Map<string, readonly string[]> = new Map([...BERTS, [RESIDUES, ['esm']]]);
const BYTE_LEVELS: Map<string, readonly string[]> = new Map([
  ['GPT2Tokenizer', ['gpt2', 'gptj', 'gpt_neo', 'opt', 'phi', 'starcoder2']],
  ['RobertaTokenizer', ['roberta', 'bart', 'longformer']],
  ['BartTokenizer', []],
  ['LongformerTokenizer', []],
]);

/** Files from before tokenizer.json, the classes that read them, and their rules. */
const OLDER: [
  names: string[],
  classes: Map<string, readonly string[]>,
  rulesOf: (source: Source, config: any, name: string) => Promise<object>,
][] = [
  [['vocab.txt'], LISTS, async (source, config, name) => (name === RESIDUES ? fromResidues : fromVocabulary)(await readText(source, 'vocab.txt'), config, name)], // prettier-ignore
  [['vocab.json', 'merges.txt'], BYTE_LEVELS, async (source, config) => fromMerges(await readJson(source, 'vocab.json'), await readText(source, 'merges.txt'), config)], // prettier-ignore
  ...['spiece.model', 'tokenizer.model', 'spm.model'].map((file): (typeof OLDER)[number] => [
    [file],
    SENTENCES,
    async (source, config, name) => fromSentencePiece(await source.read(file), file, config, name),
  ]),
];

/**
 * Reads the tokenizer of a model's folder.
 *
 * @param metadata of a GGUF file
 * @param model config.json
 * @returns undefined without these files
 */
export async function openTokenizer(
  source: Source,
  metadata: Record<string, GgufValue> = {},
  model: Record<string, any> = {},
): Promise<TextTokenizer | undefined> {
  const config = source.has('tokenizer_config.json')
    ? await readJson(source, 'tokenizer_config.json')
    : {};
  if (source.has('tokenizer.json')) {
    const rules: unknown = await readJson(source, 'tokenizer.json');
    return createTokenizer(isRecord(rules) ? asSaid(rules, config, model) : rules);
  }
  for (const [names, classes, rulesOf] of OLDER) {
    if (!names.every((name) => source.has(name))) continue;
    const name = classOf(config, model, classes);
    if (!classes.has(name)) return tokenizerOfOthers(names[0], name);
    return createTokenizer(await rulesOf(source, config, name));
  }
  return 'tokenizer.ggml.model' in metadata ? createTokenizer(fromGguf(metadata)) : undefined;
}

/** Special tokens that tokenizer_config.json may name, in the order in which transformers adds new ones. */
const NAMED = ['bos', 'eos', 'unk', 'sep', 'pad', 'cls', 'mask'].map((kind) => `${kind}_token`);
const MORE = ['additional_special_tokens', 'extra_special_tokens'];

/**
 * Changes the rules of tokenizer.json as transformers does: tokenizer_config.json replaces the options of BERT's normalizer, and its
 * special tokens are found in a text.
 *
 * @param config tokenizer_config.json
 * @param model config.json
 */
function asSaid(
  rules: Record<string, any>,
  config: Record<string, any>,
  model: Record<string, any>,
) {
  const { normalizer } = rules;
  const isBert = BERTS.has(classOf(config, model, BERTS)) && isRecord(normalizer) && normalizer.type === 'BertNormalizer'; // prettier-ignore
  const isKnown = model.model_type !== undefined && model.model_type !== 'headwise';
  const added = addedBy(rules, config);
  return {
    ...rules,
    ...(isBert && isKnown && { normalizer: { ...normalizer, ...bertNormalizer(config) } }),
    ...(added && { added_tokens: added }),
  };
}

const bertNormalizer = (config: Record<string, any>) => ({
  handle_chinese_chars: config.tokenize_chinese_chars ?? true,
  strip_accents: config.strip_accents ?? null,
  lowercase: config.do_lower_case ?? true,
});

/** @returns null: the rules have all tokens already */
function addedBy(
  { added_tokens: own = [], model }: Record<string, any>,
  config: Record<string, any>,
): object[] | null {
  const { vocab } = Object(model);
  if (!Array.isArray(own) || typeof vocab !== 'object' || vocab === null) return null;
  const ids = new Map(
    Array.isArray(vocab)
      ? vocab.map((piece, id) => [Object(piece)[0], id])
      : Object.entries<any>(vocab),
  );
  const known = new Set(own.map((each) => Object(each).content));
  let next = ids.size;
  for (const { content } of own.map(Object)) if (!ids.has(content)) next++;
  const more = [];
  const wanted = [...NAMED.map((name) => config[name]), ...MORE.flatMap((name) => listOf(config[name]))]; // prettier-ignore
  for (const token of wanted) {
    const content = contentOf(token);
    if (typeof content !== 'string' || content === '' || known.has(content)) continue;
    known.add(content);
    const id = ids.get(content) ?? next++;
    const { lstrip = false, rstrip = false, single_word = false, normalized = false } = Object(token); // prettier-ignore
    more.push({ ...specialToken(content, id), lstrip, rstrip, single_word, normalized });
  }
  return more.length > 0 ? [...own, ...more] : null;
}

/** Reads tokens from a list, or from an object of names. */
function listOf(given: unknown): unknown[] {
  if (Array.isArray(given)) return given;
  return isRecord(given) ? Object.values(given) : [];
}

/**
 * The class of transformers that reads a list of pieces: the class that the config names, or the class of the model's family. The
 * default, also for a transformer that was trained with headwise, is the first family.
 *
 * @param config tokenizer_config.json
 * @param model config.json
 */
function classOf(
  config: Record<string, any>,
  model: Record<string, any>,
  classes: Map<string, readonly string[]>,
) {
  const { tokenizer_class: own = model.tokenizer_class, auto_map: custom } = config;
  const isCustom = custom?.AutoTokenizer !== undefined && custom?.AutoTokenizer !== null;
  if (typeof own === 'string') return isCustom ? own : own.replace(/Fast$/, '');
  const family = model.model_type;
  if (typeof family !== 'string' || family === 'headwise') return [...classes.keys()][0];
  const found = [...classes].find(([, families]) => families.includes(family));
  return found ? found[0] : family;
}

/**
 * The error for a class of the model's own program: the list has the pieces, but that program has the rules to split a text.
 *
 * @param name of its class
 */
export function tokenizerOfOthers(file: string, name: string): TextTokenizer {
  const refuse = () => {
    const text = `tokenize: ${file} belongs to ${shorten(name)}, a tokenizer of the model's own, which is not known; give ids, or a tokenizer.json beside the weights`;
    throw new HeadwiseError('unsupported', text);
  };
  const none = () => undefined;
  const madeOf = { others: [file, name] as [string, string] };
  return { madeOf, tokenize: refuse, decode: refuse, tokenOf: none, textOf: none };
}

/** A second tokenizer of the same definition. */
export function tokenizerFrom(madeOf: MadeOf): TextTokenizer {
  if ('rules' in madeOf) return createTokenizer(madeOf.rules);
  return 'vocab' in madeOf
    ? vocabularyTokenizer(madeOf.vocab)
    : tokenizerOfOthers(...madeOf.others);
}

async function readText(source: Source, name: string) {
  return new TextDecoder().decode(await source.read(name));
}

/** The special tokens of a class, if tokenizer_config.json names none. */
const SPECIAL: Record<string, Record<string, string>> = {
  MPNetTokenizer: { pad: '<pad>', cls: '<s>', sep: '</s>', mask: '<mask>' },
  EsmTokenizer: { pad: '<pad>', unk: '<unk>', cls: '<cls>', eos: '<eos>', mask: '<mask>' },
};

/**
 * BERT's rules, from its list of pieces.
 *
 * @param name of the class
 */
function fromVocabulary(text: string, config: any, name: string = 'BertTokenizer') {
  const pieces = text.split(/\r?\n/);
  if (pieces[pieces.length - 1] === '') pieces.pop();
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));
  const special = ['pad', 'unk', 'cls', 'sep', 'mask'].map((kind) => {
    const token =
      contentOf(config[`${kind}_token`]) ?? SPECIAL[name]?.[kind] ?? `[${kind.toUpperCase()}]`;
    return { name: kind, content: token, id: vocab[token] };
  });
  const of = (kind: string) => special.find((each) => each.name === kind);
  const [cls, sep, unk] = ['cls', 'sep', 'unk'].map(of);
  if (cls?.id === undefined || sep?.id === undefined) {
    throw new HeadwiseError(
      'format',
      'vocab.txt: expected the pieces [CLS] and [SEP], or those of its class',
    );
  }
  const rules = wordPieces(vocab, {
    ...{ special: special.filter(({ id }) => id !== undefined), cls, sep, unknown: unk?.content },
    normalizer: bertNormalizer(config),
  });
  if (name !== 'MPNetTokenizer') return rules;
  const [begin, end] = [cls, sep].map(({ content, id }) => [content, id]);
  return {
    ...rules,
    added_tokens: rules.added_tokens.map((each) => ({ ...each, lstrip: each.content === of('mask')?.content })), // prettier-ignore
    post_processor: { type: 'RobertaProcessing', cls: begin, sep: end, trim_offsets: true, add_prefix_space: false }, // prettier-ignore
  };
}

/** ESM's rules: each token of the list is found wherever it is in the text, and each other word is unknown. */
function fromResidues(text: string, config: any, name: string) {
  const vocab = Object.fromEntries(text.trimEnd().split(/\r?\n/).map((line, id) => [line.trim(), id])); // prettier-ignore
  const special = Object.entries(SPECIAL[name]).map(([kind, usual]) => {
    const given = config[`${kind}_token`];
    const content = given === null ? null : (contentOf(given) ?? usual);
    if (content === null || Object.hasOwn(vocab, content)) return [kind, content];
    throw new HeadwiseError('format', `vocab.txt: expected the token ${shorten(content)} of ESM`);
  });
  const { unk, cls, eos } = Object.fromEntries(special);
  const named = special.map(([, content]) => content);
  const at = (content: string | null) =>
    content === null ? undefined : { content, id: vocab[content] };
  return {
    added_tokens: Object.entries(vocab).map(([content, id]) => ({ ...specialToken(content, id), special: named.includes(content) })), // prettier-ignore
    pre_tokenizer: { type: 'Split', pattern: { Regex: SPACES }, behavior: 'Removed' },
    post_processor: around({ begin: at(cls), end: at(eos) }),
    model: { type: 'WordLevel', vocab, unk_token: unk },
  };
}

/** The characters between words in Python. */
const SPACES = '[\\s\\x1c-\\x1f]+';

/**
 * GPT-2's rules, and RoBERTa's if the vocabulary has `<s>`.
 *
 * @param text of merges.txt
 */
function fromMerges(vocab: Record<string, number>, text: string, config: any) {
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

function contentOf(token: unknown) {
  return typeof token === 'string' ? token : (token as any)?.content;
}
