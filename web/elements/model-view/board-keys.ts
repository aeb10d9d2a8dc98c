// Pointer and keyboard events of the board of all heads.

import { cellOf, headAt, headUnder } from '../../views/thumbnails.ts';
import { setAttribute } from '../../ui/dom.ts';
import type { Board, Head } from '../../views/thumbnails.ts';

/** Handles pointer and keyboard: hover rings a head, a click or Enter chooses it. */
export function hear(
  { canvas, cell, ring }: { canvas: HTMLCanvasElement; cell: HTMLElement; ring: HTMLElement },
  now: () => { board: Board; at: Head },
  {
    nameOf,
    put,
    moveTo,
    onChoose,
  }: {
    nameOf: (one: Head) => string;
    put: (box: HTMLElement, one: Head | null) => void;
    moveTo: (one: Head) => void;
    onChoose: (one: Head) => void;
  },
) {
  const under = ({ offsetX, offsetY }: MouseEvent) => headUnder(now().board, offsetX, offsetY);
  canvas.addEventListener('pointermove', (event) => {
    const head = under(event);
    put(ring, head);
    setAttribute(canvas, 'title', head && nameOf(head));
  });
  canvas.addEventListener('pointerleave', () => put(ring, null));
  canvas.addEventListener('click', (event) => {
    const head = under(event);
    if (!head) return;
    moveTo(head);
    cell.focus({ preventScroll: true });
    onChoose(head);
  });
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const { board, at } = now();
    if (event.key === 'Enter' || event.key === ' ') onChoose(at);
    else {
      const target = targetOf(event, at, board);
      if (!target) return;
      moveTo(target);
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The target of a key, as in the grid pattern of the ARIA Authoring Practices. */
function targetOf({ key, ctrlKey }: KeyboardEvent, at: Head, board: Board): Head | undefined {
  const { row, column } = cellOf(board, at);
  const lastRow = board.layers - 1;
  const target = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? lastRow : row, column: board.heads - 1 },
    PageUp: { row: row - 4, column },
    PageDown: { row: row + 4, column },
  }[key];
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return (
    target &&
    headAt(board, {
      row: within(target.row, lastRow),
      column: within(target.column, board.heads - 1),
    })
  );
}
