// Asks the question before a scene.
// It prepares and shows the question, locks the answer, lets the engine answer, and restores the
// lab. Loaded with the first lesson that is opened.

/// <reference path="../../css.d.ts" />

import { isTest, TEST_LENGTH } from '../../../lessons/questions.ts';
import { adopt } from '../../../ui/adopt.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { ownWords, sayText } from '../../../ui/text.ts';
import { wordTokenizer } from '../../lab/answer/tokenizer.ts';
import { loadQuestionWords } from '../../../words/questions.ts';
import { numbersOf } from '../numbers.ts';
import { richText } from '../symbols.ts';
import { createCard } from './card.ts';
import { judge } from './judge.ts';
import { restoreLab, lendLab } from './lend-lab.ts';
import { prepare } from './prepare.ts';
import handOutStyle from '../../../ui/hand-out.css';
import style from './questions.css';
import { askedAt, isKnown, noted, runOf } from './record.ts';
import type { Child } from '../../../ui/template.ts';
import type { Frame } from '../../lab/frame.ts';
import type { Kit, Places, QuestionText, Words } from './card.ts';
import type { Prepared } from './prepare.ts';
import type { Catalogue, CourseRecord } from './record.ts';
import type { LessonPlace } from '../../lab/state/lesson.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Drawn, Question, Slot } from '../../../lessons/questions.ts';
import type { Verdict } from './judge.ts';
import type { Lent } from './lend-lab.ts';

/** report of an answer */
export interface Answered {
  slot: Slot;
  question: Question;
  answer: unknown;
  right: unknown;
  verdict: Verdict;
  /** response time in milliseconds */
  latency: number;
}

interface Events {
  record: () => CourseRecord;
  /** null: skipped */
  note: (record: CourseRecord, answered: Answered | null) => void;
  /** called when other content is to be shown; closed: the scene, which gets the focus */
  changed: (closed?: boolean) => void;
  /** whether the focus may not move */
  isStill: () => boolean;
  /** opens the next scene */
  onwards: () => void;
  controls: Kit['controls'];
}

/** the available questions */
export interface Asked {
  catalogue: Catalogue;
  /** by the ids of questions; by default the texts of the lessons that come with headwise */
  texts?: Readonly<Record<string, QuestionText>>;
}

interface Current extends Lent {
  slot: string;
  title: string;
  /** stops the engine's work on it */
  stop: AbortController;
  phase: 'waiting' | 'asked' | 'answered' | 'closed';
  /** why there is no card */
  message: Child;
  prepared: Prepared | null;
  card: ReturnType<typeof createCard> | null;
}

/** Placeholders for words of the sentence. */
const OWN = ['word', 'other'];

