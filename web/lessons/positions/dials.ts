// Exhibit: pairs of a query as arrows, rotated by position.
// Or beside the pairs of a key, while both words move by the same distance; or under another base of the angles.

import { otherOf } from '../../elements/lesson/placeholders.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { drawDial } from '../../views/dials.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts, labelledSlider, wordOf } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeShift, computeTurn } from './experiment.ts';
import type { Context } from '../exhibit.ts';
import type { Values } from '../exhibit-types.ts';

/** One arrow in each dial: (E) numbers, of which r and r + E / 2 are a pair. */
type Arrow = { numbers: Float32Array; color: string; pale?: boolean };
type Turn = Awaited<ReturnType<typeof computeTurn>>;
type Shift = Awaited<ReturnType<typeof computeShift>>;

/** The values of `show` for two words that move, and for bases; others show one word's rotation. */
const MOVED = 2;
const BASED = 3;
const SIZE = 118;
/** Distance between dials, CSS pixels; see exhibit-frame.css. */
const GAP = 8;
const FARTHEST = 12;
const SHIFTS = [0, 1, 10, 50];
/** The engine's own, and smaller and larger ones. */
const BASES = [100, 10_000, 500_000];
const ROUND = 360;

/** The distance that two words move, or null, and the position of the one word. */
function settingsOf({ show, count = 0 }: Values) {
  if (show === BASED) return { by: null, at: FARTHEST };
  return show === MOVED ? { by: count, at: 0 } : { by: null, at: Math.min(FARTHEST, count) };
}

export const dials = exhibit({
  name: 'rotary-dials',
  lab: 'withheld',
  asks({ trace: given, head, row, values, frame, words }) {
    const trace = withProjection(given);
    if (!trace) return null;
    const column = otherOf(frame, row, words.length);
    // without a base of its own, the engine's
    const theta = values.theta || undefined;
    return { trace, head, row, column, theta, ...settingsOf(values) };
  },
  async compute(engine, { trace, by, at, theta, ...place }) {
    if (by === null) return { turn: await computeTurn(engine, trace, { ...place, at, theta }) };
    return { by, shift: await computeShift(engine, trace, { ...place, shift: by }) };
  },
  controls({ messages, numbers, values, setValues }) {
    const { by, at } = settingsOf(values);
    const set = (count: number) => setValues({ count });
    if (by !== null) {
      const shifts = SHIFTS.map((one) => [one, String(one)] as const);
      return choice(messages.rotaryShift, shifts, by, set);
    }
    if (values.show === BASED) {
      const bases = BASES.map((one) => [one, numbers.whole(one)] as const);
      return choice(messages.rotaryBase, bases, values.theta, (theta) => setValues({ theta }));
    }
    const position = { label: messages.rotaryPosition, min: 0, max: FARTHEST, value: at };
    return labelledSlider({ ...position, slide: set }, numbers.whole(at));
  },
  view: (found, context, { column }) =>
    found.turn ? turnView(found.turn, context) : shiftView(found.shift, found.by, column, context),
});

function turnView({ before, after, steps }: Turn, context: Context) {
  const { messages, numbers, words, frame, head, row, values } = context;
  const color = markOf(headHue(head), frame.look.theme);
  const arrows = [
    { numbers: before, color, pale: true },
    { numbers: after, color },
  ];
  const stepOf = (pair: number) =>
    sayText(messages.rotaryStep, { degrees: numbers.few(steps[pair]) });
  const places = { word: wordOf(words, row), other: '' };
  const round = numbers.whole(Math.round(ROUND / steps[steps.length - 1]));
  return html`<h3>${richText(messages.rotaryTurnCaption, places)}</h3>
    ${dialsView(context, arrows, stepOf)}
    ${values.show === BASED && facts([[messages.rotaryRound, round]])}`;
}

function shiftView(
  { home, moved, difference }: Shift,
  by: number,
  column: number,
  context: Context,
) {
  const { messages, numbers, words, frame, head, row } = context;
  const { theme, colors } = frame.look;
  const arrows = [
    { numbers: moved.key, color: colors.ink },
    { numbers: moved.query, color: markOf(headHue(head), theme) },
  ];
  const scoreAt = (more: number) =>
    sayText(messages.rotaryScoreAt, { query: row + more, key: column + more });
  const least = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
  const there = [
    [scoreAt(by), numbers.fixed(moved.score, 6)],
    [messages.rotaryDifference, least],
  ] as const;
  const places = { word: wordOf(words, row), other: wordOf(words, column) };
  return html`<h3>${richText(messages.rotaryMovedCaption, places)}</h3>
    ${dialsView(context, arrows, () => '')}
    ${facts([[scoreAt(0), numbers.fixed(home.score, 6)], ...(by === 0 ? [] : there)])}`;
}

/** @param note text below each dial */
function dialsView(
  { messages, frame, width, values }: Context,
  arrows: readonly Arrow[],
  note: (pair: number) => string,
) {
  const { colors, pixelRatio } = frame.look;
  const count = arrows[0].numbers.length / 2;
  const size = Math.min(SIZE, Math.floor((width + GAP) / count) - GAP);
  const dialOf = (pair: number) => {
    const drawn = arrows.map(({ numbers, color, pale }) => {
      const to = [numbers[pair], numbers[pair + count]] as const;
      return { to, color, pale };
    });
    const reach = Math.max(...drawn.map(({ to }) => Math.hypot(...to)));
    const draw = (canvas: HTMLCanvasElement) =>
      drawDial(canvas, { size, reach, arrows: drawn, faint: colors.faint, pixelRatio });
    const places = { pair: pair + 1, first: pair + 1, second: pair + 1 + count };
    const text = sayText(messages.rotaryPair, places);
    return html`<figure>
      <canvas role="img" aria-label=${text} paint=${draw}></canvas>
      <figcaption>${text}</figcaption>
      <p class="exhibit-note">${note(pair)}</p>
    </figure>`;
  };
  // a question may be about one of them
  const shown = [...Array(count).keys()].filter((pair) => !values.pair || pair + 1 === values.pair);
  return html`<div class="dials">${shown.map(dialOf)}</div>`;
}
