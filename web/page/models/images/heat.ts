// Attention of a patch as a heat map over the image. A click or the arrow keys choose the patch.

import { hear } from '../../../elements/model-view/board-keys.ts';
import { fillText, h, setAttribute } from '../../../ui/dom.ts';
import { shareText } from '../sizes.ts';
import type { Messages } from '../../../words/en/models.ts';
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
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const ring = h('div', { class: 'image-ring', hidden: true });
  const chosen = h('div', { class: 'image-ring image-chosen', hidden: true });
  const cell = h('div', { role: 'gridcell', class: 'image-ring image-cell', tabindex: '0' });
  const row = h('div', { role: 'row' }, cell);
  const grid = h('div', { class: 'image-heat', role: 'grid', 'aria-label': messages.imageGrid });
  grid.append(canvas, ring, chosen, row);
  let shown: Heat | null = null;
  let at = { layer: 0, head: 0 };
  const observer = new ResizeObserver(() => draw());
  observer.observe(grid);

  /** The patches as a board: its layers are the rows of patches. */
  function board() {
    const { down = 1, across = 1 } = shown?.seen ?? {};
    const [step, tall] = [canvas.clientWidth / across, canvas.clientHeight / down];
    const size = { width: canvas.clientWidth, height: canvas.clientHeight };
    return { layers: down, heads: across, side: step, step, down: tall, order: null, ...size };
  }

  const tokenOf = ({ layer, head }: typeof at) =>
    shown ? shown.seen.first.length + layer * shown.seen.across + head : 0;

  function nameOf(one: typeof at) {
    const name = fillText(messages.patchName, { row: one.layer + 1, column: one.head + 1 });
    return shown ? `${name}: ${shareText(shown.shares[tokenOf(one)])}` : name;
  }

  function put(box: HTMLElement, one: typeof at | null) {
    box.hidden = one === null;
    if (!one) return;
    const { step, down } = board();
    box.style.translate = `${one.head * step}px ${one.layer * down}px`;
    box.style.width = `${step}px`;
    box.style.height = `${down}px`;
  }

  hear({ canvas, cell, ring }, () => ({ board: board(), at }), {
    ...{ nameOf, put, onChoose: () => onChoose(tokenOf(at)) },
    moveTo({ layer, head }) {
      const { layers, heads } = board();
      at = { layer: Math.min(layers - 1, layer), head: Math.min(heads - 1, head) };
      onChoose(tokenOf(at));
    },
  });

  function draw() {
    const context = canvas.getContext('2d');
    if (!shown || !context) return;
    const { image, seen, shares, query, color } = shown;
    const { down, across, first } = seen;
    const width = grid.clientWidth;
    const height = (width * image.height) / image.width;
    const fine = Math.min(devicePixelRatio, 2);
    [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
    context.scale(canvas.width / width, canvas.height / height);
    context.drawImage(image, 0, 0, width, height);
    const { color: ink, backgroundColor: paper } = getComputedStyle(grid);
    context.globalAlpha = VEIL;
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
    const most = strongest(shown).share;
    const [stepX, stepY] = [width / across, height / down];
    context.fillStyle = color ?? ink;
    for (let i = 0; i < down * across && most > 0; i++) {
      const [x, y] = [(i % across) * stepX, Math.floor(i / across) * stepY];
      context.globalAlpha = (MOST * shares[first.length + i]) / most;
      context.fillRect(x, y, stepX, stepY);
    }
    const patch = query - first.length;
    const isPatch = patch >= 0;
    if (isPatch) at = { layer: Math.floor(patch / across), head: patch % across };
    put(chosen, isPatch ? at : null);
    put(cell, at);
    setAttribute(grid, 'aria-rowcount', String(down));
    setAttribute(grid, 'aria-colcount', String(across));
    setAttribute(row, 'aria-rowindex', String(at.layer + 1));
    setAttribute(cell, 'aria-colindex', String(at.head + 1));
    setAttribute(cell, 'aria-label', nameOf(at));
    setAttribute(cell, 'aria-selected', String(isPatch));
  }

  return {
    element: grid,
    show(next: Heat) {
      shown = next;
      grid.style.setProperty('--shape', String(next.image.width / next.image.height));
      draw();
    },
    stop: () => observer.disconnect(),
  };
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
