// The contributions view: each head's part of one token's output.
// Drawn by views/contributions.ts as a sum on paper. An ARIA grid lies over the drawing; every
// number in it opens its provenance.

/// <reference path="../../css.d.ts" />

import { sumMarks } from '../../../views/contributions.ts';
import { nameCell, parseCell } from '../answer/cells.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { ownWords, say, sayText } from '../../../ui/text.ts';
import { arrayOf, contentOf, largest } from './content.ts';
import { canPush, createLogitParts } from './logit-parts.ts';
import { createSumGrid } from './sum-grid.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import { createNumbers } from '../tables/as-table.ts';
import tableStyle from '../../../ui/number-table.css';
import style from './contributions.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame, Preview } from '../frame.ts';
import type { Selection } from '../state/state.ts';
import type { Exported } from '../export/menu.ts';
import type { Answer, Trace } from '../answer/answer.ts';
import type { SumContent } from '../../../views/contributions.ts';
import type { Spot } from '../../../ui/canvas-grid.ts';

export function createContributions(messages: Messages, actions: Actions) {
  const numbers = createNumbers(messages, actions);
  const logitParts = createLogitParts(messages, actions);
  let last: Frame | null = null;
  let content: SumContent | null = null;
  /** the token whose output is shown */
  let token = 0;
  /** the element of the vectors whose numbers are shown without hover */
  let dim = 0;
  /** whether the reader opened or closed the columns; null: neither */
  let columns: boolean | null = null;
  /** the layout measures words, and a painting has thousands of bars */
  const arranged = createMemo<SumContent>();
  const painted = createMemo<void>();
  /** a reader's element stays until another token is shown */
  const chosen = createMemo<void>();
  const symbol = inlineSymbol('W_O', null);

  const grid = createSumGrid(messages, {
    hover(spot) {
      const selection = last?.state.selection;
      if (!selection || !content || !spot) actions.preview(null);
      else actions.preview(previewOf(spot, selection, { heads: headsOf(content), token, dim }));
    },
    open({ row, column }) {
      if (!content || row === null) return;
      // beside the bars, the element whose numbers are shown
      if (column === null) grid.moveTo({ row, column: dim });
      actions.open(nameOfNumber(headsOf(content), row, token, column ?? dim));
    },
  });

  function view() {
    const { answer, state, stale } = last ?? {};
    const isHidden = state?.numbers || !answer?.trace;
    // where there is a bar for each head, the columns come behind a click
    const isOpen = columns ?? !canPush(answer);
    const title =
      answer?.trace && say(messages.sumOf, { query: ownWords(answer.rowTokens[token], 'word') });
    return html`<section class="sum">
      <h2 class="spoken">${messages.sumTitle}</h2>
      ${logitParts.element}
      <details
        class="sum-columns"
        .open=${isOpen}
        @toggle=${({ target }: Event) => {
          const { open } = target as HTMLDetailsElement;
          if (open !== isOpen) columns = open;
        }}
      >
        <summary class="sum-title">${title}</summary>
        <div class="view-tools">${numbers.toggle}</div>
        <div class="sum-scroll" hidden=${isHidden} data-stale=${stale}>${grid.element}</div>
        ${numbers.element}
        <p class="sum-meaning" hidden=${isHidden}>${say(messages.sumMeaning, { W_O: symbol })}</p>
      </details>
    </section>`;
  }

  const root = createRoot(view());

  function update(frame: Frame) {
    last = frame;
    const { answer, state, selection, look } = frame;
    const trace = answer?.trace;
    if (!answer || !trace) return root.render(view());
    const wanted = selection.query ?? state.selection.query ?? token;
    token = Math.min(wanted, answer.rows - 1);
    root.render(view());
    logitParts.update(frame, token);
    const mirrored = getComputedStyle(root.element).direction === 'rtl';
    const { theme, size, pixelRatio, colors } = look;
    const place = [mirrored, theme, size.width, size.height, pixelRatio, colors.text];
    content = arranged([answer, token, ...place], () => arrange(frame, trace, mirrored));
    numbers.update(frame, tableOf(messages, content, answer, token));
    if (!state.numbers) paint(frame, content);
  }

  function arrange(frame: Frame, trace: Trace, mirrored: boolean) {
    const next = contentOf(messages, frame, trace, token, mirrored);
    chosen([frame.answer, token], () => {
      dim = largest(next.rows[next.rows.length - 1].values);
    });
    const query = frame.answer ? frame.answer.rowTokens[token] : '';
    grid.show(sayText(messages.sumLabel, { query }), next);
    return next;
  }

  function paint(frame: Frame, shown: SumContent) {
    const focus = focusOf(frame, shown, { token, dim });
    if (frame.kept) dim = focus.dim;
    painted([shown, focus.row, focus.dim], () => grid.paint(shown, focus, frame.look));
  }

  return {
    element: root.element,
    styles: [tableStyle, style],
    isDrawn: logitParts.isDrawn,
    update,
    exported: (frame: Frame) =>
      content && frame.answer?.trace ? exportedOf(messages, frame, content, { token, dim }) : null,
  };
}

