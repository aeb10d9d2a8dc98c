// Makes parts of a tokenizer.json for tokenizers whose files have other formats.

export type Special = { content: string; id: number };

export function specialToken(content: string, id: number) {
  return {
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  };
}

/** BERT's rules: words are split into pieces. */
export function wordPieces(
  vocab: Record<string, number>,
  {
    special,
    cls,
    sep,
    unknown,
    normalizer,
  }: {
    special: readonly Special[];
    cls: Special;
    sep: Special;
    unknown?: string;
    normalizer: object;
  },
) {
  return {
    added_tokens: special.map(({ content, id }) => specialToken(content, id)),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      ...normalizer,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'BertProcessing',
      sep: [sep.content, sep.id],
      cls: [cls.content, cls.id],
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: unknown,
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/**
 * The template of tokens around one text and around two.
 *
 * @param how.end the token at the end of each text
 * @param how.between one more token, before the second text
 * @returns null: no tokens are added
 */
export function around({
  begin,
  end,
  between,
}: {
  begin?: Special;
  end?: Special;
  between?: Special;
}): object | null {
  const all = [begin, end, between].filter((each) => each !== undefined);
  if (all.length === 0) return null;
  const token = (special: Special | undefined, type = 0) =>
    special ? [{ SpecialToken: { id: special.content, type_id: type } }] : [];
  const text = (id: string, type = 0) => ({ Sequence: { id, type_id: type } });
  const first = [...token(begin), text('A'), ...token(end)];
  const second = end
    ? [...token(between), text('B'), ...token(end)]
    : [...token(begin, 1), text('B', 1)];
  return {
    type: 'TemplateProcessing',
    single: first,
    pair: [...first, ...second],
    special_tokens: Object.fromEntries(
      all.map(({ content, id }) => [content, { id: content, ids: [id], tokens: [content] }]),
    ),
  };
}
