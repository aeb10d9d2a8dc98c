// Asks the question before a scene.
// It prepares and shows the question, locks the answer, lets the engine answer, and restores the
// lab. Loaded with the first lesson that is opened.

/// <reference path="../../css.d.ts" />

import { TEST, TEST_LENGTH } from '../../../lessons/questions/index.js';
import { questionTexts } from '../../../lessons/questions/text/index.js';
import { adopt } from '../../shared/adopt.js';
import { fillText, h, ownWords, setText } from '../../shared/dom.js';
import { wordTokenizer } from '../../lab/answer/tokenizer.js';
import { loadWords } from '../../messages/load.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { createCard } from './card.js';
import { judge } from './judge.js';
import { giveBack, lend } from './lending.js';
import { prepare } from './prepare.js';
import handOutStyle from '../../shared/hand-out.css';
import style from './questions.css';
import { askedAt, isKnown, noted } from './record.js';

/**
 * @typedef {import('../../lab/lab.js').Lab} Lab
 * @typedef {import('../../../lessons/questions/index.js').Slot} Slot
 * @typedef {import('../../../lessons/questions/index.js').Question} Question
 * @typedef {import('./record.js').CourseRecord} CourseRecord
 *
 * @typedef {object} Answered what is told of an answer
 * @property {Slot} slot
 * @property {Question} question
 * @property {unknown} answer
 * @property {unknown} right
 * @property {import('./judge.js').Verdict} verdict
 * @property {number} latency milliseconds
 *
 * @typedef {object} Events
 * @property {() => CourseRecord} record
 * @property {(record: CourseRecord, answered: Answered | null) => void} note null: skipped
 * @property {(closed?: boolean) => void} changed something else is to be shown; closed: the scene, which gets the focus
 * @property {() => boolean} isStill whether the focus may not move
 * @property {() => void} onwards to the next scene
 *
 * @typedef {object} Asked what there is to ask
 * @property {import('./record.js').Catalogue} catalogue
 * @property {Readonly<Record<string, import('./card.js').QuestionText>>} [texts] by the ids of questions; without them, those of
 *   the lessons that come with headwise
 *
 * @typedef {import('./lending.js').Lent & CurrentParts} Current
 *
 * @typedef {object} CurrentParts
 * @property {string} slot
 * @property {AbortController} stop of the engine's work on it
 * @property {'waiting' | 'asked' | 'answered' | 'closed'} phase
 * @property {import('./prepare.js').Prepared | null} prepared
 * @property {ReturnType<typeof createCard> | null} card
 */

/** Places of texts that are words of the sentence. */
const OWN = ['word', 'other'];

/**
 * @param {Lab} lab
 * @param {string} locale
 * @param {(slot: Slot, question: Question) => Readonly<Record<string, any>>} baseOf the state that a question begins with
 * @param {Events} events
 * @param {Asked} asked
 */
export async function createAsking(lab, locale, baseOf, events, { catalogue, texts: own }) {
  const { questionText, questionWords: words } = await loadWords(locale, questionTexts);
  const texts = own ?? questionText;
  const title = h('h2', { class: 'question-title' });
  const holder = h('div', { class: 'question-holder' });
  const element = h('div', { class: 'lesson-question' }, title, holder);
  const cover = h('p', { class: 'question-cover' }, words.covered);
  const dropStyles = adopt(lab.element, [style, handOutStyle]);
  /** @type {Current | null} */
  let current = null;
  /** a question that was answered and is asked for again */
  let wanted = '';

  /** @param {Slot} slot */
  async function start(slot) {
    const question = askedAt(events.record(), slot, catalogue);
    const stop = new AbortController();
    /** @type {Current} */
    const mine = { slot: slot.name, stop, phase: 'waiting', prepared: null, card: null };
    current = mine;
    setText(title, titleOf(words, slot, catalogue));
    if (slot.lesson === TEST && attemptsAt(events.record(), slot) > 0) {
      // a test asks once
      mine.phase = 'closed';
      holder.replaceChildren(h('p', null, words.settled));
      return;
    }
    holder.replaceChildren(h('p', { role: 'status' }, words.waiting));
    try {
      const base = baseOf(slot, question);
      const prepared = await prepareFor(lab, events.record(), slot, question, base, stop.signal);
      if (current !== mine || mine.phase !== 'waiting') return;
      mine.prepared = prepared;
      const again = () => void start(slot);
      mine.card = cardOf(
        { lab, locale, words, texts },
        { slot, question, prepared, mine },
        events,
        leave,
        again,
      );
      mine.phase = 'asked';
      holder.replaceChildren(mine.card.element);
      if (!events.isStill()) mine.card.focus();
      if (prepared.drawn.shown) lend(lab, mine, prepared.drawn.shown);
    } catch {
      if (current !== mine || mine.phase === 'closed') return;
      // the scene can do without; the lab itself says what is wrong with its engine
      mine.phase = 'closed';
      setText(holder, words.failed);
    }
    events.changed();
  }

  /** Gives the lab back. @param {boolean} [skips] whether a question without an answer counts as skipped; else it is asked again */
  function leave(skips = false) {
    if (!current || current.phase === 'closed') return;
    const { slot, phase } = current;
    if (phase === 'asked' && skips) events.note(noted(events.record(), slot, null), null);
    current.phase = 'closed';
    current.stop.abort();
    wanted = '';
    holder.replaceChildren();
    giveBack(lab, current);
    // a place in the test has no scene to show instead
    if (slot.startsWith(`${TEST}.`) || (phase !== 'answered' && !skips)) current = null;
  }

  /** The question is no longer on the screen. */
  function forget() {
    current?.stop.abort();
    current = null;
    lab.store.giveBack();
  }

  return {
    element,
    cover,
    words,
    texts,
    /** Whether the question stands in for its scene. @param {Slot} slot */
    isOpen(slot) {
      // undone, or set from outside: what was asked about is not there any more
      const isLost = current?.text !== undefined && !lab.store.isLent();
      if (isLost && current?.phase !== 'closed') forget();
      if (events.record().results[slot.name]?.outcome === 'unasked') return false;
      if (current?.slot === slot.name && current.phase !== 'closed') return true;
      if (current?.slot === slot.name && slot.name !== wanted) return slot.lesson === TEST;
      return slot.lesson === TEST || slot.name === wanted || !events.record().results[slot.name];
    },
    /** What of the lab is shown beside it. */
    shows() {
      const { phase, prepared } = current ?? {};
      return phase === 'asked' || phase === 'answered' ? (prepared?.drawn.shows ?? []) : [];
    },
    /** Whether the lab is covered, so that it does not say the answer. */
    isCovered: () =>
      current?.phase === 'waiting' ||
      (current?.phase === 'asked' && !current.prepared?.drawn.shown),
    /**
     * @param {import('../../lab/frame.js').Frame} frame
     * @param {Slot} slot
     */
    update(frame, slot) {
      if (current?.slot !== slot.name) void start(slot);
      current?.card?.update?.(frame);
    },
    leave,
    /** Asks a question that was answered once more, when its place is gone to. @param {Slot} slot */
    again(slot) {
      wanted = slot.name;
      current = null;
    },
    forget,
    dispose() {
      forget();
      dropStyles();
    },
  };
}

