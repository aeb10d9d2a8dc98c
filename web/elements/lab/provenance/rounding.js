// How a number's sum ends, in the order in which the engine adds, and how far the float32 number is from the float64 one.

import { fillText, h, setText } from '../../shared/dom.js';
import { doubleText, exactText, roughText, shortText } from '../../shared/format.js';
import { exactValue, stepAt } from './exact.js';

/**
 * @typedef {import('../../messages/en.js').Messages} Messages
 * @typedef {import('./explain.js').Explanation} Explanation
 */

/** The float64 value is computed after the reader has stayed at a number this long, milliseconds. */
const REST = 150;

/** @param {Messages} messages */
export function createRounding(messages) {
  const ends = h('p', { class: 'meaning' });
  const exact = h('p', { class: 'meaning exact' });
  const element = h(
    'details',
    { class: 'why' },
    h('summary', null, messages.provRounding),
    ends,
    exact,
  );
  let timer = 0;

  return {
    element,
    /**
     * @param {import('../answer/answer.js').Answer} answer
     * @param {string} name
     * @param {Explanation} explanation
     */
    show(answer, name, explanation) {
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
    /** Another number is shown: the float64 value of this one is not needed. */
    forget() {
      clearTimeout(timer);
      timer = 0;
    },
  };
}

/**
 * @param {Messages} messages
 * @param {Awaited<ReturnType<typeof exactValue>>} ideal the float64 value
 * @param {number} value
 * @returns {string | null} null: there is no float64 value
 */
function exactTextOf(messages, ideal, value) {
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

/**
 * How the terms end, in the order in which the engine adds them.
 * @param {Messages} messages
 * @param {Explanation} explanation
 */
function endText(messages, { value, result, lanes, total }) {
  const same = Object.is(result, value) || (Number.isNaN(result) && Number.isNaN(value));
  const end = same
    ? messages.provEndsOn
    : fillText(messages.provEndsElsewhere, { value: exactText(result) });
  if (lanes.length === 0) return end;
  const short = (/** @type {number} */ number) => shortText(number, 4);
  const [s0, s1, s2, s3] = lanes.map(short);
  return `${messages.provShareSum} (${s0} + ${s1}) + (${s2} + ${s3}) = ${short(total)}. ${end}`;
}
