// Exports the matrices of a step as a figure and as numbers.
// Matrices are whole, where the screen may show a window. For very large ones the figure shows a
// part and names it.

import { headHue, rampOf, signedRampOf } from '../../../views/color.ts';
import { layoutMatrix } from '../../../views/matrix/layout.ts';
import { matrixMarks } from '../../../views/matrix/figure.ts';
import { cellFormatOf } from '../steps/cell-format.ts';
import { longestWidth } from '../../../ui/label-sizes.ts';
import { symbolText } from '../steps/symbols.ts';
import { blocksOf } from '../steps/plan.ts';
import { chooseSignedScale } from '../steps/scale.ts';
import { moved } from './picture.ts';
import type { Exported } from './menu.ts';
import type { LabelledArray } from './numbers.ts';
import type { Frame } from '../frame.ts';
import type { Axis, Block, Shown } from '../steps/plan.ts';
import type { Mark } from '../../../views/figure.ts';

type Piece = { width: number; height: number; marks: Mark[] };

const FONT_SIZE = 12;
/** Height of the name above each matrix. */
const NAME_HEIGHT = 20;
const GAP = 18;
/** Largest side of a matrix, as long as its cells can be seen. */
const LARGEST_SIDE = 400;
const LARGEST_CELL = 16;
const MOST_CELLS = 128;
/** Matrices side by side, one for each head. */
const ACROSS = 4;

export function exportSteps(frame: Frame): Exported | null {
  const blocks = blocksOf(frame);
  if (blocks.length === 0) return null;
  const { step } = frame;
  return {
    name: `step-${step.toLowerCase()}`,
    figure() {
      const pieces = blocks.map((block) => pieceOf(frame, block));
      return { ...stacked(pieces, 'down', GAP), title: `${step}: ${frame.state.text}` };
    },
    // the result is shown last and exported first
    arrays: () => arraysOf(blocks).reverse(),
  };
}

// ---- the figure ----------------------------------------------------------------------------------------------

function pieceOf(frame: Frame, block: Block): Piece {
  if (block.kind === 'line') {
    const items = block.items.filter((item) => item !== '');
    const matrices = items.map((item) =>
      typeof item === 'string' ? null : matrixPiece(frame, item),
    );
    const height = Math.max(...matrices.map((piece) => piece?.height ?? 0));
    const pieces = items.map(
      (item, i) => matrices[i] ?? signPiece(frame, String(item), (height + NAME_HEIGHT) / 2),
    );
    if (!block.wraps) return stacked(pieces, 'across', GAP);
    const rows = [];
    for (let i = 0; i < pieces.length; i += ACROSS) {
      rows.push(stacked(pieces.slice(i, i + ACROSS), 'across', GAP));
    }
    return stacked(rows, 'down', GAP);
  }
  const left = matrixPiece(frame, block.left);
  const columns = block.parts.map(({ top, bias, result }) => {
    const above = [matrixPiece(frame, top), ...(bias ? [matrixPiece(frame, bias)] : [])];
    // its rows have the names of the matrix to the left
    const below = { ...result, rows: { ...result.rows, labels: null } };
    return { above: stacked(above, 'down', 6), below: matrixPiece(frame, below) };
  });
  const height = Math.max(...columns.map(({ above }) => above.height));
  const parts = columns.map(({ above, below }) => ({
    width: Math.max(above.width, below.width),
    height: height + GAP + below.height,
    marks: [
      ...shift(above.marks, 0, height - above.height),
      ...shift(below.marks, 0, height + GAP),
    ],
  }));
  // aligns the left factor with the product
  const lowered = {
    ...left,
    height: height + GAP + left.height,
    marks: shift(left.marks, 0, height + GAP),
  };
  return stacked([lowered, ...parts], 'across', GAP);
}

function signPiece({ look }: Frame, sign: string, y: number): Piece {
  const width = longestWidth([sign], look.fontFamily) * (16 / 13);
  return {
    width,
    height: y + 10,
    marks: [
      {
        kind: 'text',
        x: width / 2,
        y,
        text: sign,
        size: 16,
        fill: look.colors.text,
        align: 'center',
        base: 'middle',
      },
    ],
  };
}

