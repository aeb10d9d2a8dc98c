// The rounding of a number: its final sum, and float32 against float64.
// The sum has the engine's order of addition.

import { html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { doubleText, exactText, inFormula, roughText, shortText } from '../../../ui/format.ts';
import { exactValue, stepAt } from './exact.ts';
import type { Child, Template } from '../../../ui/template.ts';
import type { Answer } from '../answer/answer.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Explanation } from './explain.ts';

/**
 * The float64 value is computed after the reader has stayed at a number for this many milliseconds.
 */
const REST = 150;
/** Number of rounds of the lanes that are shown. */
const ROUNDS = 8;

/** @param changed called when a float64 value has been computed */
export function createRounding(messages: Messages, changed: () => void) {
  let timer = 0;
  /** the number whose float64 value was asked for last, and its sentence: '' until there is one */
  let asked: { answer: Answer; name: string; text: string } | null = null;

  function ask(answer: Answer, name: string, value: number) {
    if (asked?.answer === answer && asked.name === name) return asked;
    clearTimeout(timer);
    const mine = (asked = { answer, name, text: '' });
    timer = window.setTimeout(async () => {
      const ideal = await Promise.resolve(exactValue(answer, name)).catch(() => null);
      mine.text = exactSentence(messages, ideal, value);
      if (mine === asked && mine.text !== '') changed();
    }, REST);
    return mine;
  }

  return {
    view(answer: Answer, name: string, explanation: Explanation): Template {
      const { text } = ask(answer, name, explanation.value);
      const isSum = explanation.terms.length > 0;
      return html`<details class="why" hidden=${!isSum && text === ''}>
        <summary>${messages.provRounding}</summary>
        ${lanesView(messages, explanation)}
        <p class="meaning" hidden=${!isSum}>${endSentence(messages, explanation)}</p>
        <p class="meaning exact" hidden=${text === ''}>${text}</p>
      </details>`;
    },
    /** Cancels the float64 value: no number is shown. */
    forget() {
      clearTimeout(timer);
      asked = null;
    },
  };
}

/**
 * @param ideal the float64 value
 * @returns '' if there is no float64 value
 */
function exactSentence(
  messages: Messages,
  ideal: Awaited<ReturnType<typeof exactValue>>,
  value: number,
): string {
  if (ideal === null) return '';
  if (ideal === 'too long') return messages.provTooLong;
  const distance = Math.abs(value - ideal);
  const near = Object.is(value, ideal) || distance === 0 || !Number.isFinite(ideal);
  const tail = near
    ? messages.provDistanceNone
    : sayText(messages.provDistance, {
        distance: roughText(distance),
        steps: shortText(distance / stepAt(value)),
      });
  return `${sayText(messages.provExact, { value: doubleText(ideal) })} ${tail}`;
}

/** The final sum of the terms, in the order in which the engine adds them. */
function endSentence(messages: Messages, { value, result }: Explanation) {
  const same = Object.is(result, value) || (Number.isNaN(result) && Number.isNaN(value));
  return same
    ? messages.provEndsOn
    : sayText(messages.provEndsElsewhere, { value: exactText(result) });
}

/**
 * The lanes of a sum as a table, a round of four terms per row, and how the engine adds the lanes.
 */
function lanesView(messages: Messages, { lanes, total }: Explanation): Child {
  if (lanes.length === 0) return null;
  const [s0, s1, s2, s3] = lanes.map((lane, i) =>
    inFormula(exactText(lane.at(-1) ?? 0), i % 2 === 1),
  );
  const rounds = [...lanes[0].keys()];
  // the first rounds and the last one, as in the table of terms
  const shown =
    rounds.length > ROUNDS ? [...rounds.slice(0, ROUNDS - 1), rounds.length - 1] : rounds;
  const cell = (value: number | undefined) =>
    value === undefined
      ? html`<td></td>`
      : html`<td title=${exactText(value)}>${inFormula(shortText(value, 4))}</td>`;
  const row = (round: number) => {
    const last = lanes.filter((lane) => round < lane.length).length;
    const [from, to] = [4 * round + 1, 4 * round + last];
    return html`<tr>
      <th scope="row">${from === to ? `${from}` : `${from}–${to}`}</th>
      ${lanes.map((lane) => cell(lane[round]))}
    </tr>`;
  };
  const heading = (_: unknown, i: number) =>
    html`<th scope="col">${sayText(messages.provLane, { lane: i + 1 })}</th>`;
  return html`<div>
    <p class="meaning">${messages.provLanes}</p>
    <p class="meaning">(${s0} + ${s1}) + (${s2} + ${s3}) = ${inFormula(exactText(total))}</p>
    <table class="terms lanes">
      <caption class="spoken">${messages.provLanesCaption}</caption>
      <thead>
        <tr>
          <th scope="col">${messages.provTerm}</th>
          ${lanes.map(heading)}
        </tr>
      </thead>
      <tbody>${shown.map(row)}</tbody>
    </table>
  </div>`;
}
