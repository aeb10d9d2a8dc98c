// Encodes an answer as an interaction of SCORM 1.2, section 3.4.2.7 of its run-time environment.

import type { Answered } from '../../elements/lesson/questions/scene-question.ts';
import type { Kind } from '../../lessons/questions.ts';

/** The standard's format of a number. */
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The form of an answer of each kind: its SCORM type, and its text. */
const WRITTEN: Readonly<
  Record<Kind, (answered: Answered) => { type: string; write: (answer: any) => string }>
> = Object.freeze({
  choose: ({ question: { mistakes } }) => ({
    type: 'choice',
    write: (key) => LETTERS[mistakes.indexOf(key)],
  }),
  number({ answer, right }) {
    const write = (value: number) => String(Math.round(value * 1e4) / 1e4);
    const fits = [answer, right].every((one) => DECIMAL.test(write(one as number)));
    return { type: fits ? 'numeric' : 'fill-in', write };
  },
  shape: () => ({ type: 'fill-in', write: (shape) => shape.join(' x ') }),
  point: () => ({ type: 'performance', write: placeOf }),
  set: () => ({ type: 'performance', write: (is) => (is ? 'reached' : 'not reached') }),
  order: ({ right }) => ({
    type: 'sequencing',
    write: (keys) => keys.map((key: string) => LETTERS[(right as string[]).indexOf(key)]).join(','),
  }),
});

/** A head, or a row and a column, from 1. */
function placeOf({ head, query, key }: Record<string, number>) {
  return head === undefined ? `row ${query + 1} column ${key + 1}` : `head ${head + 1}`;
}

/** The fields of an interaction, in the order that platforms require. */
export function interactionOf(
  answered: Answered,
  now: Date,
  span: (milliseconds: number) => string,
): [string, string][] {
  const { slot, question, answer, right, verdict, latency } = answered;
  const { type, write } = WRITTEN[question.kind](answered);
  return [
    ['id', `${slot.lesson}.${slot.scene + 1}-${question.id}`],
    ['type', type],
    ['time', now.toTimeString().slice(0, 8)],
    ['correct_responses.0.pattern', write(right)],
    ['student_response', write(answer)],
    ['result', verdict.right ? 'correct' : 'wrong'],
    ['latency', span(latency)],
  ];
}
