// Card of one question: text, input, buttons, and the engine's answer.
// The input is its kind's; the engine's answer appears once the learner's is locked.

import { h, setText } from '../../shared/dom.js';
import { createChoose } from './kinds/choose.js';
import { createOrder } from './kinds/order.js';
import { createPoint } from './kinds/point.js';
import { createSet } from './kinds/set.js';
import { createNumber, createShape } from './kinds/typed.js';

/**
 * @typedef {typeof import('../../../lessons/questions/text/en.js').questionWords} Words
 * @typedef {import('../../../lessons/questions/text/en.js').QuestionText} QuestionText
 *
 * @typedef {object} Kit services for a kind of question
 * @property {Words} words
 * @property {import('../../../lessons/questions/index.js').Question} question
 * @property {import('../../../lessons/questions/index.js').Drawn} drawn
 * @property {import('../../../lessons/questions/index.js').Solved} solved
 * @property {(key: string) => Node} option what an option says
 * @property {string} locale
 * @property {ReturnType<typeof import('../numbers.js').numbersOf>} numbers
 * @property {import('../../lab/lab.js').Lab} lab
 * @property {string} label the id of the element that asks
 *
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {string} problem what to say where there is no answer that can be read
 * @property {() => unknown} read null: there is none
 * @property {(value: unknown) => Node} describe
 * @property {(frame: import('../../lab/frame.js').Frame) => void} [update]
 * @property {(problem: string | null) => void} [mark] ties the field to the element that says the problem
 */

/** @type {Readonly<Record<import('../../../lessons/questions/index.js').Kind, (kit: Kit) => Field>>} */
const KINDS = Object.freeze({
  choose: createChoose,
  number: createNumber,
  shape: createShape,
  point: createPoint,
  set: createSet,
  order: createOrder,
});

let count = 0;

/**
 * @param {Omit<Kit, 'label' | 'option'> & { text: QuestionText }} given
 * @param {(message: string) => Node} rich a text with its places filled
 * @param {object} events
 * @param {(given: unknown) => void} events.lock
 * @param {() => void} events.skip
 * @param {() => void} events.retry
 * @param {() => void} events.onwards
 */
export function createCard(given, rich, { lock, skip, retry, onwards }) {
  const { words, question, text, solved } = given;
  const label = `headwise-asked-${++count}`;
  const option = (/** @type {string} */ key) => rich(text.options?.[key] ?? key);
  const field = KINDS[question.kind]({ ...given, label, option });
  const problem = h('p', { id: `${label}-problem`, class: 'question-problem', role: 'alert' });
  const locking = h(
    'button',
    { type: 'submit', class: 'question-lock' },
    question.kind === 'set' ? words.check : words.lock,
  );
  const skipping = button('quiet', words.skip, skip);
  const form = h(
    'form',
    {
      novalidate: true,
      tabindex: '-1',
      'aria-labelledby': label,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void submit();
      },
    },
    h('p', { id: label, class: 'question-ask' }, rich(text.ask)),
    field.element,
    problem,
    h('div', { class: 'question-buttons' }, locking, skipping),
  );
  const result = `${label}-result`;
  const about = { tabindex: '-1', role: 'group', 'aria-labelledby': result };
  const verdict = h('div', { class: 'question-verdict', ...about });
  verdict.hidden = true;
  const element = h('div', { class: 'question' }, form, verdict);

  let isReading = false;
  async function submit() {
    if (isReading) return;
    isReading = true;
    try {
      const answer = await field.read();
      setText(problem, answer === null ? field.problem : '');
      field.mark?.(answer === null ? problem.id : null);
      if (answer !== null) lock(answer);
    } catch {
      setText(problem, words.failed);
    } finally {
      isReading = false;
    }
  }

  return {
    element,
    update: field.update,
    focus: () => form.focus({ preventScroll: true }),
    /**
     * Locks the answer and shows the engine's.
     * @param {unknown} answer
     * @param {import('./judge.js').Verdict} judged
     * @param {boolean} again whether it can be asked once more
     */
    show(answer, { right, mistake }, again) {
      const hint = right ? undefined : text.hints?.[mistake];
      for (const one of form.querySelectorAll('input, button'))
        one.toggleAttribute('disabled', true);
      form.dataset.locked = '';
      const said = right ? [] : [line(words.youSaid, field.describe(answer))];
      const lines =
        question.kind === 'set'
          ? []
          : [...said, line(words.engineSays, field.describe(solved.right))];
      verdict.replaceChildren(
        h(
          'p',
          { id: result, class: 'question-result', 'data-right': right },
          right ? words.right : words.wrong,
        ),
        h('dl', null, ...lines),
        ...(hint ? [h('p', null, rich(hint))] : []),
        h('p', null, rich(text.why)),
        h(
          'div',
          { class: 'question-buttons' },
          button('question-lock', words.onwards, onwards),
          again ? button('link', question.fixed ? words.recapAsk : words.retry, retry) : null,
        ),
      );
      verdict.hidden = false;
      verdict.focus({ preventScroll: true });
    },
  };
}

/**
 * @param {string} name
 * @param {Node} value
 */
function line(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {() => void} onclick
 */
function button(kind, words, onclick) {
  return h('button', { type: 'button', class: kind, onclick }, words);
}