/**
 * @param {CourseRecord} record
 * @param {Slot} slot
 */
function attemptsAt({ results }, { name }) {
  return results[name]?.attempts ?? 0;
}

/**
 * Each learner, place and attempt has its own numbers.
 * @param {Lab} lab
 * @param {CourseRecord} record
 * @param {Slot} slot
 * @param {Question} question
 * @param {Readonly<Record<string, any>>} base
 * @param {AbortSignal} signal
 */
function prepareFor(lab, record, slot, question, base, signal) {
  return prepare(question, {
    seed: [record.seed, slot.name, record.run, attemptsAt(record, slot)],
    base,
    words: wordTokenizer.encode(base.text).tokens.map(({ piece }) => piece),
    compute: (state) => lab.compute(state, signal),
    engine: lab.engine,
  });
}

/**
 * The card of a question, and what happens at its buttons.
 * @param {{ lab: Lab, locale: string, words: import('./card.js').Words, texts: Readonly<Record<string, import('./card.js').QuestionText>> }} room
 * @param {{ slot: Slot, question: Question, prepared: import('./prepare.js').Prepared, mine: Current }} asked
 * @param {Events} events
 * @param {(skips?: boolean) => void} leave
 * @param {() => void} again
 */
function cardOf(
  { lab, locale, words, texts },
  { slot, question, prepared, mine },
  events,
  leave,
  again,
) {
  const { drawn, solved } = prepared;
  const numbers = numbersOf(locale);
  const given = { words, question, text: texts[question.id], drawn, solved, locale, numbers, lab };
  const began = performance.now();
  const onwards = () => {
    leave(true);
    if (slot.lesson === TEST) events.onwards();
    else events.changed(true);
  };
  const rich = richOf(numbers, { ...drawn.places, ...solved.places });
  const card = createCard(given, rich, {
    lock(answer) {
      if (mine.phase !== 'asked') return;
      const verdict = judge(question.kind, solved, answer);
      const latency = performance.now() - began;
      const told = { slot, question, answer, right: solved.right, verdict, latency };
      mine.phase = 'answered';
      events.note(noted(events.record(), slot.name, verdict), told);
      lend(lab, mine, shownOf(question, prepared));
      card.show(answer, verdict, slot.lesson !== TEST && !isKnown(question));
      events.changed();
    },
    retry() {
      giveBack(lab, mine);
      again();
    },
    skip: onwards,
    onwards,
  });
  return card;
}

/**
 * The state that shows the answer: what was asked about is selected.
 * @param {Question} question
 * @param {import('./prepare.js').Prepared} prepared
 */
function shownOf({ kind }, { drawn: { state }, solved }) {
  if (kind !== 'point' && !solved.selection) return state;
  const right = kind === 'point' ? solved.right : {};
  const selection = { .../** @type {any} */ (state.selection), ...right, ...solved.selection };
  return { ...state, selection };
}

/**
 * @param {import('./card.js').Words} words
 * @param {Slot} slot
 * @param {import('./record.js').Catalogue} catalogue
 */
function titleOf(words, { lesson, scene, asks }, { lessonOf }) {
  if (lesson === TEST) return fillText(words.testOf, { number: scene + 1, all: TEST_LENGTH });
  return lessonOf(asks) === lesson ? words.first : words.again;
}

/**
 * Fills a text with words of the sentence, and with numbers as the language writes them.
 * @param {ReturnType<typeof numbersOf>} numbers
 * @param {Readonly<Record<string, string | number>>} places
 */
function richOf(numbers, places) {
  const filled = Object.entries(places).map(([name, value]) => {
    if (OWN.includes(name)) return [name, ownWords(String(value), 'word')];
    if (typeof value === 'string') return [name, h('span', { dir: 'ltr' }, value)];
    return [name, Number.isInteger(value) ? numbers.whole(value) : numbers.fixed(value, 2)];
  });
  return (/** @type {string} */ message) => richText(message, Object.fromEntries(filled));
}
