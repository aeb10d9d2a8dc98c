// Drawing of one of the five ways, with its name.
// Beside a way that splits rows wrongly is the right one.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { drawTakenApart, drawWay } from '../../views/five-ways.ts';
import { layoutWay } from '../../views/five-ways-layout.ts';
import { wordOf } from '../exhibit-parts.ts';
import type { PlainTensor } from 'headwise';
import type { Context } from '../exhibit.ts';
import type { Moment } from '../exhibit-types.ts';
import type { FiveWays, Way } from './experiment.ts';

type Paint = (canvas: HTMLCanvasElement) => void;

/** @param context its head: the selected one of the way */
export function wayFigure(found: FiveWays, way: Way, context: Context) {
  const { messages, numbers, words, head, row, values } = context;
  const label = sayText(messages.waysFigureE, { head: head + 1 });
  const isRows = way.name === 'e';
  const caption = isRows
    ? html`<span>${messages.waysAsItLies}</span>`
    : richText(messages.waysFigure, { word: wordOf(words, row) });
  const text = isRows
    ? `${label} ${messages.waysAsItLies}`
    : sayText(messages.waysFigure, { x: 'x', word: words[row] ?? '' });
  const paint: Paint = (canvas) =>
    way.name === 'e'
      ? paintRows(canvas, found, way, context, true)
      : paintWay(canvas, found, way, way.name, context);
  const paintRight: Paint = (canvas) => isRows && paintRows(canvas, found, way, context, false);
  const collapse =
    values.plain === 1
      ? richText(messages.waysCollapsePlain)
      : richText(messages.waysCollapse, { difference: numbers.few(found.collapse.largest) });
  return html`<figure hidden=${!isRows}>
      <figcaption>${messages.waysAsItShould}</figcaption>
      <canvas role="img" aria-label=${`${label} ${messages.waysAsItShould}`} paint=${paintRight}>
      </canvas>
    </figure>
    <figure>
      <figcaption>${caption}</figcaption>
      <canvas role="img" aria-label=${text} paint=${paint}></canvas>
      <p class="exhibit-note" hidden=${way.name !== 'c'}>${collapse}</p>
    </figure>`;
}

function paintRows(
  canvas: HTMLCanvasElement,
  { weights }: FiveWays,
  { query, attention }: Way,
  { words, head, width, frame }: Moment,
  asItLies: boolean,
) {
  const size = drawTakenApart(canvas, {
    width: Math.min(380, width),
    rows: { data: query.data, shape: [words.length, weights.shape[0]] },
    heads: attention.shape[0],
    words,
    ink: inkOf(frame.look),
    selected: head,
    asItLies,
  });
  place(canvas, size);
}

/** @param name name of the way */
function paintWay(
  canvas: HTMLCanvasElement,
  found: FiveWays,
  { query, attention }: Way,
  name: Exclude<Way['name'], 'e'>,
  { head, row, width, frame, trace }: Moment,
) {
  const embedDim = found.weights.shape[0];
  const room = Math.max(200, Math.min(name === 'c' ? 760 : 300, width));
  const layout = layoutWay(name, { width: room, embedDim, heads: attention.shape[0] });
  const from = row * embedDim;
  drawWay(canvas, {
    layout,
    ink: inkOf(frame.look),
    selected: head,
    numbers: {
      x: trace?.input.data.slice(from, from + embedDim) ?? new Float32Array(embedDim),
      between: found.between.data.slice(from, from + embedDim),
      query: queryOf(query, row),
      own: found.weights,
      first: found.first,
      collapsed: found.collapsed,
      small: found.small,
    },
  });
  place(canvas, layout);
}

function inkOf({ colors, fontFamily, theme, pixelRatio }: Moment['frame']['look']) {
  return { text: colors.text, faint: colors.faint, fontFamily, theme, pixelRatio };
}

function place(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }) {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/**
 * One word's queries of all heads, one after the other.
 *
 * @param query (H, L, E)
 */
function queryOf({ data, shape }: PlainTensor, row: number) {
  const [heads, length, width] = shape;
  const all = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const from = (head * length + row) * width;
    all.set(data.subarray(from, from + width), head * width);
  }
  return all;
}
