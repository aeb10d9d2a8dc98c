// Text to tokens and back, and bytes to pixels: the parts of a model that need no core, for a model on this thread and for one
// in a worker.

import { describe, HeadwiseError, wrongKind } from '../arguments/errors.ts';
import { pixelsOf } from './images.ts';
import { checkIds } from './run-arguments.ts';
import type { ImageInput, ModelInput } from '../types/models.ts';
import type { Head } from './description.ts';
import type { TextTokenizer } from './tokenizer/tokenizer.ts';

type Sizes = { vocabSize: number; encoder?: { vocabSize: number } };

/** @param name the called method */
export function expectTokenizer(tokenizer: TextTokenizer | null, name: string): TextTokenizer {
  if (tokenizer) return tokenizer;
  throw new HeadwiseError('unsupported', `${name}: no tokenizer was found beside the weights`);
}

/** @param more is refused: a second text belongs in the same list */
export function tokenizeText(
  tokenizer: TextTokenizer,
  { vocabSize }: Sizes,
  text: string | [string, string],
  more: readonly unknown[],
): ModelInput {
  if (more.length > 0) {
    throw wrongKind('text', "one text, or a pair as one list, ['a', 'b']", more[0]);
  }
  const input = tokenizer.tokenize(text);
  const at = input.ids.findIndex((id) => id >= vocabSize);
  if (at < 0) return input;
  const found = `${input.ids[at]} for ${describe(input.tokens[at])}`;
  const expected = `tokenize: expected a tokenizer with ids below ${vocabSize}, the model's rows`;
  throw new HeadwiseError('format', `${expected}, got ${found}`);
}

export function decodeIds(tokenizer: TextTokenizer, { vocabSize }: Sizes, ids: readonly number[]) {
  const sizes = { vocabSize, contextLen: Infinity, types: 0 };
  return tokenizer.decode(checkIds(ids, 'ids', sizes).ids);
}

export function pixelsFor(
  input: ImageInput | null,
  image: { data: Uint8ClampedArray | Uint8Array; width: number; height: number },
) {
  if (input) return pixelsOf(input, image);
  throw new HeadwiseError('unsupported', 'pixels: expected a model that reads images');
}

/** Makes a function from ids to the names of tokens, classes or labels. */
export function namesOf(
  tokenizer: TextTokenizer | null,
  head?: Pick<Head, 'kind' | 'names'> | null,
  config?: Record<string, any>,
) {
  const labels = head?.names ?? config?.id2label ?? {};
  return (id: number) => {
    if (head && head.kind !== 'tokens') {
      const label = String(labels[id] ?? id);
      return { token: label, text: label };
    }
    const token = tokenizer?.tokenOf(id) ?? String(id);
    return { token, text: tokenizer?.textOf(id) ?? token };
  };
}
