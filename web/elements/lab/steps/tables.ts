// The matrices of a step as HTML tables, one below the other.

import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { createNumberTable } from '../../../ui/number-table.ts';
import { symbolText } from './symbols.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Axis, Shown } from './plan.ts';

export function createTables(messages: Messages) {
  const tables: ReturnType<typeof createNumberTable>[] = [];
  const view = (count: number) =>
    html`<div class="step-tables" hidden=${count === 0}>
      ${tables.slice(0, count).map(({ element }) => element)}
    </div>`;
  const root = createRoot(view(0));

  return {
    element: root.element,
    /** @param answer source of the numbers */
    update(answer: unknown, all: readonly Shown[]) {
      while (tables.length < all.length) tables.push(createNumberTable(messages));
      root.render(view(all.length));
      all.forEach(({ rows, columns, matrix, head, turned, valueAt, isEmpty }, i) => {
        const symbol = symbolText(matrix, head) + (turned ? 'ᵀ' : '');
        const size = { rows: rows.size, columns: columns.size };
        tables[i].show({
          key: [answer, matrix, head, turned],
          caption: `${symbol}: ${sayText(messages.stepsShapeSaid, size)}`,
          corner: symbol,
          rows: namesOf(rows),
          columns: namesOf(columns),
          value: (row, column) => (isEmpty(row, column) ? null : valueAt(row, column)),
        });
      });
    },
  };
}

function namesOf({ labels, size }: Axis) {
  return labels ?? Array.from({ length: size }, (_, i) => String(i + 1));
}
