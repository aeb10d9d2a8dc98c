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
/** Below this width there is no room for products side by side. */
const SIDE_BY_SIDE_FROM = 620;
/** Distance of the drawing from the lower edge of the window, and from the upper one on a phone. */
const BELOW = 20;
const ABOVE = 68;
/** A drawing is never lower than this, and in a frame, whose window is as tall as its content, as high as that. */
const LEAST_HEIGHT = 300;
const FRAMED_HEIGHT = 560;

export function createStepsStage(messages: Messages, actions: LayerActions) {
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
  /** numbers changed by hand in the newest answer */
  let edits: object | null = null;

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
    const size = sizeOf(look);
    // on narrow screens, each product has its factors beside it
    blocks = size.width >= SIDE_BY_SIDE_FROM ? next : next.flatMap(oneByOne);
    windows.setMost(mostTokensOf(blocks, size.width));
    if (frame.kept) reveal(frame, windows, blocks);
    const head = state.allHeads ? null : selection.head;
    const { theme, pixelRatio } = look;
    const from = [answer, frame.step, head, theme, size.width, size.height, pixelRatio];
    drawn([...from, windows.key()], () => {
      player.end();
      arrange(frame, size);
    });
    light(frame, pool.placed());
    tip.update(last, root.element);
    const { byHand } = answer.question;
    // the numbers that follow from a change are to be seen
    if (edits !== null && edits !== byHand) bringResultIn();
    edits = byHand;
  }

  /** Scrolls so that the last matrix is in the window: all others are above it or beside it. */
  function bringResultIn() {
    pool.placed().at(-1)?.element.element.scrollIntoView({ block: 'nearest' });
  }

  /** The room for the matrices: beside the text, down to the lower edge of the window. */
  function sizeOf(look: LayerFrame['look']) {
    const place = root.element.parentElement;
    const width = Math.min(place?.clientWidth || look.size.width, look.size.width);
    if (look.atOnce) return { width, height: Infinity };
    if (window.parent !== window) return { width, height: FRAMED_HEIGHT };
    if (look.size.bounded) return { width, height: look.size.height };
    const top = (place?.getBoundingClientRect().top ?? 0) + scrollY;
    const above = width < SIDE_BY_SIDE_FROM ? ABOVE : top;
    return { width, height: Math.max(LEAST_HEIGHT, innerHeight - above - BELOW) };
  }

  function arrange(frame: LayerFrame, size: { width: number; height: number }) {
    const { look } = frame;
    arranged = blocks;
    pool.clear();
    const waiting: (() => void)[] = [];
    const shown = allShown(blocks);
    const words = shown.flatMap(({ rows, columns }) => [rows.labels ?? [], columns.labels ?? []]);
    const label = (longestWidth(words.flat(), look.fontFamily) * LABEL_SIZE) / 13 + 2;
    content = blocks.map((block) => {
      const sizes = sizesOf(block, {
        ...size,
        // blocks below one another share the room, but on a phone each has it
        height: size.width < SIDE_BY_SIDE_FROM ? size.height : size.height / blocks.length,
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
      return productView(block, sizes, place);
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
  };
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
