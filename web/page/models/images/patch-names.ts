// Names of an image's tokens: patches and class token.

import { sayText } from '../../../ui/text.ts';
import type { Messages } from '../../../words/en/models.ts';
import type { Read } from '../tokens.ts';
import type { Seen } from '../worker-messages.ts';

export type { Seen };

/** @param pattern text with the row and column of a patch */
export function placeOf(
  token: number,
  { across, first }: Pick<Seen, 'across' | 'first'>,
  messages: Messages,
  pattern: string = messages.patchName,
) {
  if (token < first.length) {
    if (first[token] === 'class') return messages.tokenClass;
    if (first[token] === 'distillation') return messages.tokenDistillation;
    return sayText(messages.tokenRegister, { number: token - first.indexOf('register') + 1 });
  }
  return sayText(pattern, patchOf(token - first.length, across));
}

/** Row and column from 1, for readers. */
function patchOf(patch: number, across: number) {
  return { row: Math.floor(patch / across) + 1, column: (patch % across) + 1 };
}

/** An image as a text of its tokens. */
export function readOf(seen: Seen, messages: Messages): Read {
  const { first, down, across, predicts, milliseconds } = seen;
  const ids = Array.from({ length: first.length + down * across }, (_, i) => i);
  const names = ids.map((token) => placeOf(token, seen, messages, messages.patchShort));
  return {
    names,
    targets: [],
    written: [],
    reading: { ids, sentences: null, predicts, milliseconds },
  };
}
