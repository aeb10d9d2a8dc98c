// Places questions before scenes and holds the learner's answers.
// The question UI loads with the first opened lesson; if that fails, scenes are shown without
// questions.

import { html } from '../../ui/template.ts';
import { pickLanguage } from '../../words/languages.ts';
import { withoutPadding } from './padding-token.ts';
import { isLacking } from './needs.ts';
import type { Lab } from '../lab/lab.ts';
import type { LessonOptions, Place } from './lesson.ts';
import type { Frame } from '../lab/frame.ts';
import type { Catalogue, CourseRecord } from './questions/record.ts';
import type { Question, Slot } from '../../lessons/questions.ts';
import type { Kit } from './questions/card.ts';
import type { Answered } from './questions/scene-question.ts';

/** a learner's state in a learning platform, with callbacks for answers */
export interface Course {
  /** a record as text */
  kept?: string;
  /** null: skipped. Without `note`, this browser stores answers */
  note?: (record: CourseRecord, answered: Answered | null) => void;
  /** called when a scene's task is done */
  tried?: (lesson: string, scene: number) => void;
  /** key of the class, which signs codes */
  key?: string | null;
}

type QuizEvents = {
  isStill: () => boolean;
  changed: (closed?: boolean) => void;
  onwards: () => void;
  open: (id: string, scene: number, asks: boolean) => void;
  controls: Kit['controls'];
};

export function createQuestionPlacement(lab: Lab, options: LessonOptions, events: QuizEvents) {
  let room: Awaited<ReturnType<typeof load>> | null = null;
  let state = 'idle';
  let disposed = false;
  /**
   * the slot that was opened from within the lesson; a scene that is requested by name is shown at
   * once
   */
  let approached = '';

  /** @param offered the models that can be chosen */
  async function want(offered: readonly string[]) {
    state = 'loading';
    try {
      const loaded = await load(lab, options, events, offered);
      if (disposed) return loaded.dispose();
      room = loaded;
    } catch {
      state = 'failed';
    }
    events.changed();
  }

  return {
    /** The question, in place of its scene's text. */
    question: () => room?.element,
    /** The message in place of the lab. */
    cover: () => room && html`<p class="question-cover">${room.words.covered}</p>`,
    /** The summary of the learner's answers. */
    recap: () => room?.recap.element,
    /**
     * Shows the question of a slot, if it has one without an answer.
     *
     * @param listed whether the list of lessons is shown
     * @returns the visible parts of the lab; null: the scene is shown
     */
    update(
      frame: Frame,
      place: Place | null,
      listed: boolean,
    ): { shows: readonly string[]; covered: boolean; drawing: string } | null {
      if ((place || listed) && state === 'idle') void want(frame.offered);
      if (listed) room?.recap.update(room.store.record(), room.store.isKept());
      const slot = place && state !== 'failed' ? slotOf(place) : null;
      const open =
        slot !== null &&
        (slot.asks === '' || slot.name === approached) &&
        (room === null || room.isOpen(slot));
      if (open) room?.update(frame, slot);
      else if (slot?.name !== approached) room?.forget();
      const covered = open && (room === null || room.isCovered());
      const drawing = room?.drawing() ?? '';
      return open ? { shows: room?.shows() ?? [], covered, drawing } : null;
    },
    /**
     * Restores the lab before another scene opens.
     *
     * @param id id of the lesson
     * @param number index of the scene
     * @param asks whether its question comes first
     */
    leave(id: string, number: number, asks: boolean) {
      room?.leave();
      approached = asks ? `${id}.${number}` : '';
    },
    /** Restores the lab for a while; the open question will be asked again. */
    pause: () => room?.leave(),
    /** Skips the question. */
    skip: () => room?.leave(true),
    /** Whether all questions of a lesson are answered. */
    isDone: (id: string) => room?.isDone(id) ?? false,
    testTitle: (id: string) => room?.testTitle(id) ?? '',
    dispose() {
      disposed = true;
      room?.dispose();
    },
  };
}

/**
 * The question UI, and the learner's answers.
 *
 * @param offered the models that can be chosen
 */
async function load(
  lab: Lab,
  options: LessonOptions,
  events: QuizEvents,
  offered: readonly string[],
) {
  const { messages, lessons, text, course = {}, locked = new Set(), asked, alone } = options;
  const [
    { createSceneQuestion },
    { createRecap, testTitle },
    { createAnswerStore },
    records,
    data,
  ] = await Promise.all([
    import('./questions/scene-question.ts'),
    import('./questions/recap.ts'),
    import('./questions/answer-store.ts'),
    import('./questions/record.ts'),
    import('../../lessons/questions.ts'),
  ]);
  const catalogue = asked?.catalogue ?? data;
  const missing = lessons.filter((one) => isLacking(one, offered)).map(({ needs }) => needs ?? '');
  const store = createAnswerStore(course, new Set([...locked, ...missing]), catalogue, alone);
  const language = pickLanguage([messages.locale]);
  const sceneQuestion = await createSceneQuestion(
    lab,
    language,
    basesOf(lab, options, catalogue),
    {
      ...events,
      record: store.record,
      note(next, answered) {
        store.keep(next);
        course.note?.(next, answered);
      },
    },
    { catalogue, texts: asked?.texts },
  );

  const names = lessons.map(({ id }) => ({ id, ...text[id] }));
  /** Opens a scene, also if the lab is there already and would draw nothing. */
  const go = (id: string, scene: number) => {
    events.open(id, scene, true);
    events.changed();
  };
  const goOn = (test: string) => {
    const next = data.slots.find(
      ({ name, lesson }) => lesson === test && !store.record().results[name],
    );
    go(test, next?.scene ?? 0);
  };
  const recap = createRecap(sceneQuestion.words, names, catalogue, course.key ?? null, {
    again(slot) {
      sceneQuestion.again(slot);
      go(slot.lesson, slot.scene);
    },
    test: goOn,
    newTest(test) {
      store.keep(records.withNewTest(store.record(), test));
      sceneQuestion.forget();
      goOn(test);
    },
    // a platform has attempts of its own
    startOver: course.note
      ? null
      : () => {
          store.startOver();
          sceneQuestion.forget();
          events.changed();
        },
  });
  const isDone = (id: string) => {
    const { settled, asked } = records.scoreOf(store.record(), id, catalogue);
    return asked > 0 && settled === asked;
  };
  return {
    ...sceneQuestion,
    recap,
    store,
    isDone,
    testTitle: (id: string) => testTitle(sceneQuestion.words, id),
  };
}

/**
 * The initial state of a question: its scene's state, with the present sentence; in the test, and
 * where a question returns, the state of the lesson that it comes from.
 */
function basesOf(
  lab: Lab,
  { lessons, stateOfScene }: Pick<LessonOptions, 'lessons' | 'stateOfScene'>,
  { slots, lessonOf }: Catalogue,
) {
  return (slot: Slot, question: Question) => {
    const now = lab.getState();
    const isHome = slot.lesson === lessonOf(question.id);
    const home = isHome ? slot : (slots.find(({ asks }) => asks === question.id) ?? slot);
    const lesson = lessons.find(({ id }) => id === home.lesson) ?? lessons[0];
    const base = stateOfScene(lesson, home.scene);
    const text = withoutPadding(isHome ? now.text : base.text);
    return { ...base, text, padding: 0, lesson: now.lesson };
  };
}

function slotOf({ lesson, number }: Place) {
  const { asks } = lesson.scenes[number];
  if (asks === undefined) return null;
  return { name: `${lesson.id}.${number}`, lesson: lesson.id, scene: number, asks };
}