/** @param baseOf the initial state of a question */
export async function createSceneQuestion(
  lab: Lab,
  locale: string,
  baseOf: (slot: Slot, question: Question) => Readonly<Record<string, any>>,
  events: Events,
  { catalogue, texts: own }: Asked,
) {
  const { questions, around: words } = await loadQuestionWords(locale);
  const texts = own ?? questions;
  const dropStyles = adopt(lab.element, [style, handOutStyle]);
  let current: Current | null = null;
  /** an answered question that was requested again */
  let wanted = '';
  /** the newest answered attempt of each question, by ids */
  const attempts: Map<string, Prepared> = new Map();

  const view = () => html`<div class="lesson-question">
    <h2 class="question-title">${current?.title}</h2>
    <div class="question-holder">${current && contentOf(current)}</div>
  </div>`;

  function contentOf({ phase, message, card }: Current): Child {
    if (phase === 'waiting') return html`<p role="status">${words.waiting}</p>`;
    return phase === 'closed' ? message : card?.element;
  }

  const root = createRoot(view());
  const draw = () => root.render(view());

  async function start(slot: Slot) {
    const question = askedAt(events.record(), slot, catalogue);
    const stop = new AbortController();
    const mine: Current = {
      slot: slot.name,
      title: titleOf(words, slot, catalogue),
      stop,
      phase: 'waiting',
      message: null,
      prepared: null,
      card: null,
    };
    current = mine;
    if (isTest(slot.lesson) && attemptsAt(events.record(), slot) > 0) {
      // a test asks once
      mine.phase = 'closed';
      mine.message = html`<p>${words.settled}</p>`;
      return draw();
    }
    draw();
    try {
      const base = baseOf(slot, question);
      const record = events.record();
      const prepared = await prepare(question, {
        // each learner, slot and attempt has its own random numbers
        seed: [record.seed, slot.name, runOf(record, slot.lesson), attemptsAt(record, slot)],
        base,
        words: wordTokenizer.encode(base.text).tokens.map(({ piece }) => piece),
        before: question.fixed ? null : attempts.get(question.id),
        compute: (state) => lab.compute(state, stop.signal),
        engine: lab.engine,
      });
      if (current !== mine || mine.phase !== 'waiting') return;
      mine.prepared = prepared;
      mine.card = cardOf(mine, slot, question, prepared);
      mine.phase = 'asked';
      draw();
      if (!events.isStill()) mine.card.focus();
      const asked = askedState(prepared.drawn, lab.getState().text);
      if (asked) lendLab(lab, mine, asked);
    } catch {
      if (current !== mine || mine.phase === 'closed') return;
      // the scene works without its question; the lab itself reports the engine's error
      mine.phase = 'closed';
      mine.message = words.failed;
      draw();
    }
    events.changed();
  }

  /** The card of a question, and the handlers of its buttons. */
  function cardOf(mine: Current, slot: Slot, question: Question, prepared: Prepared) {
    const { drawn, solved } = prepared;
    const numbers = numbersOf(locale);
    const given = {
      words,
      question,
      text: texts[question.id],
      drawn,
      solved,
      locale,
      numbers,
      lab,
      controls: events.controls,
    };
    const rich = richOf(numbers, { ...drawn.places, ...solved.places });
    const began = performance.now();
    const onwards = () => {
      leave(true);
      if (isTest(slot.lesson)) events.onwards();
      else events.changed(true);
    };
    const card = createCard(given, rich, {
      lock(answer) {
        if (mine.phase !== 'asked') return;
        const verdict = judge(question.kind, solved, answer);
        const latency = performance.now() - began;
        const told = { slot, question, answer, right: solved.right, verdict, latency };
        mine.phase = 'answered';
        attempts.set(question.id, prepared);
        events.note(noted(events.record(), slot.name, verdict), told);
        lendLab(lab, mine, shownOf(question, prepared, lab.getState().lesson));
        card.show(answer, verdict, !isTest(slot.lesson) && !isKnown(question));
        events.changed();
      },
      retry() {
        restoreLab(lab, mine);
        void start(slot);
      },
      skip: onwards,
      onwards,
    });
    return card;
  }

  /**
   * Restores the lab.
   *
   * @param skips whether a question without an answer counts as skipped; otherwise it is asked
   * again
   */
  function leave(skips: boolean = false) {
    if (!current || current.phase === 'closed') return;
    const { slot, phase } = current;
    if (phase === 'asked' && skips) events.note(noted(events.record(), slot, null), null);
    current.phase = 'closed';
    current.stop.abort();
    wanted = '';
    draw();
    restoreLab(lab, current);
    // a slot of the test has no scene to show instead
    if (isTest(slot.split('.')[0]) || (phase !== 'answered' && !skips)) current = null;
  }

  /** Removes the question from the screen. */
  function forget() {
    current?.stop.abort();
    current = null;
    draw();
    lab.store.giveBack();
  }

  return {
    element: root.element,
    words,
    texts,
    /** Whether the question replaces its scene. */
    isOpen(slot: Slot) {
      // undone, or set from outside: the sentence of the question is gone
      const isLost = current?.text !== undefined && !lab.store.isLent();
      if (isLost && current?.phase !== 'closed') forget();
      if (events.record().results[slot.name]?.outcome === 'unasked') return false;
      if (current?.slot === slot.name && current.phase !== 'closed') return true;
      if (current?.slot === slot.name && slot.name !== wanted) return isTest(slot.lesson);
      return isTest(slot.lesson) || slot.name === wanted || !events.record().results[slot.name];
    },
    /** The parts of the lab that are shown beside it. */
    shows() {
      const { phase, prepared } = current ?? {};
      return phase === 'asked' || phase === 'answered' ? (prepared?.drawn.shows ?? []) : [];
    },
    /** The drawing that shows the answer; '': the lab's views do. */
    drawing: () =>
      (current?.phase === 'answered' && current.prepared?.drawn.drawing?.exhibit) || '',
    /** Whether the lab is covered, so that it does not show the answer. */
    isCovered: () =>
      current?.phase === 'waiting' ||
      (current?.phase === 'asked' && !current.prepared?.drawn.shown),
    update(frame: Frame, slot: Slot) {
      if (current?.slot !== slot.name) void start(slot);
      current?.card?.update(frame);
    },
    leave,
    /** Asks an answered question once more when its slot is opened. */
    again(slot: Slot) {
      wanted = slot.name;
      current = null;
      draw();
    },
    forget,
    dispose() {
      forget();
      dropStyles();
    },
  };
}

function attemptsAt({ results }: CourseRecord, { name }: Slot) {
  return results[name]?.attempts ?? 0;
}

/**
 * The state during a question; null: the lab stays as it is.
 *
 * @param text the present sentence. A covered lab has the sentence of the question, with no word selected
 */
function askedState({ shown, state }: Drawn, text: string): Readonly<Record<string, any>> | null {
  if (shown) return shown;
  if (state.text === undefined || state.text === text) return null;
  return { ...state, view: 'heads', edits: {}, selection: { head: 0, query: null, key: null } };
}

/** The state that shows the answer: the cell of the question is selected. */
function shownOf(
  { kind }: Question,
  { drawn: { state: drawn, drawing }, solved }: Prepared,
  place: LessonPlace,
) {
  const state =
    drawing && place ? { ...drawn, lesson: { ...place, values: drawing.values ?? {} } } : drawn;
  if (kind !== 'point' && !solved.selection) return state;
  const right = kind === 'point' ? solved.right : {};
  const selection = { ...(state.selection as any), ...right, ...solved.selection };
  return { ...state, selection };
}

function titleOf(words: Words, { lesson, scene, asks }: Slot, { lessonOf }: Catalogue) {
  if (isTest(lesson)) return sayText(words.testOf, { number: scene + 1, all: TEST_LENGTH });
  return lessonOf(asks) === lesson ? words.first : words.again;
}

/** Fills a text with words of the sentence, and with numbers in the format of the language. */
function richOf(numbers: ReturnType<typeof numbersOf>, places: Places) {
  const filled = Object.entries(places).map(([name, value]) => {
    if (OWN.includes(name)) return [name, ownWords(String(value), 'word')];
    if (typeof value === 'string') return [name, html`<span dir="ltr">${value}</span>`];
    return [name, Number.isInteger(value) ? numbers.whole(value) : numbers.fixed(value, 2)];
  });
  return (message: string, more?: Places): Child =>
    more
      ? richOf(numbers, { ...places, ...more })(message)
      : richText(message, Object.fromEntries(filled));
}
