// The minimal rules of a tokenizer, which a test of one rule changes.

export const plain = {
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
  model: { type: 'WordLevel', vocab: { '<unk>': 0, a: 1 }, unk_token: '<unk>' },
};
