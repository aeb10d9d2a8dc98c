// Exhibit: five ways from x to the heads' queries.
// The cost of each, its distance from the first, and a drawing of the chosen one with its map.

import { headHue, markOf } from '../../../views/color.js';
import { fillText, h } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { computeFiveWays } from '../experiments/five-ways.js';
import { headOf, withProjection } from '../experiments/tensors.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { createChoice, createTable } from './parts.js';
import { createSmallMap } from './small-map.js';
import { createWayFigure } from './way-figure.js';

/**
 * @typedef {import('../exhibits.js').Moment} Moment
 * @typedef {import('../../messages/en.js').Messages} Messages
 * @typedef {import('../experiments/five-ways.js').FiveWays} FiveWays
 * @typedef {import('../experiments/five-ways.js').Way} Way
 */

/** Weights for the matrix in front of the heads' own; the lab uses no seed as large. */
const FIRST_SEED = 2 ** 32 - 1;
const MAP_ROOM = 260;

/** @param {import('../exhibits.js').Kit} kit */
export function createFiveWays(kit) {
  const { messages, setValues, setState } = kit;
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
  const heads = createHeadButtons(messages, (head) => {
    const { selection } = newest?.frame.state ?? { selection: { query: null, key: null } };
    setState({ selection: { ...selection, head } });
  });
  const figure = createWayFigure(messages);
  const maps = createMaps(messages);
  const element = h(
    'div',
    { class: 'five-ways' },
    table.element,
    stands.element,
    heads.element,
    h('div', { class: 'exhibit-row' }, ...figure.elements, maps.element),
    h('p', { class: 'exhibit-note' }, messages.exhibitSigned),
  );
  /** @type {Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {NonNullable<Moment['trace']>} */ trace,
      /** @type {number} */ count,
      /** @type {boolean} */ plain,
      /** @type {boolean} */ causal,
    ) => waysOf(await kit.engine(), trace, { count, plain, causal }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {FiveWays} found */
  function show(found) {
    if (!newest) return;
    const { values, head, frame } = newest;
    const plain = values.plain === 1;
    const shown = Math.min(4, Math.max(0, (values.way ?? 1) - 1));
    const way = found.ways[shown];
    const count = way.attention.shape[0];
    const selected = Math.min(head, count - 1);
    const moment = { ...newest, head: selected };
    const listed = found.ways.slice(0, Math.max(2, shown + 1));
    table.show(
      listed.map((one) => rowOf(messages, one, plain)),
      shown,
    );
    stands.element.hidden = way.name !== 'c';
    stands.update(values.plain ?? 0);
    heads.element.hidden = way.name !== 'e';
    if (way.name === 'e') heads.show(count, selected, frame.look.theme);
    figure.show(found, way, moment);
    maps.show(found, way, moment);
  }

  return {
    element,
    /** @param {Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, values, frame } = moment;
      const full = trace && trace.input.shape[0] > 0 ? withProjection(trace) : null;
      ask(full, frame.answer?.question.heads ?? 1, values.plain === 1, frame.state.causal);
      ask.again();
    },
  };
}

/**
 * @param {import('../../shared/engine.js').Engine} engine
 * @param {NonNullable<Moment['trace']>} trace
 * @param {{ count: number, plain: boolean, causal: boolean }} choice count: of heads
 */
function waysOf(engine, { weights, input, keyInput }, { count, plain, causal }) {
  return computeFiveWays(
    engine,
    { from: input, to: keyInput },
    {
      embedDim: input.shape[1],
      heads: count,
      inProjection: weights.in_proj_weight,
      outProjection: weights['out_proj.weight'],
      inBias: weights.in_proj_bias,
      outBias: weights['out_proj.bias'],
    },
    { seed: FIRST_SEED, plain, causal },
  );
}

/**
 * @param {Messages} messages
 * @param {(head: number) => void} choose
 */
function createHeadButtons(messages, choose) {
  const element = h('div', {
    class: 'exhibit-heads',
    role: 'group',
    'aria-label': messages.headsLabel,
  });

  /** @param {number} head */
  const button = (head) =>
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => choose(head) },
      h('span', { class: 'dot' }),
      fillText(messages.head, { head: head + 1 }),
    );

  return {
    element,
    /**
     * @param {number} count
     * @param {number} selected
     * @param {import('../../../views/color.js').Theme} theme
     */
    show(count, selected, theme) {
      if (element.children.length !== count) {
        element.replaceChildren(...Array.from({ length: count }, (_, head) => button(head)));
      }
      [...element.children].forEach((one, head) => {
        /** @type {HTMLElement} */ (one).style.setProperty('--head', markOf(headHue(head), theme));
        one.setAttribute('aria-pressed', String(head === selected));
      });
    },
  };
}

/**
 * One head's map in the first way, and beside it in the one that is shown.
 * @param {Messages} messages
 */
function createMaps(messages) {
  const first = createSmallMap(messages);
  const other = createSmallMap(messages);
  return {
    element: h('div', { class: 'exhibit-pair' }, first.element, other.element),
    /**
     * @param {FiveWays} found
     * @param {Way} way
     * @param {Moment} moment
     */
    show({ ways }, { name, attention }, moment) {
      const { head, words, keys } = moment;
      const right = headOf(ways[0].attention, head);
      const shown = headOf(attention, head);
      const scaleMax = Math.max(...right.data, ...shown.data);
      const label = fillText(messages.waysMapOf, { head: head + 1 });
      first.show(right, { moment, name: `(a) ${label}`, room: MAP_ROOM, scaleMax });
      other.element.hidden = name === 'a' || name === 'b';
      if (other.element.hidden) return;
      const labelsOf = (/** @type {readonly string[]} */ all) =>
        name === 'e' ? piecesOf(all, head, attention.shape[0]) : all;
      other.show(shown, {
        moment,
        name: `(${name}) ${label}`,
        room: MAP_ROOM,
        scaleMax,
        rowLabels: labelsOf(words),
        columnLabels: labelsOf(keys),
      });
    },
  };
}

/**
 * @param {Messages} messages
 * @param {Way} way
 * @param {boolean} plain
 */
function rowOf(messages, { name, parameters, outputDifference }, plain) {
  const numbers = numbersOf(messages.locale);
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

/**
 * The piece of a word that each row holds, if heads are given rows in the order of memory.
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
