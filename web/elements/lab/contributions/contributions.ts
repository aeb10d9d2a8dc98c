// The contributions view: each head's part of one token's output.
// Drawn by views/contributions.ts as a sum on paper. An ARIA grid lies over the drawing; every
// number in it opens its provenance.

/// <reference path="../../css.d.ts" />

import { sumMarks } from '../../../views/contributions.ts';
import { nameCell, parseCell } from '../answer/cells.ts';
import { sayText } from '../../../ui/text.ts';
import { queryPiece } from '../frame.ts';
import { arrayOf, contentOf, largest } from './content.ts';
import { createLogitParts } from './logit-parts.ts';
import { buildSum, hearSum, paintSum, showCell, showTitle } from './sum-grid.ts';
import { createNumbers } from '../tables/as-table.ts';
import style from './contributions.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame, Preview } from '../frame.ts';
import type { Selection } from '../state/state.ts';
import type { Exported } from '../export/menu.ts';
import type { Answer } from '../answer/answer.ts';
import type { SumContent } from '../../../views/contributions.ts';
import type { Spot } from './sum-grid.ts';

export function createContributions(messages: Messages, actions: Actions) {
  const numbers = createNumbers(messages, actions);
  const logitParts = createLogitParts(messages, actions);
  const parts = buildSum(messages, numbers, logitParts.element);
  const { element, scroller, meaning } = parts;
  let last: Frame | null = null;
  let content: SumContent | null = null;
  /** the token whose output is shown */
  let token = 0;
  /** the element of the vectors whose numbers are shown without hover */
  let dim = 0;
  /** the cell that receives the Tab key */
  let at = { row: 0, dim: 0 };
  let arrangedFrom: readonly unknown[] = [];
  let drawnFrom: readonly unknown[] = [];

  // ---- events ------------------------------------------------------------------------------------------------

  function point(place: Spot | null) {
    const selection = last?.state.selection;
    if (!selection || !content || !place) actions.preview(null);
    else actions.preview(previewOf(place, selection, { heads: headsOf(content), token, dim }));
  }

  hearSum(parts, {
    layout: () => content?.layout ?? null,
    at: () => at,
    point,
    moveTo,
    open(row, column) {
      if (content) actions.open(nameOfNumber(headsOf(content), row, token, column ?? dim));
    },
  });

  /** @param column null: the element whose numbers are shown */
  function moveTo(row: number, column: number | null) {
    if (!content) return;
    const { layout } = content;
    at = {
      row: Math.max(0, Math.min(layout.rows - 1, row)),
      dim: Math.max(0, Math.min(layout.dims - 1, column ?? dim)),
    };
    showCell(parts, content, at);
  }

  // ---- drawing -------------------------------------------------------------------------------------------------

  function update(frame: Frame) {
    last = frame;
    const { answer, state, selection, look } = frame;
    const trace = answer?.trace;
    scroller.hidden = meaning.hidden = state.numbers || !trace;
    scroller.toggleAttribute('data-stale', frame.stale);
    if (!answer || !trace) return;
    const wanted = selection.query ?? state.selection.query ?? token;
    const chosen = Math.min(wanted, answer.rows - 1);
    const mirrored = getComputedStyle(element).direction === 'rtl';
    logitParts.update(frame, chosen);
    const { theme, size, pixelRatio, colors } = look;
    const place = [mirrored, theme, size.width, size.height, pixelRatio, colors.text];
    const from: readonly unknown[] = [answer, chosen, ...place];
    if (from.some((value, i) => value !== arrangedFrom[i])) {
      const isOther = arrangedFrom[0] !== answer || arrangedFrom[1] !== chosen;
      arrangedFrom = from;
      drawnFrom = [];
      token = chosen;
      content = contentOf(messages, frame, trace, chosen, mirrored);
      if (isOther) dim = largest(content.rows[content.rows.length - 1].values);
      showTitle(parts, messages, queryPiece(answer, chosen), content.layout);
      moveTo(at.row, at.dim);
    }
    if (!content) return;
    numbers.update(frame, tableOf(messages, content, answer, chosen));
    if (!state.numbers) draw(frame, content);
  }

  function draw(frame: Frame, shown: SumContent) {
    const focus = focusOf(frame, shown, { token, dim });
    if (frame.kept) dim = focus.dim;
    const from = [shown, focus.row, focus.dim];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    drawnFrom = from;
    paintSum(parts, shown, focus, frame.look);
  }

  return {
    element,
    styles: [style],
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
  { row, dim }: Spot,
  { head, key }: Selection,
  shown: { heads: number; token: number; dim: number },
): Preview {
  if (row === null) return { head, query: shown.token, key, cell: null };
  const cell = nameOfNumber(shown.heads, row, shown.token, dim ?? shown.dim);
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
  const title = sayText(messages.sumLabel, { query: queryPiece(frame.answer, shown.token) });
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
    caption: sayText(messages.sumLabel, { query: queryPiece(answer, token) }),
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