function headsOf({ rows }: SumContent) {
  return rows.length - 2;
}

function previewOf(
  { row, column }: Spot,
  { head, key }: Selection,
  shown: { heads: number; token: number; dim: number },
): Preview {
  if (row === null) return { head, query: shown.token, key, cell: null };
  const cell = nameOfNumber(shown.heads, row, shown.token, column ?? shown.dim);
  return { head: row < shown.heads ? row : head, query: shown.token, key: null, cell };
}

/** @param frame with an answer */
function exportedOf(
  messages: Messages,
  frame: Frame,
  content: SumContent,
  shown: { token: number; dim: number },
): Exported | null {
  if (!frame.answer) return null;
  const { width, height } = content.layout;
  const title = sayText(messages.sumLabel, { query: frame.answer.rowTokens[shown.token] });
  return {
    name: 'contributions',
    figure: () => {
      const marks = sumMarks(content, focusOf(frame, content, shown));
      return { width, height, title, marks };
    },
    arrays: () => [arrayOf(content)],
  };
}

/**
 * The row and the element of the hovered or followed number.
 *
 * @param otherwise the token whose output is shown, and the element to show without hover
 */
function focusOf(frame: Frame, shown: SumContent, { token, dim }: { token: number; dim: number }) {
  const parsed = frame.cell === null ? null : parseCell(frame.cell);
  const heads = headsOf(shown);
  const rowOf = {
    contributions: parsed?.head ?? null,
    b_O: heads,
    output: heads + 1,
  };
  if (!parsed || !(parsed.matrix in rowOf)) return { row: null, dim };
  const index = rowOf[parsed.matrix as keyof typeof rowOf];
  const inside =
    parsed.column < shown.layout.dims && (parsed.matrix === 'b_O' || parsed.row === token);
  if (!inside) return { row: null, dim };
  return { row: index !== null && index <= heads ? index : null, dim: parsed.column };
}

/** The same numbers as a table. */
function tableOf(
  messages: Messages,
  { rows, layout, dimName }: SumContent,
  answer: Answer,
  token: number,
) {
  return {
    key: [answer, token],
    caption: sayText(messages.sumLabel, { query: answer.rowTokens[token] }),
    corner: messages.sumParts,
    rows: rows.map(({ name }) => name),
    columns: Array.from({ length: layout.dims }, (_, column) => dimName(column)),
    value: (row: number, column: number) => rows[row].values[column],
  };
}

/**
 * The name of one number, for its provenance.
 *
 * @param index index of a row
 */
function nameOfNumber(heads: number, index: number, token: number, column: number) {
  if (index < heads) return nameCell({ matrix: 'contributions', head: index, row: token, column });
  const matrix = index === heads ? 'b_O' : 'output';
  return nameCell({ matrix, head: null, row: index === heads ? 0 : token, column });
}
