// Findings below the lesson's text: errors or the engine's answers.
// Each error has a button that leads to its line.

import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import { isKnown } from '../../elements/lesson/questions/record.ts';
import { sentenceOf } from '../../elements/lesson/own/say.ts';
import type { Messages } from '../../words/en/write.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';
import type { Found } from './preview.ts';
import type { Problem } from '../../elements/lesson/own/lines.ts';

export function createFindings(
  messages: Messages,
  problemWords: import('../../words/en/own-lesson.ts').Messages,
  lead: (line: number) => void,
) {
  const summary = h('p', { class: 'write-summary', role: 'status' });
  const list = h('ol', { class: 'write-problems' });
  const heading = h('h2', null, messages.answers);
  const answers = h('ol', { class: 'write-answers' });
  const found = h('div', { class: 'write-found' }, heading, answers);
  found.hidden = true;
  const to = (line: number) =>
    h(
      'button',
      { type: 'button', class: 'write-line', onclick: () => lead(line) },
      fillText(problemWords.line, { line }),
    );
  const item = (problem: Problem) =>
    h('li', null, to(problem.line), ' ', sentenceOf(problem, problemWords));

  return {
    element: h('div', { class: 'write-findings' }, summary, list, found),
    problems(problems: readonly Problem[], count: number) {
      setText(summary, fillText(messages.problems, { count }));
      summary.dataset.kind = 'wrong';
      const more = count - problems.length;
      list.replaceChildren(
        ...problems.map(item),
        ...(more > 0 ? [h('li', null, fillText(problemWords.more, { count: more }))] : []),
      );
      found.hidden = true;
    },
    fine(own: OwnLesson) {
      const [scenes, questions] = [own.lesson.scenes.length, own.questions.length];
      setText(summary, fillText(messages.fine, { scenes, questions }));
      summary.dataset.kind = 'fine';
      list.replaceChildren();
      found.hidden = questions === 0;
      answers.replaceChildren(
        ...own.asks.map(({ line, id, canDraw }) =>
          h(
            'li',
            { 'data-line': String(line) },
            to(line),
            ' ',
            h('span', null, messages.computing),
            isKnown(own.asked.catalogue.questionOf(id))
              ? h('p', { class: 'write-hint' }, canDraw ? messages.sameNew : messages.same)
              : null,
          ),
        ),
      );
    },
    answer({ line, text, error }: Found) {
      const one: HTMLElement | null = answers.querySelector(`[data-line="${line}"] span`);
      if (!one) return;
      if (error) quoteEngine(one, messages.failed, messageOf(error));
      else setText(one, text ?? problemWords.unclear);
      one.classList.toggle('write-unclear', text === null);
    },
  };
}
