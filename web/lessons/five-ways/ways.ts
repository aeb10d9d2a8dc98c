// Exhibit: five ways from x to the heads' queries.
// The cost of each, its distance from the first, and a drawing of the chosen one with its map.

import { headHue, markOf } from '../../views/color.ts';
import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeFiveWays } from './experiment.ts';
import { headOf, withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice, createTable } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import { createWayFigure } from './way-figure.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Theme } from '../../views/color.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { FiveWays, Way } from './experiment.ts';

/** Seed of the matrix before the heads' own; the lab uses no seed as large. */
const FIRST_SEED = 2 ** 32 - 1;
const MAP_ROOM = 260;

export function createFiveWays(kit: Kit) {
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
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: NonNullable<Moment['trace']>, count: number, plain: boolean, causal: boolean) =>
      waysOf(await kit.engine(), trace, { count, plain, causal }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show(found: FiveWays) {
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
    update(moment: Moment) {
      newest = moment;
      const { trace, values, frame } = moment;
      const full = trace && trace.input.shape[0] > 0 ? withProjection(trace) : null;
      ask(full, frame.answer?.question.heads ?? 1, values.plain === 1, frame.state.causal);
      ask.again();
    },
  };
}

/** @param choice count: number of heads */
function waysOf(
  engine: Engine,
  { weights, input, keyInput }: NonNullable<Moment['trace']>,
  { count, plain, causal }: { count: number; plain: boolean; causal: boolean },
) {
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

function createHeadButtons(messages: Messages, choose: (head: number) => void) {
  const element = h('div', {
    class: 'exhibit-heads',
    role: 'group',
    'aria-label': messages.headsLabel,
  });

  const button = (head: number) =>
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => choose(head) },
      h('span', { class: 'dot' }),
      fillText(messages.head, { head: head + 1 }),
    );

  return {
    element,
    show(count: number, selected: number, theme: Theme) {
      if (element.children.length !== count) {
        element.replaceChildren(...Array.from({ length: count }, (_, head) => button(head)));
      }
      [...element.children].forEach((one, head) => {
        (one as HTMLElement).style.setProperty('--head', markOf(headHue(head), theme));
        one.setAttribute('aria-pressed', String(head === selected));
      });
    },
  };
}

/** One head's map in the first way, beside that in the chosen way. */
function createMaps(messages: Messages) {
  const first = createSmallMap(messages);
  const other = createSmallMap(messages);
  return {
    element: h('div', { class: 'exhibit-pair' }, first.element, other.element),
    show({ ways }: FiveWays, { name, attention }: Way, moment: Moment) {
      const { head, words, keys } = moment;
      const right = headOf(ways[0].attention, head);
      const shown = headOf(attention, head);
      const scaleMax = Math.max(...right.data, ...shown.data);
      const label = fillText(messages.waysMapOf, { head: head + 1 });
      first.show(right, { moment, name: `(a) ${label}`, room: MAP_ROOM, scaleMax });
      other.element.hidden = name === 'a' || name === 'b';
      if (other.element.hidden) return;
      const labelsOf = (all: readonly string[]) =>
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

function rowOf(messages: Messages, { name, parameters, outputDifference }: Way, plain: boolean) {
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

/** The part of a word in each row, if rows are split into heads in the order of memory. */
function piecesOf(words: readonly string[], head: number, heads: number) {
  return words.map((_, row) => {
    const piece = head * words.length + row;
    return `${words[Math.floor(piece / heads)]} ${(piece % heads) + 1}/${heads}`;
  });
}
