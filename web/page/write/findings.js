// Findings below the lesson's text: errors or the engine's answers.
// Each error has a button that leads to its line.

import { fillText, h, quoteEngine, setText } from '../../elements/shared/dom.js';
import { messageOf } from '../../elements/shared/errors.js';
import { isKnown } from '../../elements/lesson/questions/record.js';
import { sentenceOf } from '../../elements/lesson/own/say.js';

/** @typedef {import('../../elements/lesson/own/lines.js').Problem} Problem */

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {import('../../elements/lesson/own/messages/en.js').Messages} problemWords
 * @param {(line: number) => void} lead
 */
export function createFindings(messages, problemWords, lead) {
  const summary = h('p', { class: 'write-summary', role: 'status' });
  const list = h('ol', { class: 'write-problems' });
  const heading = h('h2', null, messages.answers);
  const answers = h('ol', { class: 'write-answers' });
  const found = h('div', { class: 'write-found' }, heading, answers);
  found.hidden = true;
  /** @param {number} line */
  const to = (line) =>
    h(
      'button',
      { type: 'button', class: 'write-line', onclick: () => lead(line) },
      fillText(problemWords.line, { line }),
    );
  /** @param {Problem} problem */
  const item = (problem) => h('li', null, to(problem.line), ' ', sentenceOf(problem, problemWords));

  return {
    element: h('div', { class: 'write-findings' }, summary, list, found),
    /**
     * @param {readonly Problem[]} problems
     * @param {number} count
     */
    problems(problems, count) {
      setText(summary, fillText(messages.problems, { count }));
      summary.dataset.kind = 'wrong';
      const more = count - problems.length;
      list.replaceChildren(
        ...problems.map(item),
        ...(more > 0 ? [h('li', null, fillText(problemWords.more, { count: more }))] : []),
      );
      found.hidden = true;
    },
    /** @param {import('../../elements/lesson/own/read.js').OwnLesson} own */
    fine(own) {
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
    /** @param {import('./preview.js').Found} found */
    answer({ line, text, error }) {
      /** @type {HTMLElement | null} */
      const one = answers.querySelector(`[data-line="${line}"] span`);
      if (!one) return;
      if (error) quoteEngine(one, messages.failed, messageOf(error));
      else setText(one, text ?? problemWords.unclear);
      one.classList.toggle('write-unclear', text === null);
    },
  };
}
