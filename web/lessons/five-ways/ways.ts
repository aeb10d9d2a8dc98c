// Exhibit: five ways from x to the heads' queries.
// The cost of each, its distance from the first, and a drawing of the chosen one with its map.

import { richText } from '../../elements/lesson/symbols.ts';
import { button } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { choice, table } from '../exhibit-parts.ts';
import { headOf, withProjection } from '../tensors.ts';
import { computeFiveWays } from './experiment.ts';
import { wayFigure } from './way-figure.ts';
import type { Child } from '../../ui/template.ts';
import type { Context } from '../exhibit.ts';
import type { Moment } from '../exhibit-types.ts';
import type { Engine } from '../tensors.ts';
import type { FiveWays, Way } from './experiment.ts';

/** Seed of the matrix before the heads' own; the lab uses no seed as large. */
const FIRST_SEED = 2 ** 32 - 1;
const MAP_ROOM = 260;
/** Narrower than this, CSS pixels, a drawing is on a phone. */
const NARROW = 480;

/** The sentence of a moment, to be computed in five ways; null: there is no answer yet. */
export function sentenceInWays({ trace: given, values, frame }: Moment) {
  const trace = withProjection(given);
  if (!trace || trace.input.shape[0] === 0) return null;
  // a trained model fixes its own mask
  const { heads = 1, causal = frame.state.causal } = frame.answer?.question ?? {};
  return { trace, heads, plain: values.plain === 1, causal };
}

type Asked = NonNullable<ReturnType<typeof sentenceInWays>>;

export function waysOfSentence(engine: Engine, { trace, heads, plain, causal }: Asked) {
  const { weights, input, keyInput } = trace;
  return computeFiveWays(
    engine,
    { from: input, to: keyInput },
    {
      embedDim: input.shape[1],
      heads,
      inProjection: weights.in_proj_weight,
      outProjection: weights['out_proj.weight'],
      inBias: weights.in_proj_bias,
      outBias: weights['out_proj.bias'],
    },
    { seed: FIRST_SEED, plain, causal },
  );
}

export const ways = exhibit({
  name: 'five-ways',
  lab: 'hidden',
  asks: sentenceInWays,
  compute: waysOfSentence,
  view(found, context) {
    const { messages, values, setValues } = context;
    const shown = Math.min(4, Math.max(0, (values.way ?? 1) - 1));
    const way = found.ways[shown];
    const count = way.attention.shape[0];
    const selected = { ...context, head: Math.min(context.head, count - 1) };
    // a phone has room for the first way and the chosen one, and for the difference between them
    const isNarrow = context.width < NARROW;
    const listed =
      isNarrow && shown > 1 ? [found.ways[0], way] : found.ways.slice(0, Math.max(2, shown + 1));
    const columns = (cells: readonly Child[]) =>
      isNarrow ? [cells[0], cells[cells.length - 1]] : cells;
    return html`${table(
      messages.waysCaption,
      columns([messages.waysWay, messages.waysParameters, messages.waysDifference]),
      listed.map((one) => columns(rowOf(one, context))),
      listed.indexOf(way),
    )}
      ${
        way.name === 'c' &&
        choice(
          richText(messages.waysWhatQ),
          [
            [0, richText(messages.waysStandsForW)],
            [1, richText(messages.waysStandsForX)],
          ],
          values.plain ?? 0,
          (plain) => setValues({ plain }),
          sayText(messages.waysWhatQ, { Q: 'Q' }),
        )
      }
      ${way.name === 'e' && headButtons(count, selected)}
      <div class="exhibit-row">
        ${wayFigure(found, way, selected)}
        <div class="exhibit-pair">${mapsOf(found, way, selected)}</div>
      </div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});

function headButtons(count: number, { messages, frame, head, setState, now }: Context) {
  const { theme } = frame.look;
  const select = (one: number) =>
    setState({ selection: { ...now().frame.state.selection, head: one } });
  return html`<div class="exhibit-heads" role="group" aria-label=${messages.headsLabel}>
    ${Array.from({ length: count }, (_, one) => {
      const dot = html`<span class="dot" vars=${{ '--head': markOf(headHue(one), theme) }}></span>`;
      return button([dot, sayText(messages.head, { head: one + 1 })], () => select(one), {
        look: 'quiet',
        pressed: one === head,
      });
    })}
  </div>`;
}

/** One head's map in the first way, beside that in the chosen way. */
function mapsOf({ ways: all }: FiveWays, { name, attention }: Way, context: Context) {
  const { messages, words, keys, head, smallMap } = context;
  const right = headOf(all[0].attention, head);
  const chosen = headOf(attention, head);
  const label = sayText(messages.waysMapOf, { head: head + 1 });
  const drawing = {
    head,
    room: MAP_ROOM,
    scaleMax: Math.max(...right.data, ...chosen.data),
  };
  const labelsOf = (sentence: readonly string[]) =>
    name === 'e' ? piecesOf(sentence, head, attention.shape[0]) : sentence;
  const first = smallMap('first', right, { ...drawing, name: `(a) ${label}` });
  if (name === 'a' || name === 'b') return first;
  const other = smallMap('other', chosen, {
    ...drawing,
    name: `(${name}) ${label}`,
    rowLabels: labelsOf(words),
    columnLabels: labelsOf(keys),
  });
  return [first, other];
}

function rowOf(
  { name, parameters, outputDifference }: Way,
  { messages, numbers, values }: Context,
) {
  const texts = {
    a: messages.wayA,
    b: messages.wayB,
    c: values.plain === 1 ? messages.wayCPlain : messages.wayC,
    d: messages.wayD,
    e: messages.wayE,
  };
  const { same, largest } = outputDifference;
  const difference = same ? messages.exhibitSame : numbers.few(largest);
  return [
    html`<span><b>${`(${name}) `}</b>${richText(texts[name])}</span>`,
    numbers.whole(parameters),
    html`<span class=${same ? 'same' : 'other'}>
      ${name === 'a' ? messages.waysYardstick : difference}
    </span>`,
  ];
}

/** The part of a word in each row, if rows are split into heads in the order of memory. */
function piecesOf(words: readonly string[], head: number, heads: number) {
  return words.map((_, row) => {
    const piece = head * words.length + row;
    return `${words[Math.floor(piece / heads)]} ${(piece % heads) + 1}/${heads}`;
  });
}
