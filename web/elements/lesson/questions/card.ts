// Card of one question: text, input, buttons, and the engine's answer.
// The input depends on the question's kind; the engine's answer appears once the learner's is
// locked.

import { button } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { textOf } from './forms.ts';
import { createChoose } from './kinds/choose.ts';
import { createOrder } from './kinds/order.ts';
import { createPoint } from './kinds/point.ts';
import { createSet } from './kinds/set.ts';
import { createNumber, createShape } from './kinds/typed.ts';
import type { Drawn, Kind, Question, Solved } from '../../../lessons/questions.ts';
import type { Formed } from './forms.ts';
import type { Verdict } from './judge.ts';
import type { QuestionText } from '../../../words/en/questions.ts';
import type { Child } from '../../../ui/template.ts';
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
  /** the lab's settings in words; null: the question has no words for them */
  said: (settings: Places | undefined) => Child;
  /** content of an option */
  option: (key: string) => Child;
  locale: string;
  numbers: ReturnType<typeof import('../numbers.ts').numbersOf>;
  lab: Lab;
  /** the controls that the lab itself does not have, of the parts that a question shows */
  controls: (frame: Frame, shows: readonly string[]) => Child;
  /** the id of the element with the question's text */
  label: string;
  /** renders the card again */
  changed: () => void;
}

export interface Field {
  /** @param problem the id of the element that says why the answer cannot be parsed, if it cannot */
  view: (isLocked: boolean, problem: string | null) => Child;
  /** message for an answer that cannot be parsed */
  problem: string;
  /** null: there is none */
  read: () => unknown;
  describe: (value: unknown) => Child;
  update?: (frame: Frame) => void;
}

const KINDS: Readonly<Record<Kind, (kit: Kit) => Field>> = Object.freeze({
  choose: createChoose,
  number: createNumber,
  shape: createShape,
  point: createPoint,
  set: createSet,
  order: createOrder,
});

/** A locked answer. */
interface Locked {
  verdict: Verdict;
  /** whether it can be asked once more */
  again: boolean;
  /** the learner's answer in words, and the engine's */
  said: Child;
  engineSaid: Child;
}

export type Places = Readonly<Record<string, string | number>>;

let count = 0;

/** @param rich fills the placeholders of a text */
export function createCard(
  given: Omit<Kit, 'label' | 'option' | 'said' | 'changed'> & { text: QuestionText },
  rich: (message: string, more?: Places) => Child,
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
  const { words, question, text, drawn, solved } = given;
  const say = (message: Formed) => rich(textOf(message, drawn.form));
  const label = `headwise-asked-${++count}`;
  const option = (key: string) => rich(text.options?.[key] ?? key);
  const said = (settings: Places | undefined) =>
    settings && text.said ? rich(text.said, settings) : null;
  const field = KINDS[question.kind]({ ...given, label, option, said, changed: draw });
  let problem = '';
  let isUnreadable = false;
  let isReading = false;
  let locked: Locked | null = null;
  let form: HTMLElement;
  let result: HTMLElement;

  const view = () => html`<div class="question">
    <form
      novalidate
      tabindex="-1"
      aria-labelledby=${label}
      data-locked=${locked !== null}
      ref=${(element: HTMLElement) => (form = element)}
      @submit=${submit}
    >
      <p id=${label} class="question-ask">${say(text.ask)}</p>
      ${field.view(locked !== null, isUnreadable ? `${label}-problem` : null)}
      <p id="${label}-problem" class="question-problem" role="alert">${problem}</p>
      <div class="question-buttons">
        ${button(question.kind === 'set' ? words.check : words.lock, null, { look: 'primary', classes: 'question-lock medium', submit: true, disabled: locked !== null })}
        ${button(words.skip, skip, { look: 'quiet', disabled: locked !== null })}
      </div>
    </form>
    <div
      class="question-verdict"
      tabindex="-1"
      role="group"
      aria-labelledby="${label}-result"
      hidden=${locked === null}
      ref=${(element: HTMLElement) => (result = element)}
    >
      ${locked && verdictView(locked)}
    </div>
  </div>`;

  function verdictView({ verdict: { right, mistake }, again, said, engineSaid }: Locked) {
    const hint = right ? undefined : text.hints?.[mistake];
    // a task in the lab may have no answer in words
    const isStated = question.kind !== 'set' || text.said !== undefined;
    const line = (name: string, value: Child) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
    const askAgain = button(question.fixed ? words.recapAsk : words.retry, retry, { look: 'link' });
    return html`
      <p id="${label}-result" class="question-result" data-right=${right}>
        ${right ? words.right : words.wrong}
      </p>
      <dl>
        ${isStated && !right && line(words.youSaid, said)}
        ${isStated && line(words.engineSays, engineSaid)}
      </dl>
      ${hint && html`<p>${say(hint)}</p>`}
      <p>${say(text.why)}</p>
      <div class="question-buttons">
        ${button(words.onwards, onwards, { look: 'primary', classes: 'question-lock medium' })}
        ${again && askAgain}
      </div>
    `;
  }

  const root = createRoot(view());
  function draw() {
    root.render(view());
  }

  async function submit(event: Event) {
    event.preventDefault();
    if (isReading) return;
    isReading = true;
    try {
      const answer = await field.read();
      isUnreadable = answer === null;
      problem = isUnreadable ? field.problem : '';
      draw();
      if (!isUnreadable) lock(answer);
    } catch {
      problem = words.failed;
      draw();
    } finally {
      isReading = false;
    }
  }

  return {
    element: root.element,
    update(frame: Frame) {
      field.update?.(frame);
      draw();
    },
    focus: () => form.focus({ preventScroll: true }),
    /**
     * Locks the answer and shows the engine's.
     *
     * @param again whether it can be asked once more
     */
    show(answer: unknown, verdict: Verdict, again: boolean) {
      const [said, engineSaid] = [answer, solved.right].map(field.describe);
      locked = { verdict, again, said, engineSaid };
      draw();
      result.focus({ preventScroll: true });
    },
  };
}
