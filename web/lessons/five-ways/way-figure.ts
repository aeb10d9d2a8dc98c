// Drawing of one of the five ways, with its name.
// Beside a way that splits rows wrongly is the right one.

import { drawTakenApart, drawWay } from '../../views/five-ways.ts';
import { layoutWay } from '../../views/five-ways-layout.ts';
import { fillText, h, ownWords } from '../../ui/dom.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import type { FloatTensor } from 'headwise';
import type { Messages } from '../../words/en/lab.ts';
import type { Moment } from '../exhibit-types.ts';
import type { FiveWays, Way } from './experiment.ts';

export function createWayFigure(messages: Messages) {
  const numbers = numbersOf(messages.locale);
  const figure = h('canvas', { role: 'img' });
  const should = h('canvas', { role: 'img' });
  const shouldFigure = h('figure', null, h('figcaption', null, messages.waysAsItShould), should);
  const caption = h('figcaption', null);
  const lies = h('span', null, messages.waysAsItLies);
  const note = h('p', { class: 'exhibit-note' });

  function showRows(
    { weights }: FiveWays,
    { query, attention }: Way,
    { words, head, width, frame }: Moment,
  ) {
    const drawing = {
      width: Math.min(380, width),
      rows: { data: query.data, shape: [words.length, weights.shape[0]] },
      heads: attention.shape[0],
      words,
      ink: inkOf(frame.look),
      selected: head,
    };
    place(should, drawTakenApart(should, { ...drawing, asItLies: false }));
    place(figure, drawTakenApart(figure, { ...drawing, asItLies: true }));
    caption.replaceChildren(lies);
    const label = fillText(messages.waysFigureE, { head: head + 1 });
    figure.ariaLabel = `${label} ${messages.waysAsItLies}`;
    should.ariaLabel = `${label} ${messages.waysAsItShould}`;
  }

  /** @param name name of the way */
  function showWay(
    found: FiveWays,
    { query, attention }: Way,
    name: Exclude<Way['name'], 'e'>,
    { words, head, row, width, frame, trace }: Moment,
  ) {
    const embedDim = found.weights.shape[0];
    const room = Math.max(200, Math.min(name === 'c' ? 520 : 300, width));
    const layout = layoutWay(name, { width: room, embedDim, heads: attention.shape[0] });
    const from = row * embedDim;
    drawWay(figure, {
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
    place(figure, layout);
    const word = ownWords(words[row] ?? '', 'word');
    caption.replaceChildren(richText(messages.waysFigure, { word }));
    figure.ariaLabel = caption.textContent;
  }

  return {
    elements: [shouldFigure, h('figure', null, caption, figure, note)],
    show(found: FiveWays, way: Way, moment: Moment) {
      shouldFigure.hidden = way.name !== 'e';
      if (way.name === 'e') showRows(found, way, moment);
      else showWay(found, way, way.name, moment);
      note.hidden = way.name !== 'c';
      note.replaceChildren(
        moment.values.plain === 1
          ? richText(messages.waysCollapsePlain)
          : richText(messages.waysCollapse, { difference: numbers.few(found.collapse.largest) }),
      );
    },
  };
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
function queryOf({ data, shape }: FloatTensor, row: number) {
  const [heads, length, width] = shape;
  const all = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const from = (head * length + row) * width;
    all.set(data.subarray(from, from + width), head * width);
  }
  return all;
}
