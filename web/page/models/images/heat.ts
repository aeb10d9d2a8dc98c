// Attention of a patch as a heat map over the image. A click or the arrow keys choose the patch.

import { boxVars, createCanvasGrid, evenCells } from '../../../ui/canvas-grid.ts';
import { html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { shareText } from '../sizes.ts';
import type { Messages } from '../../../words/en/models.ts';
import type { Place } from '../../../ui/canvas-grid.ts';
import type { Seen } from './patch-names.ts';

/** Opacity of the background over the image, and of the colour over the strongest patch. */
const VEIL = 0.55;
const MOST = 0.9;

interface Heat {
  /** the model's input */
  image: HTMLCanvasElement;
  seen: Seen;
  /** attention weights of all tokens */
  shares: ArrayLike<number>;
  /** the query token */
  query: number;
  /** colour of the head; null: that of text, for a map of several heads */
  color: string | null;
}

export function createHeat(messages: Messages, onChoose: (query: number) => void) {
  let heat: Heat | null = null;
  let hovered: Place | null = null;
  const grid = createCanvasGrid(
    { grid: 'image-heat', cell: 'image-ring image-cell', choosesByMoving: true },
    {
      hover(spot) {
        hovered = spot as Place | null;
        if (heat) render(heat);
      },
      choose(spot) {
        if (heat) onChoose(tokenOf(heat.seen, spot as Place));
      },
    },
  );
  const { element, canvas } = grid;
  const observer = new ResizeObserver(() => heat && show(heat));
  observer.observe(element);

  function render({ seen, shares, query }: Heat) {
    const { down, across } = seen;
    const { clientWidth: width, clientHeight: height } = canvas;
    const step = { cellWidth: width / across, cellHeight: height / down };
    const cells = evenCells({ left: 0, top: 0, ...step, rows: down, columns: across });
    const nameOf = (place: Place) => {
      const { row, column } = place;
      const name = sayText(messages.patchName, { row: row + 1, column: column + 1 });
      return `${name}: ${shareText(shares[tokenOf(seen, place)])}`;
    };
    const ring = (name: string, place: Place | null) =>
      html`<div
        class=${name}
        hidden=${!place}
        vars=${place ? boxVars(cells.boxOf(place)) : {}}
      ></div>`;
    const chosen = patchOf(seen, query);
    grid.update({
      label: messages.imageGrid,
      cells,
      nameOf,
      selected: chosen,
      title: hovered && nameOf(hovered),
      over: [ring('image-ring', hovered), ring('image-ring image-chosen', chosen)],
    });
  }

  function show(next: Heat) {
    heat = next;
    draw(canvas, element, next);
    render(next);
    const chosen = patchOf(next.seen, next.query);
    if (chosen) grid.moveTo(chosen);
  }

  return {
    element,
    show(next: Heat) {
      element.style.setProperty('--shape', String(next.image.width / next.image.height));
      show(next);
    },
    stop: () => observer.disconnect(),
  };
}

function tokenOf({ first, across }: Seen, { row, column }: Place) {
  return first.length + row * across + column;
}

/** @returns null: the token is no patch */
function patchOf({ first, across }: Seen, token: number): Place | null {
  const patch = token - first.length;
  return patch < 0 ? null : { row: Math.floor(patch / across), column: patch % across };
}

/** @param element has the size and the colours */
function draw(
  canvas: HTMLCanvasElement,
  element: HTMLElement,
  { image, seen, shares, color }: Heat,
) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { down, across, first } = seen;
  const width = element.clientWidth;
  const height = (width * image.height) / image.width;
  const fine = Math.min(devicePixelRatio, 2);
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  context.scale(canvas.width / width, canvas.height / height);
  context.drawImage(image, 0, 0, width, height);
  const { color: ink, backgroundColor: paper } = getComputedStyle(element);
  context.globalAlpha = VEIL;
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  const most = strongest({ seen, shares }).share;
  const [stepX, stepY] = [width / across, height / down];
  context.fillStyle = color ?? ink;
  for (let i = 0; i < down * across && most > 0; i++) {
    const [x, y] = [(i % across) * stepX, Math.floor(i / across) * stepY];
    context.globalAlpha = (MOST * shares[first.length + i]) / most;
    context.fillRect(x, y, stepX, stepY);
  }
}

/** The patch with the largest attention weight. */
export function strongest({
  seen: { first, down, across },
  shares,
}: Pick<Heat, 'seen' | 'shares'>) {
  let token = first.length;
  for (let i = token; i < first.length + down * across; i++) {
    if (shares[i] > shares[token]) token = i;
  }
  return { token, share: shares[token] };
}
