// Preview of a lesson in the real lab.
// The lesson is replaced as the text changes. It also shows the engine's answers, so an author sees
// them, and sees where there is no one answer.

import { loadInWorker } from 'headwise';
import { mountLab } from '../../elements/lab/lab.js';
import { mountLessons } from '../../elements/lesson/lesson.js';
import { numbersOf } from '../../elements/lesson/numbers.js';
import { OWN } from '../../elements/lesson/own/read.js';
import { piecesOf } from '../../elements/lesson/own/words.js';
import { prepare, UnclearError } from '../../elements/lesson/questions/prepare.js';
import { modelsAt } from '../../elements/models/find.js';
import { grammar } from '../../elements/models/grammar.js';
import { fillText } from '../../elements/shared/dom.js';
import { START_STATE } from '../../elements/lab/state/state.js';
import { stateOfScene } from '../../lessons/index.js';
import { first } from '../first/first.js';

/**
 * @typedef {import('../../elements/lesson/own/read.js').OwnLesson} OwnLesson
 * @typedef {import('./messages/en.js').Messages} Messages
 * @typedef {{ line: number, text: string | null, error?: unknown }} Found text: null where no answer is clear, or with an error, none
 *   could be computed
 */

/** All words that the trained model knows. */
export const KNOWN = grammar.words;

/**
 * @param {HTMLElement} host
 * @param {import('../../elements/messages/en.js').Messages} messages of the lab
 * @param {Messages} words of the page
 */
export function createPreview(host, messages, words) {
  const lab = mountLab(host, {
    load: () => loadInWorker({ threads: 'auto' }),
    state: START_STATE,
    messages,
    models: { sources: [grammar], ...modelsAt(import.meta.url) },
    first,
  });
  /** @type {ReturnType<typeof mountLessons> | null} */
  let player = null;
  let asking = new AbortController();
  const numbers = numbersOf(messages.locale);

  return {
    lab,
    /**
     * @param {OwnLesson} own
     * @param {number} scene
     * @param {boolean} asks whether its question comes first
     */
    show(own, scene, asks) {
      player?.dispose();
      // the answers of a preview are not kept
      const course = { note() {} };
      player = mountLessons(lab, {
        ...{ lessons: [own.lesson], text: own.text, asked: own.asked },
        ...{ stateOfScene, messages, course },
      });
      player.open(OWN, scene, asks, true);
    },
    /** Goes to a scene of the lesson that is shown. @param {number} scene */
    go(scene) {
      player?.open(OWN, scene, false, true);
    },
    /**
     * Asks the engine for the answer of each question. A newer call ends an older one.
     * @param {OwnLesson} own
     * @param {(found: Found) => void} tell
     */
    async solve(own, tell) {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      for (const { line, scene, id } of own.asks) {
        const question = own.asked.catalogue.questionOf(id);
        const base = stateOfScene(/** @type {any} */ (own.lesson), scene);
        const given = { seed: [1], base, words: [], engine: lab.engine };
        try {
          const compute = (/** @type {any} */ state) => lab.compute(state, signal);
          const { drawn, solved } = await prepare(question, { ...given, compute });
          if (signal.aborted) return;
          tell({ line, text: said(question.kind, solved.right, drawn, own.asked.texts?.[id]) });
        } catch (error) {
          if (signal.aborted) return;
          tell({ line, text: null, ...(!(error instanceof UnclearError) && { error }) });
        }
      }
    },
  };

  /**
   * @param {string} kind
   * @param {any} right
   * @param {import('../../lessons/questions/index.js').Drawn} drawn
   * @param {import('../../elements/lesson/questions/card.js').QuestionText} [text]
   */
  function said(kind, right, { state }, text) {
    const option = (/** @type {string} */ key) => text?.options?.[key] ?? key;
    const model = String(state.model);
    const pieces = piecesOf(String(state.text), model);
    const columns = piecesOf(String(state.second ?? state.text), model);
    if (kind === 'number') return numbers.short(right);
    if (kind === 'shape') return numbers.shape(right);
    if (kind === 'order') return right.map(option).join(' › ');
    if (kind === 'set') return words.answerSet;
    if (kind === 'choose') return option(right);
    if ('head' in right) return fillText(words.answerHead, { head: right.head + 1 });
    return fillText(words.answerCell, { row: pieces[right.query], column: columns[right.key] });
  }
}
