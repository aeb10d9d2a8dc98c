// Exhibit: pairs of a query as arrows, rotated by position.
// Or beside the pairs of a key, while both words move by the same distance.

import { headHue, markOf } from '../../views/color.ts';
import { drawDial } from '../../views/dials.ts';
import { fillText, h, ownWords, setText } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeShift, computeTurn } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { otherOf } from '../../elements/lesson/placeholders.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice, fact } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Trace } from '../tensors.ts';

type Drawn = { at: (pair: number) => readonly [number, number]; color: string; pale?: boolean };

/** The value of `show` for two words that move; other values show one word's rotation. */
const MOVED = 2;
const SIZE = 118;
/** Distance between dials, CSS pixels; see exhibit-frame.css. */
const GAP = 8;
const FARTHEST = 12;
const SHIFTS = [0, 1, 10, 50];

export function createRotaryDials({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const { position, shift, show: showControls } = createControls(messages, setValues);
  const caption = h('h3', null);
  const dials = createDials(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'rotary-dials' },
    position,
    shift.element,
    caption,
    dials.element,
    facts,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (
      trace: Trace,
      head: number,
      row: number,
      column: number,
      by: number | null,
      at: number,
    ) => {
      const place = { head, row, column };
      const ready = await engine();
      return by === null
        ? { place, turn: await computeTurn(ready, trace, { ...place, at }), moved: null }
        : {
            place,
            turn: null,
            moved: await computeShift(ready, trace, { ...place, shift: by }),
            by,
          };
    },
    {
      show({ place, turn, moved, by = 0 }) {
        if (!newest) return;
        if (turn) showTurn(newest, place, turn);
        else if (moved) showMoved(newest, { ...place, by }, moved);
      },
      fail,
      busy,
    },
  );

  function showTurn(
    { words, frame, width }: Moment,
    { head, row }: { head: number; row: number },
    { before, after, steps }: Awaited<ReturnType<typeof computeTurn>>,
  ) {
    const color = markOf(headHue(head), frame.look.theme);
    name(messages.rotaryTurnCaption, words[row]);
    dials.show({ frame, width }, steps.length, [
      { at: pairOf(before), color, pale: true },
      { at: pairOf(after), color },
    ]);
    dials.note((pair) => fillText(messages.rotaryStep, { degrees: numbers.few(steps[pair]) }));
    facts.hidden = true;
  }

  function showMoved(
    { words, frame, width }: Moment,
    { head, row, column, by }: { head: number; row: number; column: number; by: number },
    { home, moved, difference }: Awaited<ReturnType<typeof computeShift>>,
  ) {
    const { theme, colors } = frame.look;
    name(messages.rotaryMovedCaption, words[row], words[column]);
    dials.note(() => '');
    dials.show({ frame, width }, moved.query.length / 2, [
      { at: pairOf(moved.key), color: colors.ink },
      { at: pairOf(moved.query), color: markOf(headHue(head), theme) },
    ]);
    const scoreAt = (more: number) =>
      fillText(messages.rotaryScoreAt, { query: row + more, key: column + more });
    facts.hidden = false;
    facts.replaceChildren(
      fact(scoreAt(0), numbers.fixed(home.score, 6)),
      ...(by === 0
        ? []
        : [
            fact(scoreAt(by), numbers.fixed(moved.score, 6)),
            fact(
              messages.rotaryDifference,
              difference.same ? messages.exhibitSame : numbers.few(difference.largest),
            ),
          ]),
    );
  }

  function name(text: string, word: string, other: string = '') {
    const own = (one: string) => ownWords(one, 'word');
    caption.replaceChildren(richText(text, { word: own(word), other: own(other) }));
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row, values, frame, words } = moment;
      const set = values.count ?? 0;
      const by = values.show === MOVED ? set : null;
      const at = by === null ? Math.min(FARTHEST, set) : 0;
      showControls(by, at);
      const column = otherOf(frame, row, words.length);
      ask(withProjection(trace), head, row, column, by, at);
    },
  };
}

/** A slider for the position of a query, or for the distance that two words move. */
function createControls(messages: Messages, setValues: (values: Record<string, number>) => void) {
  const numbers = numbersOf(messages.locale);
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: FARTHEST,
    step: 1,
    oninput: () => setValues({ count: Number(slider.value) }),
  });
  const shown = h('output', null);
  const position = h(
    'label',
    { class: 'slider' },
    h('span', null, messages.rotaryPosition),
    slider,
    shown,
  );
  const shift = createChoice(
    messages.rotaryShift,
    SHIFTS.map((one) => [one, String(one)]),
    (count) => setValues({ count }),
  );
  return {
    position,
    shift,
    /** @param by null: there is one word only */
    show(by: number | null, at: number) {
      position.hidden = by !== null;
      shift.element.hidden = by === null;
      shift.update(by);
      slider.value = String(at);
      setText(shown, numbers.whole(at));
    },
  };
}

function createDials(messages: Messages) {
  const element = h('div', { class: 'dials' });

  function dialOf(pair: number, count: number) {
    const places = { pair: pair + 1, first: pair + 1, second: pair + 1 + count };
    const text = fillText(messages.rotaryPair, places);
    const canvas = h('canvas', { role: 'img', 'aria-label': text });
    return h(
      'figure',
      null,
      canvas,
      h('figcaption', null, text),
      h('p', { class: 'exhibit-note' }),
    );
  }

  return {
    element,
    /** Sets the text below each dial. */
    note(text: (pair: number) => string) {
      for (const [pair, note] of element.querySelectorAll('.exhibit-note').entries()) {
        setText(note, text(pair));
      }
    },
    /** @param count number of pairs */
    show(
      { frame: { look }, width }: Pick<Moment, 'frame' | 'width'>,
      count: number,
      drawn: readonly Drawn[],
    ) {
      const size = Math.min(SIZE, Math.floor((width + GAP) / count) - GAP);
      if (element.children.length !== count) {
        element.replaceChildren(...Array.from({ length: count }, (_, pair) => dialOf(pair, count)));
      }
      for (let pair = 0; pair < count; pair++) {
        const arrows = drawn.map(({ at, ...rest }) => ({ ...rest, to: at(pair) }));
        const reach = Math.max(...arrows.map(({ to }) => Math.hypot(...to)));
        const canvas = element.children[pair].querySelector('canvas');
        const { pixelRatio, colors } = look;
        if (canvas) drawDial(canvas, { size, reach, arrows, faint: colors.faint, pixelRatio });
      }
    },
  };
}

/**
 * Pair (r, r + E / 2).
 *
 * @param numbers (E)
 */
function pairOf(numbers: Float32Array) {
  const half = numbers.length / 2;
  return (pair: number) => [numbers[pair], numbers[pair + half]] as const;
}
