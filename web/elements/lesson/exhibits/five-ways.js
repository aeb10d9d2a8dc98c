// Five ways from x to the heads' queries: what each costs, how far it ends from the first, and a drawing
// of the one that is looked at, with its map.

import { drawTakenApart, drawWay } from '../../../views/five-ways.js';
import { layoutWay } from '../../../views/five-ways-layout.js';
import { headHue, markOf } from '../../../views/color.js';
import { fillText, h, ownWords } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { computeFiveWays } from '../experiments/five-ways.js';
import { headOf } from '../experiments/tensors.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { createChoice, createTable } from './parts.js';
import { createSmallMap } from './small-map.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../experiments/five-ways.js').FiveWays} FiveWays
 */

const NAMES = /** @type {const} */ (['a', 'b', 'c', 'd', 'e']);
/** Weights for the matrix in front of the heads' own, unlike any that the lab uses by itself. */
const FIRST_SEED = 2 ** 32 - 1;
const MAP_ROOM = 260;

/** @param {import('../exhibits.js').Kit} kit */
export function createFiveWays(kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const table = createTable(messages.waysCaption, [
    messages.waysWay,
    messages.waysParameters,
    messages.waysDifference,
  ]);
  const stands = createChoice(
    richText(messages.waysWhatQ),
    [
      [0, richText(messages.waysStandsForW)],
      [1, richText(messages.waysStandsForX)],
    ],
    (plain) => setValues({ plain }),
  );
  const figure = h('canvas', { role: 'img' });
  const should = h('canvas', { role: 'img' });
  const heads = h('div', {
    class: 'exhibit-heads',
    role: 'group',
    'aria-label': messages.headsLabel,
  });
  const shouldFigure = h('figure', null, h('figcaption', null, messages.waysAsItShould), should);
  const caption = h('figcaption', null);
  const lies = h('span', null, messages.waysAsItLies);
  const note = h('p', { class: 'exhibit-note' });
  const first = createSmallMap(messages);
  const map = createSmallMap(messages);
  const element = h(
    'div',
    { class: 'five-ways' },
    table.element,
    stands.element,
    heads,
    h(
      'div',
      { class: 'exhibit-row' },
      shouldFigure,
      h('figure', null, caption, figure, note),
      h('div', { class: 'exhibit-pair' }, first.element, map.element),
    ),
    h('p', { class: 'exhibit-note' }, messages.exhibitSigned),
  );
  /** @type {FiveWays | null} */
  let found = null;
  /** @type {Moment | null} */
  let newest = null;
  /** @type {Moment['trace']} */
  let foundFor = null;

  const ask = createAsker(
    async (
      /** @type {NonNullable<Moment['trace']>} */ trace,
      /** @type {number} */ count,
      /** @type {boolean} */ plain,
      /** @type {boolean} */ causal,
    ) => {
      const { weights, first: embedding } = trace;
      const ways = await computeFiveWays(
        await kit.engine(),
        { from: embedding.x, to: (trace.second ?? embedding).x },
        {
          embedDim: embedding.x.shape[1],
          heads: count,
          inProjection: weights.in_proj_weight,
          outProjection: weights['out_proj.weight'],
          inBias: weights.in_proj_bias,
          outBias: weights['out_proj.bias'],
        },
        { seed: FIRST_SEED, plain, causal },
      );
      return { ways, trace };
    },
    {
      show(next) {
        found = next.ways;
        foundFor = next.trace;
        draw();
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  /** @param {Moment} moment */
  function update(moment) {
    newest = moment;
    const { trace, values, frame } = moment;
    if (trace && trace.first.x.shape[0] > 0 && 'in_proj_weight' in trace.weights) {
      ask(trace, frame.answer?.question.heads ?? 1, values.plain === 1, frame.state.causal);
    }
    draw();
  }

  function draw() {
    if (!newest || !found || newest.trace !== foundFor) return;
    const { values, words, head, row, width, frame } = newest;
    const { look } = frame;
    const shown = Math.min(4, Math.max(0, (values.way ?? 1) - 1));
    const name = NAMES[shown];
    const way = found.ways[shown];
    table.show(
      found.ways.slice(0, Math.max(2, shown + 1)).map((one) => rowOf(one, values.plain === 1)),
      shown,
    );
    stands.element.hidden = name !== 'c';
    stands.update(values.plain ?? 0);
    const ink = {
      text: look.colors.text,
      faint: look.colors.faint,
      fontFamily: look.fontFamily,
      theme: look.theme,
      pixelRatio: look.pixelRatio,
    };
    const isRows = name === 'e';
    shouldFigure.hidden = heads.hidden = !isRows;
    const count = way.attention.shape[0];
    const selected = Math.min(head, count - 1);
    if (isRows) {
      const length = words.length;
      const rows = { data: way.query.data, shape: [length, found.weights.shape[0]] };
      const room = Math.min(380, width);
      const drawing = { width: room, rows, heads: count, words, ink, selected };
      place(should, drawTakenApart(should, { ...drawing, asItLies: false }));
      place(figure, drawTakenApart(figure, { ...drawing, asItLies: true }));
      caption.replaceChildren(lies);
      const label = fillText(messages.waysFigureE, { head: selected + 1 });
      figure.ariaLabel = `${label} ${messages.waysAsItLies}`;
      should.ariaLabel = `${label} ${messages.waysAsItShould}`;
      showHeads(count, selected, look.theme);
    } else {
      const room = Math.max(200, Math.min(name === 'c' ? 520 : 300, width));
      const embedDim = found.weights.shape[0];
      const layout = layoutWay(name, { width: room, embedDim, heads: count });
      const from = row * embedDim;
      drawWay(figure, {
        layout,
        ink,
        selected,
        numbers: {
          x: newest.trace?.first.x.data.slice(from, from + embedDim) ?? new Float32Array(embedDim),
          between: found.between.data.slice(from, from + embedDim),
          query: queryOf(way.query, row),
          own: found.weights,
          first: found.first,
          collapsed: found.collapsed,
          small: found.small,
        },
      });
      place(figure, layout);
      const label = richText(messages.waysFigure, {
        word: ownWords(words[row] ?? '', 'word'),
      });
      caption.replaceChildren(label);
      figure.ariaLabel = caption.textContent;
    }
    note.hidden = name !== 'c';
    note.replaceChildren(
      values.plain === 1
        ? richText(messages.waysCollapsePlain)
        : richText(messages.waysCollapse, { difference: numbers.few(found.collapse.largest) }),
    );
    showMaps(way, selected, name);
  }

  /**
   * @param {FiveWays['ways'][number]} way
   * @param {number} head
   * @param {string} name
   */
  function showMaps(way, head, name) {
    if (!newest || !found) return;
    const moment = { ...newest, head };
    const right = headOf(found.ways[0].attention, head);
    const other = headOf(way.attention, head);
    const scaleMax = Math.max(...right.data, ...other.data);
    const label = fillText(messages.waysMapOf, { head: head + 1 });
    first.show(right, { moment, name: `(a) ${label}`, room: MAP_ROOM, scaleMax });
    map.element.hidden = name === 'a' || name === 'b';
    if (map.element.hidden) return;
    const labelsOf = (/** @type {readonly string[]} */ words) =>
      name === 'e' ? piecesOf(words, head, way.attention.shape[0]) : words;
    map.show(other, {
      moment,
      name: `(${name}) ${label}`,
      room: MAP_ROOM,
      scaleMax,
      rowLabels: labelsOf(newest.words),
      columnLabels: labelsOf(newest.keys),
    });
  }

  /**
   * @param {number} count
   * @param {number} selected
   * @param {import('../../../views/color.js').Theme} theme
   */
  function showHeads(count, selected, theme) {
    if (heads.children.length !== count) {
      heads.replaceChildren(
        ...Array.from({ length: count }, (_, head) =>
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              onclick: () => {
                const { selection } = newest?.frame.state ?? {
                  selection: { query: null, key: null },
                };
                kit.setState({ selection: { ...selection, head } });
              },
            },
            h('span', { class: 'dot' }),
            fillText(messages.head, { head: head + 1 }),
          ),
        ),
      );
    }
    [...heads.children].forEach((button, head) => {
      /** @type {HTMLElement} */ (button).style.setProperty('--head', markOf(headHue(head), theme));
      button.setAttribute('aria-pressed', String(head === selected));
    });
  }

  /**
   * @param {FiveWays['ways'][number]} way
   * @param {boolean} plain
   */
  function rowOf({ name, parameters, outputDifference }, plain) {
    const texts = {
      a: messages.wayA,
      b: messages.wayB,
      c: plain ? messages.wayCPlain : messages.wayC,
      d: messages.wayD,
      e: messages.wayE,
    };
    const difference =
      name === 'a'
        ? messages.waysYardstick
        : outputDifference.same
          ? messages.exhibitSame
          : numbers.few(outputDifference.largest);
    return [
      h('span', null, h('b', null, `(${name}) `), richText(texts[name])),
      numbers.whole(parameters),
      h('span', { class: outputDifference.same ? 'same' : 'other' }, difference),
    ];
  }

  return { element, update };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} size
 */
function place(canvas, { width, height }) {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/**
 * One word's queries of all heads, one after the other.
 * @param {{ data: Float32Array, shape: readonly number[] }} query (H, L, E)
 * @param {number} row
 */
function queryOf({ data, shape }, row) {
  const [heads, length, width] = shape;
  const all = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const from = (head * length + row) * width;
    all.set(data.subarray(from, from + width), head * width);
  }
  return all;
}

/**
 * Which piece of which word a row really is, if heads are given rows as they lie.
 * @param {readonly string[]} words
 * @param {number} head
 * @param {number} heads
 */
function piecesOf(words, head, heads) {
  return words.map((_, row) => {
    const piece = head * words.length + row;
    return `${words[Math.floor(piece / heads)]} ${(piece % heads) + 1}/${heads}`;
  });
}
