// Sentence for screen readers about a hovered or followed number.

import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { sayText } from '../../../ui/text.ts';
import { exactText } from '../../../ui/format.ts';
import { nameText } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Answer } from '../answer/answer.ts';

/**
 * @param name name of the number
 * @returns null for an unknown name
 */
export function spokenNumber(messages: Messages, answer: Answer, name: string): string | null {
  const cell = parseCell(name);
  const value = cell && numberOf(answer, cell);
  if (!cell || value === null) return null;
  return sayText(messages.provSay, {
    name: nameText(messages, answer, cell),
    value: exactText(value),
  });
}
