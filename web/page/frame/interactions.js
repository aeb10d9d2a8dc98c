// Encodes an answer as an interaction of SCORM 1.2. Section 3.4.2.7 of its run-time environment.

/**
 * @typedef {import('../../elements/lesson/questions/asking.js').Answered} Answered
 * @typedef {import('../../lessons/questions/index.js').Kind} Kind
 */

/** The standard's format of a number. */
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * How an answer of each kind is written: its type there, and its text.
 * @type {Readonly<Record<Kind, (answered: Answered) => { type: string, write: (answer: any) => string }>>}
 */
const WRITTEN = Object.freeze({
  choose: ({ question: { mistakes } }) => ({
    type: 'choice',
    write: (key) => LETTERS[mistakes.indexOf(key)],
  }),
  number({ answer, right }) {
    const write = (/** @type {number} */ value) => String(Math.round(value * 1e4) / 1e4);
    const fits = [answer, right].every((one) => DECIMAL.test(write(/** @type {number} */ (one))));
    return { type: fits ? 'numeric' : 'fill-in', write };
  },
  shape: () => ({ type: 'fill-in', write: (shape) => shape.join(' x ') }),
  point: () => ({ type: 'performance', write: placeOf }),
  set: () => ({ type: 'performance', write: (is) => (is ? 'reached' : 'not reached') }),
  order: ({ right }) => ({
    type: 'sequencing',
    write: (keys) =>
      keys
        .map((/** @type {string} */ key) => LETTERS[/** @type {string[]} */ (right).indexOf(key)])
        .join(','),
  }),
});

/** A head, or a row and a column, from 1. @param {Record<string, number>} place */
function placeOf({ head, query, key }) {
  return head === undefined ? `row ${query + 1} column ${key + 1}` : `head ${head + 1}`;
}

/**
 * The fields of an interaction, in the order in which a platform wants them.
 *
 * @param {Answered} answered
 * @param {Date} now
 * @param {(milliseconds: number) => string} span
 * @returns {[string, string][]}
 */
export function interactionOf(answered, now, span) {
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
