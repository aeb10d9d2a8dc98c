// Sentence for screen readers about a hovered or followed number.

import { parseCell } from '../answer/cells.js';
import { numberOf } from '../answer/grids.js';
import { fillText } from '../../shared/dom.js';
import { exactText } from '../../shared/format.js';
import { nameText } from './names.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../answer/answer.js').Answer} answer
 * @param {string} name of the number
 * @returns {string | null} null for an unknown name
 */
export function sayNumber(messages, answer, name) {
  const cell = parseCell(name);
  const value = cell && numberOf(answer, cell);
  if (!cell || value === null) return null;
  return fillText(messages.provSay, {
    name: nameText(messages, answer, cell),
    value: exactText(value),
  });
}
