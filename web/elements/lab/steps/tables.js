// The matrices of a step as HTML tables, one below the other.

import { fillText, h } from '../../shared/dom.js';
import { createNumberTable } from '../tables/number-table.js';
import { symbolText } from './symbols.js';

/**
 * @typedef {import('./plan.js').Shown} Shown
 * @typedef {ReturnType<typeof createNumberTable>} Table
 */

/** @param {import('../../messages/en.js').Messages} messages */
export function createTables(messages) {
  const element = h('div', { class: 'step-tables' });
  /** @type {Table[]} */
  const pool = [];

  return {
    element,
    /**
     * @param {unknown} answer source of the numbers
     * @param {readonly Shown[]} all
     */
    update(answer, all) {
      element.hidden = all.length === 0;
      all.forEach((shown, i) => {
        pool[i] ??= createNumberTable(messages);
        if (!pool[i].element.isConnected) element.append(pool[i].element);
        pool[i].element.hidden = false;
        const { rows, columns, matrix, head, turned, valueAt, isEmpty } = shown;
        const symbol = symbolText(matrix, head) + (turned ? 'ᵀ' : '');
        const shape = fillText(messages.stepsShapeSaid, { rows: rows.size, columns: columns.size });
        pool[i].show({
          key: [answer, matrix, head, turned],
          caption: `${symbol}: ${shape}`,
          corner: symbol,
          rows: namesOf(rows),
          columns: namesOf(columns),
          value: (row, column) => (isEmpty(row, column) ? null : valueAt(row, column)),
        });
      });
      pool.slice(all.length).forEach((table) => {
        table.element.hidden = true;
      });
    },
  };
}

/** @param {import('./plan.js').Axis} axis */
function namesOf({ labels, size }) {
  return labels ?? Array.from({ length: size }, (_, i) => String(i + 1));
}
