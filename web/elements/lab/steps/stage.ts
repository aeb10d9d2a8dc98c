// The matrices of one step on the screen.
// It handles their sizes, the windows onto long ones, the highlight, and the motion.

import { signedRampOf } from '../../../views/color.ts';
import { drawLegend } from '../../../views/legend.ts';
import { parseCell } from '../answer/cells.ts';
import { sourcesOf } from '../provenance/sources.ts';
import { createDrawQueue } from '../draw-queue.ts';
import { h } from '../../../ui/dom.ts';
import { longestWidth } from '../../../ui/label-sizes.ts';
import { allShown, lightsOf, oneByOne } from './positions.ts';
import { placeLine, placeProduct } from './matrix-layout.ts';
import { createPlayer } from './player.ts';
import { createMatrixPool } from './matrix-pool.ts';
import { chooseSignedScale } from './scale.ts';
import { mostTokensOf, sizesOf } from './sizes.ts';
import { showTip } from './tip.ts';
import { createAxisWindows } from './axis-windows.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { PlaceMatrix } from './matrix-layout.ts';
import type { OnScreen } from './matrix-pool.ts';
import type { Block, Shown } from './plan.ts';

const LABEL_SIZE = 12;
/**
 * Below this width there is no room for a formula in the corner of a product, nor for products side
 * by side.
 */
const CORNER_FROM = 620;

/**
 * @param formulas the formula is in the corner of a product where there is room, otherwise in its
 * own element
 */
export function createStepsStage(
  messages: Messages,
  actions: Actions,
  { formula, aside }: { formula: HTMLElement; aside: HTMLElement },
) {
  const element = h('div', { class: 'step-stage' });
  const windows = createAxisWindows(messages, again);
  const pool = createMatrixPool(actions, windows, { last: () => last, again });
  const player = createPlayer(messages, () =>
    last && drawnFrom.length > 0 ? shownOf(last, element, pool, arranged) : null,
  );
  const legend = createLegend(messages);
  const tip = h('div', { class: 'tooltip step-tip', 'aria-hidden': 'true', hidden: true });
  let drawnFrom: readonly unknown[] = [];
  const queue = createDrawQueue(() => {
    if (last) light(last, pool.placed());
    showTip(tip, element, last);
    player.drawn();
    actions.drawn();
  });
  let last: Frame | null = null;
  /** blocks of the newest frame */
  let blocks: readonly Block[] = [];
  /** blocks of the matrices on the screen */
  let arranged: readonly Block[] = [];

  function update(frame: Frame, next: readonly Block[]) {
    last = frame;
    const { state, answer, selection, look } = frame;
    element.hidden = player.element.hidden = next.length === 0;
    if (next.length === 0 || !answer) {
      player.end();
      drawnFrom = [];
      return;
    }
    // on narrow screens, each product has its factors beside it
    blocks = look.size.width < CORNER_FROM ? next.flatMap(oneByOne) : next;
    windows.setMost(mostTokensOf(blocks, look.size.width));
    if (frame.kept) reveal(frame, windows, blocks);
    const head = state.allHeads ? null : selection.head;
    const from = [
      answer as unknown,
      frame.step,
      head,
      look.theme,
      look.size.width,
      look.pixelRatio,
    ];
    from.push(windows.key());
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      player.end();
      arrange(frame);
    }
    light(frame, pool.placed());
    showTip(tip, element, last);
  }

  function arrange(frame: Frame) {
    const { look } = frame;
    arranged = blocks;
    pool.clear();
    const waiting: (() => void)[] = [];
    const shown = allShown(blocks);
    const words = shown.flatMap(({ rows, columns }) => [rows.labels ?? [], columns.labels ?? []]);
    const label = (longestWidth(words.flat(), look.fontFamily) * LABEL_SIZE) / 13 + 2;
    const drawn = blocks.map((block) => {
      const sizes = sizesOf(block, {
        width: look.size.width,
        rowLabel: label,
        columnLabel: label,
        countOf: (axis) => windows.windowOf(axis).count,
      });
      const put: PlaceMatrix = (one, around, above = false) => {
        const placed = pool.place(one, sizes, chooseSignedScale(one), around, above);
        waiting.push(() => pool.draw(messages, frame, placed));
        return placed.element.element;
      };
      return block.kind === 'product'
        ? placeProduct(block, sizes, put)
        : placeLine(block, sizes, put);
    });
    const corner = drawn[0].querySelector('.corner');
    (look.size.width >= CORNER_FROM && corner ? corner : aside).append(formula);
    element.replaceChildren(...drawn, tip, player.sheet, player.note);
    windows.update(shown.flatMap(({ rows, columns }) => [rows, columns]));
    legend.update(look, shown);
    queue.draw(waiting, look);
  }

  function again() {
    if (last) update(last, blocks);
  }

  return {
    ...{ element, player, update, windows: windows.element, legend: legend.element },
    isDrawn: queue.isDrawn,
  };
}

/** The scene of a motion. */
function shownOf(
  frame: Frame,
  stage: HTMLElement,
  pool: ReturnType<typeof createMatrixPool>,
  blocks: readonly Block[],
) {
  const { step, state, selection, look, mark } = frame;
  const { allHeads } = state;
  const box = stage.getBoundingClientRect();
  const rows = pool.placed().find(({ shown }) => shown.rows.name === 'query')?.rows;
  return {
    ...{ step, allHeads, blocks, mark, look },
    row: Math.max(0, (selection.query ?? 0) - (rows?.first ?? 0)),
    size: { width: box.width, height: box.height },
    sheetOf: (shown: Shown) => pool.sheetOf(shown, box, frame),
  };
}

function light({ answer, cell, selection }: Frame, placed: readonly OnScreen[]) {
  const open = cell ? parseCell(cell) : null;
  const sources = open && answer ? sourcesOf(answer, open) : [];
  for (const { element: matrix, shown, rows, columns } of placed) {
    const { bands, at } = lightsOf({ shown, rows, columns }, { sources, open, selection });
    matrix.light(bands, at);
  }
}

/** Moves windows to the followed number. */
function reveal(
  { cell }: Frame,
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
  const canvas = h('canvas', { 'aria-hidden': 'true', width: '240', height: '20' });
  const element = h(
    'div',
    { class: 'step-legend' },
    h('span', null, messages.stepsLegend),
    canvas,
    h('span', null, messages.stepsLegendMore),
  );
  return {
    element,
    update(look: Frame['look'], shown: readonly Shown[]) {
      element.hidden = shown.every(({ colors }) => colors !== 'signed');
      drawLegend(canvas, signedRampOf(look.theme), true);
    },
  };
}
