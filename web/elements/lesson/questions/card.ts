// Card of one question: text, input, buttons, and the engine's answer.
// The input depends on the question's kind; the engine's answer appears once the learner's is
// locked.

import { h, setText } from '../../../ui/dom.ts';
import { createChoose } from './kinds/choose.ts';
import { createOrder } from './kinds/order.ts';
import { createPoint } from './kinds/point.ts';
import { createSet } from './kinds/set.ts';
import { createNumber, createShape } from './kinds/typed.ts';
import type { Drawn, Kind, Question, Solved } from '../../../lessons/questions.ts';
import type { Verdict } from './judge.ts';
import type { QuestionText } from '../../../words/en/questions.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Frame } from '../../lab/frame.ts';

export type { QuestionText };

export type Words = import('../../../words/en/questions.ts').QuestionWords['around'];

/** services for a kind of question */
export interface Kit {
  words: Words;
  question: Question;
  drawn: Drawn;
  solved: Solved;
  /** content of an option */
  option: (key: string) => Node;
  locale: string;
  numbers: ReturnType<typeof import('../numbers.ts').numbersOf>;
  lab: Lab;
  /** the id of the element with the question's text */
  label: string;
}

export interface Field {
  element: HTMLElement;
  /** message for an answer that cannot be parsed */
  problem: string;
  /** null: there is none */
  read: () => unknown;
  describe: (value: unknown) => Node;
  update?: (frame: Frame) => void;
  /** ties the field to the element with the problem's text */
  mark?: (problem: string | null) => void;
}

const KINDS: Readonly<Record<Kind, (kit: Kit) => Field>> = Object.freeze({
  choose: createChoose,
  number: createNumber,
  shape: createShape,
  point: createPoint,
  set: createSet,
  order: createOrder,
});

let count = 0;

/** @param rich fills the placeholders of a text */
export function createCard(
  given: Omit<Kit, 'label' | 'option'> & { text: QuestionText },
  rich: (message: string) => Node,
  {
    lock,
    skip,
    retry,
    onwards,
  }: {
    lock: (given: unknown) => void;
    skip: () => void;
    retry: () => void;
    onwards: () => void;
  },
) {
  const { words, question, text, solved } = given;
  const label = `headwise-asked-${++count}`;
  const option = (key: string) => rich(text.options?.[key] ?? key);
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
      onsubmit: (event: Event) => {
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
     *
     * @param again whether it can be asked once more
     */
    show(answer: unknown, { right, mistake }: Verdict, again: boolean) {
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

function line(name: string, value: Node) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

function button(kind: string, words: string, onclick: () => void) {
  return h('button', { type: 'button', class: kind, onclick }, words);
}
