// Preview of a lesson in the real lab.
// The lesson is replaced as the text changes. It also shows the engine's answers, so an author sees
// them, and sees questions without a single answer.

import { loadInWorker } from 'headwise';
import { mountLab } from '../../elements/lab/lab.ts';
import { mountLessons } from '../../elements/lesson/lesson.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { OWN } from '../../elements/lesson/own/read.ts';
import { piecesOf } from '../../elements/lesson/own/words.ts';
import { prepare, UnclearError } from '../../elements/lesson/questions/prepare.ts';
import { modelsAt } from '../../elements/models/find.ts';
import { grammar } from '../../elements/models/grammar.ts';
import { sayText } from '../../ui/text.ts';
import { START_STATE } from '../../elements/lab/state/state.ts';
import { stateOfScene } from '../../lessons/lessons.ts';
import { first } from '../first/first.ts';
import type { Drawn } from '../../lessons/questions.ts';
import type { QuestionText } from '../../elements/lesson/questions/card.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';
import type { Messages } from '../../words/en/write.ts';

/** text: null where no answer is clear; error: where none could be computed */
export type Found = { line: number; text: string | null; error?: unknown };

/** All words that the trained model knows. */
export const KNOWN = grammar.words;

/**
 * @param messages messages of the lab
 * @param words texts of the page
 */
export function createPreview(
  host: HTMLElement,
  messages: import('../../words/en/lab.ts').Messages,
  words: Messages,
) {
  const lab = mountLab(host, {
    load: () => loadInWorker({ threads: 'auto' }),
    state: START_STATE,
    messages,
    models: { sources: [grammar], ...modelsAt(import.meta.url) },
    first,
  });
  let player: ReturnType<typeof mountLessons> | null = null;
  let asking = new AbortController();
  const numbers = numbersOf(messages.locale);

  return {
    lab,
    /** @param asks whether its question comes first */
    show(own: OwnLesson, scene: number, asks: boolean) {
      player?.dispose();
      // answers in a preview are not stored
      const course = { note() {} };
      player = mountLessons(lab, {
        lessons: [own.lesson],
        text: own.text,
        asked: own.asked,
        stateOfScene,
        messages,
        course,
      });
      player.open(OWN, scene, asks, true);
    },
    /** Opens a scene of the present lesson. */
    go(scene: number) {
      player?.open(OWN, scene, false, true);
    },
    /** Asks the engine for the answer of each question. A newer call ends an older one. */
    async solve(own: OwnLesson, tell: (found: Found) => void) {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      for (const { line, scene, id } of own.asks) {
        const question = own.asked.catalogue.questionOf(id);
        const base = stateOfScene(own.lesson as any, scene);
        const given = { seed: [1], base, words: [], engine: lab.engine };
        try {
          const compute = (state: any) => lab.compute(state, signal);
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

  function said(kind: string, right: any, { state }: Drawn, text?: QuestionText) {
    const option = (key: string) => text?.options?.[key] ?? key;
    const model = String(state.model);
    const pieces = piecesOf(String(state.text), model);
    const columns = piecesOf(String(state.second ?? state.text), model);
    if (kind === 'number') return numbers.short(right);
    if (kind === 'shape') return numbers.shape(right);
    if (kind === 'order') return right.map(option).join(' › ');
    if (kind === 'set') return words.answerSet;
    if (kind === 'choose') return option(right);
    if ('head' in right) return sayText(words.answerHead, { head: right.head + 1 });
    return sayText(words.answerCell, { row: pieces[right.query], column: columns[right.key] });
  }
}
