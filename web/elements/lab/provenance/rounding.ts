// The rounding of a number: its final sum, and float32 against float64.
// The sum has the engine's order of addition.

import { fillText, h, setText } from '../../../ui/dom.ts';
import { doubleText, exactText, roughText, shortText } from '../../../ui/format.ts';
import { exactValue, stepAt } from './exact.ts';
import type { Answer } from '../answer/answer.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Explanation } from './explain.ts';

/**
 * The float64 value is computed after the reader has stayed at a number for this many milliseconds.
 */
const REST = 150;
/** Number of rounds of the lanes that are shown. */
const ROUNDS = 8;

export function createRounding(messages: Messages) {
  const lanes = createLanes(messages);
  const ends = h('p', { class: 'meaning' });
  const exact = h('p', { class: 'meaning exact' });
  const element = h(
    'details',
    { class: 'why' },
    h('summary', null, messages.provRounding),
    lanes.element,
    ends,
    exact,
  );
  let timer = 0;

  return {
    element,
    show(answer: Answer, name: string, explanation: Explanation) {
      lanes.show(explanation);
      setText(ends, endText(messages, explanation));
      element.hidden = ends.hidden = explanation.terms.length === 0;
      exact.hidden = true;
      setText(exact, '');
      const mine = (timer = window.setTimeout(async () => {
        const ideal = await Promise.resolve(exactValue(answer, name)).catch(() => null);
        if (mine !== timer) return;
        const text = exactTextOf(messages, ideal, explanation.value);
        exact.hidden = text === null;
        element.hidden = ends.hidden && exact.hidden;
        if (text !== null) setText(exact, text);
      }, REST));
    },
    /** Cancels the float64 value: another number is shown. */
    forget() {
      clearTimeout(timer);
      timer = 0;
    },
  };
}

/**
 * @param ideal the float64 value
 * @returns null: there is no float64 value
 */
function exactTextOf(
  messages: Messages,
  ideal: Awaited<ReturnType<typeof exactValue>>,
  value: number,
): string | null {
  if (ideal === null) return null;
  if (ideal === 'too long') return messages.provTooLong;
  const distance = Math.abs(value - ideal);
  const near = Object.is(value, ideal) || distance === 0 || !Number.isFinite(ideal);
  const tail = near
    ? messages.provDistanceNone
    : fillText(messages.provDistance, {
        distance: roughText(distance),
        steps: shortText(distance / stepAt(value)),
      });
  return `${fillText(messages.provExact, { value: doubleText(ideal) })} ${tail}`;
}

/** The final sum of the terms, in the order in which the engine adds them. */
function endText(messages: Messages, { value, result }: Explanation) {
  const same = Object.is(result, value) || (Number.isNaN(result) && Number.isNaN(value));
  return same
    ? messages.provEndsOn
    : fillText(messages.provEndsElsewhere, { value: exactText(result) });
}

/**
 * The lanes of a sum as a table, a round of four terms per row, and how the engine adds the lanes.
 */
function createLanes(messages: Messages) {
  const table = h('table', { class: 'terms lanes' });
  const sum = h('p', { class: 'meaning' });
  const intro = h('p', { class: 'meaning' }, messages.provLanes);
  const element = h('div', null, intro, sum, table);
  return {
    element,
    show({ lanes, total }: Explanation) {
      element.hidden = lanes.length === 0;
      if (element.hidden) return table.replaceChildren();
      const [s0, s1, s2, s3] = lanes.map((lane) => exactText(lane.at(-1) ?? 0));
      setText(sum, `(${s0} + ${s1}) + (${s2} + ${s3}) = ${exactText(total)}`);
      const rounds = [...lanes[0].keys()];
      // the first rounds and the last one, as in the table of terms
      const shown =
        rounds.length > ROUNDS ? [...rounds.slice(0, ROUNDS - 1), rounds.length - 1] : rounds;
      const cell = (value: number | undefined) =>
        value === undefined
          ? h('td', null)
          : h('td', { title: exactText(value) }, shortText(value, 4));
      table.replaceChildren(
        h('caption', { class: 'spoken' }, messages.provLanesCaption),
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, messages.provTerm),
            ...lanes.map((_, i) =>
              h('th', { scope: 'col' }, fillText(messages.provLane, { lane: i + 1 })),
            ),
          ),
        ),
        h(
          'tbody',
          null,
          ...shown.map((round) => {
            const last = lanes.filter((lane) => round < lane.length).length;
            const [from, to] = [4 * round + 1, 4 * round + last];
            const place = from === to ? `${from}` : `${from}–${to}`;
            return h(
              'tr',
              null,
              h('th', { scope: 'row' }, place),
              ...lanes.map((lane) => cell(lane[round])),
            );
          }),
        ),
      );
    },
  };
}