function matrixPiece({ look }: Frame, shown: Shown): Piece {
  const { matrix, head, rows, columns, colors, turned } = shown;
  const widest = ({ labels }: Axis) =>
    labels ? (longestWidth(labels, look.fontFamily) * FONT_SIZE) / 13 + 2 : 0;
  const down = Math.min(MOST_CELLS, rows.size);
  const across = Math.min(MOST_CELLS, columns.size);
  const layout = layoutMatrix({
    rows: down,
    columns: across,
    cellWidth: cellOf(across),
    cellHeight: cellOf(down),
    rowLabel: widest(rows),
    columnLabel: widest(columns),
    grouped: shown.groups.length > 0,
    fontSize: FONT_SIZE,
  });
  const ramp =
    colors === 'shares' ? rampOf(headHue(head ?? 0), look.theme) : signedRampOf(look.theme);
  const marks = matrixMarks({
    layout,
    valueAt: shown.valueAt,
    ramp,
    scale: chooseSignedScale(shown),
    isEmpty: shown.isEmpty,
    rowLabels: rows.labels ?? undefined,
    columnLabels: columns.labels ?? undefined,
    groups: shown.groups
      .filter(({ from }) => from < across)
      .map((group) => ({ ...group, to: Math.min(across, group.to) })),
    ...cellFormatOf(colors),
    colors: { ...look.colors, ink: look.colors.text },
  });
  const part = down < rows.size || across < columns.size ? ` [:${down}, :${across}]` : '';
  const symbol = `${symbolText(matrix, head)}${turned ? '\u1d40' : ''}`;
  const name = `${symbol}  ${rows.size} × ${columns.size}${part}`;
  const title: Mark = {
    kind: 'text',
    x: layout.left,
    y: NAME_HEIGHT - 8,
    text: name,
    size: 13,
    fill: look.colors.ink,
    align: 'left',
    base: 'alphabetic',
  };
  const inside = [title, ...shift(marks, 0, NAME_HEIGHT)];
  return {
    width: Math.max(layout.width, layout.left + longestWidth([name], look.fontFamily)),
    height: layout.height + NAME_HEIGHT,
    marks: [{ kind: 'group', name, marks: inside }],
  };
}

function cellOf(count: number) {
  return Math.floor(Math.min(LARGEST_CELL, LARGEST_SIDE / Math.max(1, count)));
}

function stacked(pieces: readonly Piece[], way: 'across' | 'down', gap: number): Piece {
  const marks: Mark[] = [];
  let [x, y, width, height] = [0, 0, 0, 0];
  for (const piece of pieces) {
    marks.push(...shift(piece.marks, x, y));
    width = Math.max(width, x + piece.width);
    height = Math.max(height, y + piece.height);
    if (way === 'across') x += piece.width + gap;
    else y += piece.height + gap;
  }
  return { width, height, marks };
}

function shift(marks: readonly Mark[], dx: number, dy: number) {
  return marks.map((mark) => moved(mark, dx, dy));
}

// ---- the numbers ---------------------------------------------------------------------------------------------

/** Every matrix of the step; the heads' matrices as one array. */
function arraysOf(blocks: readonly Block[]): LabelledArray[] {
  const shown = blocks.flatMap((block) => {
    if (block.kind === 'line') return block.items.filter((item) => typeof item !== 'string');
    const parts = block.parts.flatMap(({ top, bias, result }) => [
      top,
      ...(bias ? [bias] : []),
      result,
    ]);
    return [block.left, ...parts];
  });
  const byName: Map<string, Shown[]> = new Map();
  for (const one of shown) {
    const name = one.turned ? `${one.matrix}_transposed` : one.matrix;
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  return [...byName].map(([name, all]) => arrayOf(name, all));
}

/** @param all matrices of one shape, for some heads or for none */
function arrayOf(name: string, all: readonly Shown[]): LabelledArray {
  const [{ rows, columns }] = all;
  const size = rows.size * columns.size;
  const data = new Float32Array(all.length * size);
  all.forEach(({ valueAt }, i) => {
    for (let at = 0; at < size; at++) {
      data[i * size + at] = valueAt(Math.floor(at / columns.size), at % columns.size);
    }
  });
  const axes = [axisOf(rows, 'row'), axisOf(columns, 'column')];
  if (all.length === 1 && all[0].head === null) return { name, data, axes };
  const labels = all.map(({ head }) => `head ${(head ?? 0) + 1}`);
  return { name, data, axes: [{ name: 'head', labels }, ...axes] };
}

/** @param plain its name if its labels are numbers */
function axisOf({ name, kind, size, labels }: Axis, plain: string) {
  const counted = Array.from({ length: size }, (_, i) => String(i));
  return { name: kind === 'tokens' ? name : plain, labels: labels ?? counted };
}
