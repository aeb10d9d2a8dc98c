// The matrices of one step on the screen.
// It handles their sizes, the windows onto long ones, the highlight, and the motion.

import { signedRampOf } from '../../../views/color.ts';
import { drawLegend } from '../../../views/legend.ts';
import { parseCell } from '../answer/cells.ts';
import { sourcesOf } from '../provenance/sources.ts';
import { createDrawQueue } from '../draw-queue.ts';
import { longestWidth } from '../../../ui/label-sizes.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { allShown, lightsOf, oneByOne } from './positions.ts';
import { lineView, productView } from './matrix-layout.ts';
import { createPlayer } from './player.ts';
import { createMatrixPool } from './matrix-pool.ts';
import { chooseSignedScale } from './scale.ts';
import { mostTokensOf, sizesOf } from './sizes.ts';
import { createTip } from './tip.ts';
import { createAxisWindows } from './axis-windows.ts';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { PlaceMatrix } from './matrix-layout.ts';
import type { OnScreen } from './matrix-pool.ts';
import type { Block, Shown } from './plan.ts';

const LABEL_SIZE = 12;
/**
 * Below this width there is no room for a formula in the corner of a product, nor for products side
 * by side.
 */
const CORNER_FROM = 620;

/** @param formula in the corner of the first product where there is room */
export function createStepsStage(messages: Messages, actions: LayerActions, formula: HTMLElement) {
  const windows = createAxisWindows(messages, redraw);
  const pool = createMatrixPool(actions, windows, () => last, redraw);
  const player = createPlayer(messages, () => (last && arranged ? shownOf(last, arranged) : null));
  const legend = createLegend(messages);
  const tip = createTip();
  /** drawing all matrices takes several frames */
  let drawn = createMemo<void>();
  const queue = createDrawQueue(() => {
    if (last) light(last, pool.placed());
    tip.update(last, root.element);
    player.drawn();
    actions.drawn();
  });
  let last: LayerFrame | null = null;
  /** blocks of the newest frame */
  let blocks: readonly Block[] = [];
  /** blocks of the matrices on the screen; null: none are to be shown */
  let arranged: readonly Block[] | null = null;
  let hasFormula = false;

  /** @param content the blocks with their matrices */
  function view(content: readonly Template[]) {
    return html`<div class="step-stage" hidden=${arranged === null}>
      ${content}${tip.element}${player.sheet}${player.note}
    </div>`;
  }

  const root = createRoot(view([]));
  let content: readonly Template[] = [];

  function update(frame: LayerFrame, next: readonly Block[]) {
    last = frame;
    const { state, answer, selection, look } = frame;
    const isShown = next.length > 0 && answer !== null;
    player.offer(isShown);
    if (!isShown) {
      player.end();
      // the player waits for the next drawing, even of the same matrices
      drawn = createMemo();
      arranged = null;
      root.render(view(content));
      legend.update(look, []);
      return;
    }
    // on narrow screens, each product has its factors beside it
    blocks = hasCorner(frame) ? next : next.flatMap(oneByOne);
    windows.setMost(mostTokensOf(blocks, look.size.width));
    if (frame.kept) reveal(frame, windows, blocks);
    const head = state.allHeads ? null : selection.head;
    const { theme, size, pixelRatio } = look;
    const from = [answer, frame.step, head, theme, size.width, pixelRatio, windows.key()];
    drawn(from, () => {
      player.end();
      arrange(frame);
    });
    light(frame, pool.placed());
    tip.update(last, root.element);
  }

  function arrange(frame: LayerFrame) {
    const { look } = frame;
    arranged = blocks;
    hasFormula = hasCorner(frame) && blocks[0].kind === 'product';
    pool.clear();
    const waiting: (() => void)[] = [];
    const shown = allShown(blocks);
    const words = shown.flatMap(({ rows, columns }) => [rows.labels ?? [], columns.labels ?? []]);
    const label = (longestWidth(words.flat(), look.fontFamily) * LABEL_SIZE) / 13 + 2;
    content = blocks.map((block, i) => {
      const sizes = sizesOf(block, {
        width: look.size.width,
        rowLabel: label,
        columnLabel: label,
        countOf: (axis) => windows.windowOf(axis).count,
      });
      const place: PlaceMatrix = (one, around, above = false) => {
        const placed = pool.place(one, sizes, chooseSignedScale(one), around, above);
        waiting.push(() => pool.draw(messages, frame, placed));
        return placed.element.element;
      };
      if (block.kind === 'line') return lineView(block, sizes, place);
      return productView(block, sizes, place, hasFormula && i === 0 && formula);
    });
    root.render(view(content));
    windows.update(shown.flatMap(({ rows, columns }) => [rows, columns]));
    legend.update(look, shown);
    queue.draw(waiting, look);
  }

  function redraw() {
    if (last) update(last, blocks);
  }

  /** The scene of a motion. */
  function shownOf(frame: LayerFrame, onScreen: readonly Block[]) {
    const { step, state, selection, look, mark } = frame;
    const box = root.element.getBoundingClientRect();
    const rows = pool.placed().find(({ shown }) => shown.rows.name === 'query')?.rows;
    return {
      step,
      allHeads: state.allHeads,
      blocks: onScreen,
      mark,
      look,
      row: Math.max(0, (selection.query ?? 0) - (rows?.first ?? 0)),
      size: { width: box.width, height: box.height },
      sheetOf: (shown: Shown) => pool.sheetOf(shown, box, frame),
    };
  }

  return {
    element: root.element,
    player,
    update,
    windows: windows.element,
    legend: legend.element,
    isDrawn: queue.isDrawn,
    /** Whether the formula is in the corner of a product. */
    hasFormula: () => hasFormula,
  };
}

function hasCorner({ look }: LayerFrame) {
  return look.size.width >= CORNER_FROM;
}

function light({ answer, cell, selection }: LayerFrame, placed: readonly OnScreen[]) {
  const open = cell ? parseCell(cell) : null;
  const sources = open && answer ? sourcesOf(answer, open) : [];
  for (const { element: matrix, shown, rows, columns } of placed) {
    const { bands, at } = lightsOf({ shown, rows, columns }, { sources, open, selection });
    matrix.light(bands, at);
  }
}

/** Moves windows to the followed number. */
function reveal(
  { cell }: LayerFrame,
  windows: ReturnType<typeof createAxisWindows>,
  blocks: readonly Block[],
) {
  const known = cell ? parseCell(cell) : null;
  if (!known) return;
  for (const shown of allShown(blocks)) {
    if (shown.matrix !== known.matrix || (shown.head ?? known.head) !== known.head) continue;
    const [row, column] = shown.turned ? [known.column, known.row] : [known.row, known.column];
    windows.reveal(shown.rows, row);
    windows.reveal(shown.columns, column);
  }
}

/** The legend of the colours. */
function createLegend(messages: Messages) {
  let canvas!: HTMLCanvasElement;
  const view = (isHidden: boolean) =>
    html`<div class="step-legend" hidden=${isHidden}>
      <span>${messages.stepsLegend}</span>
      <canvas
        aria-hidden="true"
        width="240"
        height="20"
        ref=${(element: HTMLCanvasElement) => (canvas = element)}
      ></canvas>
      <span>${messages.stepsLegendMore}</span>
    </div>`;
  const root = createRoot(view(true));
  return {
    element: root.element,
    update(look: LayerFrame['look'], shown: readonly Shown[]) {
      root.render(view(shown.every(({ colors }) => colors !== 'signed')));
      drawLegend(canvas, signedRampOf(look.theme), true);
    },
  };
}
