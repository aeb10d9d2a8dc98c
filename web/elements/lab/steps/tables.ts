// The matrices of a step as HTML tables, one below the other.

import { fillText, h } from '../../../ui/dom.ts';
import { createNumberTable } from '../../../ui/number-table.ts';
import { symbolText } from './symbols.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Axis, Shown } from './plan.ts';

type Table = ReturnType<typeof createNumberTable>;

export function createTables(messages: Messages) {
  const element = h('div', { class: 'step-tables' });
  const pool: Table[] = [];

  return {
    element,
    /** @param answer source of the numbers */
    update(answer: unknown, all: readonly Shown[]) {
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

function namesOf({ labels, size }: Axis) {
  return labels ?? Array.from({ length: size }, (_, i) => String(i + 1));
}
