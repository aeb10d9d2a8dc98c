// The second text of patching, as an input of the model.

import { idsOf } from '../text.ts';
import type { Input } from '../worker-messages.ts';

/**
 * A text beside the first one's second sentence, or ids where the first input is ids.
 *
 * @returns null: not ids of the model
 */
export function secondOf(second: string, first: Input, vocabSize: number): Input | null {
  if (first.text !== undefined) {
    return { text: second, ...(first.pair !== undefined && { pair: first.pair }) };
  }
  const ids = idsOf(second, vocabSize - 1);
  return ids && { ids };
}
