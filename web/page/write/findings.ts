// Findings below the lesson's text: errors or the engine's answers.
// Each error has a button that leads to its line.

import { button } from '../../ui/controls.ts';
import { messageOf } from '../../ui/errors.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { isKnown } from '../../elements/lesson/questions/record.ts';
import { sentenceOf } from '../../elements/lesson/own/say.ts';
import type { Messages } from '../../words/en/write.ts';
import type { Messages as ProblemWords } from '../../words/en/own-lesson.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';
import type { Found } from './preview.ts';
import type { Problem } from '../../elements/lesson/own/lines.ts';

/** The result of reading the text. */
export type Reading =
  | { own: null; problems: readonly Problem[]; count: number }
  /** answers: by the lines of their questions */
  | { own: OwnLesson; answers: ReadonlyMap<number, Found> };

/** @param reading null: the text has not been read yet */
export function findings(
  messages: Messages,
  problemWords: ProblemWords,
  reading: Reading | null,
  lead: (line: number) => void,
) {
  const lineButton = (line: number) =>
    button(sayText(problemWords.line, { line }), () => lead(line), {
      look: 'outlined',
      classes: 'write-line',
    });

  function problems({ problems: listed, count }: Reading & { own: null }) {
    const more = count - listed.length;
    return html`<ol class="write-problems">
      ${listed.map(
        (problem) =>
          html`<li>${lineButton(problem.line)}${' '}${sentenceOf(problem, problemWords)}</li>`,
      )}
      ${more > 0 && html`<li>${sayText(problemWords.more, { count: more })}</li>`}
    </ol>`;
  }

  function questions({ own, answers }: Reading & { own: OwnLesson }) {
    return html`<div class="write-found" hidden=${own.questions.length === 0}>
      <h2>${messages.answers}</h2>
      <ol class="write-answers">
        ${own.asks.map(({ line, id, canDraw }) => {
          const found = answers.get(line);
          const isDrawn = isKnown(own.asked.catalogue.questionOf(id));
          const hint = canDraw ? messages.sameNew : messages.same;
          return html`<li data-line=${line}>
            ${lineButton(line)}${' '}
            <span class=${found?.text === null ? 'write-unclear' : null}>${answer(found)}</span>
            ${isDrawn && html`<p class="write-hint">${hint}</p>`}
          </li>`;
        })}
      </ol>
    </div>`;
  }

  function answer(found: Found | undefined) {
    if (!found) return messages.computing;
    if (found.error) return quoteEngine(messages.failed, messageOf(found.error));
    return found.text ?? problemWords.unclear;
  }

  function summary() {
    if (!reading) return null;
    if (!reading.own) return sayText(messages.problems, { count: reading.count });
    const { lesson, questions: asked } = reading.own;
    return sayText(messages.fine, { scenes: lesson.scenes.length, questions: asked.length });
  }

  const kind = reading && (reading.own ? 'fine' : 'wrong');
  return html`<div class="write-findings">
    <p class="write-summary" role="status" data-kind=${kind}>${summary()}</p>
    ${reading && (reading.own ? questions(reading) : problems(reading))}
  </div>`;
}
