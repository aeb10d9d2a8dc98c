// Parses a teacher's lesson, a plain text, into scenes and questions.
// They have the form of the built-in lessons. web/docs/lesson-format.md describes the text. All
// problems are found at once, each with its line; nothing is thrown.

import { pickLanguage, names as languages } from '../../messages/pick.js';
import { MOST_SCENES } from '../../lab/state/lesson.js';
import { ENGLISH, GRAMMAR, UNTRAINED } from '../../lab/state/state.js';
import { sameValue } from '../../lab/state/values.js';
import { fingerprintOf } from '../questions/record.js';
import { isSymbol } from '../symbols.js';
import { createReport, joined, readLines } from './lines.js';
import { ASKING, makeQuestion, PLACES } from './question.js';
import { FRESH, SETTINGS } from './settings.js';
import { piecesOf } from './words.js';

/**
 * @typedef {import('./lines.js').Line} Line
 * @typedef {import('./lines.js').Problem} Problem
 * @typedef {import('./lines.js').Report} Report
 * @typedef {import('../../../lessons/questions/index.js').Question} Question
 *
 * @typedef {object} OwnLesson
 * @property {import('../lesson.js').Lesson} lesson
 * @property {Readonly<Record<string, import('../lesson.js').LessonText>>} text by the lesson's id
 * @property {import('../questions/asking.js').Asked} asked
 * @property {readonly Question[]} questions
 * @property {readonly { line: number, end: number, scene: number, id: string, canDraw: boolean }[]} asks where each question is written
 * @property {readonly number[]} starts the line of each scene
 * @property {string} language '' for the reader's own
 *
 * @typedef {object} Part a scene as it is written
 * @property {number} line
 * @property {string} title
 * @property {Line[]} lines
 */

/** What a teacher's lesson is called in addresses and to a learning platform. */
export const OWN = 'own';
/** Paragraphs of a scene. */
const MOST_PARAGRAPHS = 8;
const LONGEST_TITLE = 120;
const TEXTS = ['try', 'after'];
const ABOUT = ['language', 'about'];
const KEYS = [...ABOUT, ...Object.keys(SETTINGS), ...TEXTS, ...ASKING];
/** Controls of a scene that names none. */
const CONTROLS = Object.freeze(['tabs', 'heads', 'causal', 'panel']);
const CONTROLS_TRAINED = Object.freeze(['tabs', 'layers', 'panel']);

/**
 * @param {string} text
 * @param {{ words?: readonly string[] | null }} [known] words: all that the trained model knows; null: not to be checked
 * @returns {{ own: OwnLesson | null, problems: readonly Problem[], count: number }} own: null where there are problems; count: of
 *   all problems, of which only the first are told
 */
export function readOwnLesson(text, { words = null } = {}) {
  const { problems, report, count } = createReport();
  const lines = readLines(String(text), KEYS, report);
  const { head, parts } = split(lines, report);
  if (count() === 0 && parts.length === 0) report(head.line, 'noScene');
  if (parts.length > MOST_SCENES) {
    report(parts[MOST_SCENES].line, 'manyScenes', { count: parts.length, most: MOST_SCENES });
    parts.length = MOST_SCENES;
  }
  const about = readAbout(head, report);
  /** @type {any} */
  let state = takeSettings(FRESH, head.lines, [...ABOUT], words, report).state;
  const scenes = parts.map((part, at) => {
    const scene = readScene(part, at, state, words, report);
    state = scene.state;
    return scene;
  });
  problems.sort((a, b) => a.line - b.line);
  if (count() > 0) return { own: null, problems, count: count() };
  return { own: lessonOf(lines, about, scenes), problems, count: 0 };
}

/**
 * @param {readonly Line[]} lines
 * @param {ReturnType<typeof readAbout>} about
 * @param {readonly ReturnType<typeof readScene>[]} scenes
 * @returns {OwnLesson}
 */
function lessonOf(lines, { title, about, language }, scenes) {
  const made = scenes.flatMap(({ question }) => (question ? [question] : []));
  const questions = made.map((one) => one.question);
  const slots = scenes.flatMap(({ question }, scene) =>
    question ? [{ name: `${OWN}.${scene}`, lesson: OWN, scene, asks: question.question.id }] : [],
  );
  const named = (/** @type {string} */ id) =>
    /** @type {Question} */ (questions.find((one) => one.id === id));
  return {
    lesson: {
      ...{ id: OWN, isOwn: true, scenes: scenes.map(({ scene }) => scene) },
      ...(scenes.some(({ state }) => state.model === ENGLISH) && { needs: ENGLISH }),
    },
    text: { [OWN]: { title, about, scenes: scenes.map(({ words }) => words) } },
    questions,
    asked: {
      texts: Object.fromEntries(made.map((one) => [one.question.id, one.text])),
      // there is no closing test
      catalogue: {
        ...{ name: nameOf(lines), TEST: '', slots, questions, questionOf: named },
        ...{ lessonOf: () => OWN, testOf: () => [] },
      },
    },
    asks: slots.map(({ scene, asks }, i) => ({
      ...{ line: made[i].line, end: made[i].end, canDraw: made[i].canDraw },
      ...{ scene, id: asks },
    })),
    starts: scenes.map(({ line }) => line),
    language,
  };
}

/**
 * The fingerprint of what a lesson says: notes, empty lines and spaces at the ends of lines, which programs change, do not count.
 * @param {readonly Line[]} lines
 */
function nameOf(lines) {
  const said = lines.filter(({ kind }) => kind !== 'blank');
  return fingerprintOf(JSON.stringify(said.map(({ kind, key, value }) => [kind, key, value])));
}

/**
 * What stands before the first scene, and the scenes.
 * @param {readonly Line[]} lines
 * @param {Report} report
 */
function split(lines, report) {
  /** @type {Part} */
  const head = { line: 1, title: '', lines: [] };
  /** @type {Part[]} */
  const parts = [];
  let titles = 0;
  for (const one of lines) {
    const { kind, line, value } = one;
    if (kind === 'title' || kind === 'scene') {
      if (value === '') report(line, 'noName');
      else if (value.length > LONGEST_TITLE) report(line, 'longName', { most: LONGEST_TITLE });
      checkPlaces(value, line, report);
    }
    if (kind === 'title') {
      if (titles++ > 0 || parts.length > 0) report(line, 'titleTwice');
      Object.assign(head, { line, title: value });
    } else if (kind === 'scene') parts.push({ line, title: value, lines: [] });
    else (parts.at(-1) ?? head).lines.push(one);
  }
  if (titles === 0 && lines.length > 0) report(1, 'noTitle');
  return { head, parts };
}

/** @param {Part} head @param {Report} report */
function readAbout({ title, lines }, report) {
  let [about, language] = ['', ''];
  for (const { line, kind, key, value } of lines) {
    if (kind === 'words') report(line, 'wordsBefore');
    else if (key === 'language') {
      language = pickLanguage([value]);
      if (!Object.hasOwn(languages, value.toLowerCase())) {
        report(line, 'choice', { key, expected: Object.keys(languages).join(', '), got: value });
      }
    } else if (key === 'about') {
      about = value;
      checkPlaces(value, line, report);
    } else if (kind === 'setting' && !Object.hasOwn(SETTINGS, key)) {
      report(line, 'inScene', { key });
    }
  }
  return { title, about, language };
}

/**
 * @param {Part} part
 * @param {number} at which scene it is
 * @param {any} before the state of the scene before
 * @param {readonly string[] | null} words
 * @param {Report} report
 */
function readScene({ line, title, lines }, at, before, words, report) {
  const taken = takeSettings(before, lines, [...TEXTS, ...ASKING], words, report);
  const { state, target } = taken;
  const trained = state.model !== UNTRAINED;
  const texts = Object.fromEntries(
    TEXTS.map((key) => [key, lines.find((one) => one.key === key)?.value ?? '']),
  );
  for (const one of lines) {
    if (TEXTS.includes(one.key) || one.kind === 'words') checkPlaces(one.value, one.line, report);
    if (ABOUT.includes(one.key)) report(one.line, 'atTop', { key: one.key });
  }
  const paragraphs = paragraphsOf(lines);
  if (paragraphs.length === 0) report(line, 'noWords');
  if (paragraphs.length > MOST_PARAGRAPHS) {
    report(line, 'manyParagraphs', { count: paragraphs.length, most: MOST_PARAGRAPHS });
  }
  const asked = lines.filter(({ key }) => ASKING.includes(key));
  const question = makeQuestion(
    asked,
    `q${at + 1}`,
    state,
    (line, value) => checkPlaces(value, line, report),
    report,
  );
  return {
    ...{ line, state, question },
    scene: {
      state,
      ...(question && { asks: question.question.id }),
      shows: taken.shows ?? (trained ? CONTROLS_TRAINED : CONTROLS),
      target: target.see.length + target.use.length > 0 ? target : { use: [], see: ['maps'] },
      // where nothing is proposed, reading is all there is to do
      done: texts.try ? hasChanged : () => true,
    },
    words: {
      ...{ title, text: paragraphs, attempt: texts.try },
      ...(texts.after && { after: texts.after }),
    },
  };
}

/** Whether the learner has done anything. @param {{ state: any, start: any }} moment */
function hasChanged({ state, start }) {
  return Object.keys(state).some(
    (name) => name !== 'lesson' && !sameValue(state[name], start[name]),
  );
}

/**
 * @param {any} before
 * @param {readonly Line[]} lines
 * @param {readonly string[]} others settings that are read elsewhere
 * @param {readonly string[] | null} words
 * @param {Report} report
 */
function takeSettings(before, lines, others, words, report) {
  /** @type {import('./settings.js').Scene} */
  const scene = { state: before, target: { use: [], see: [] } };
  const found = lines.filter(({ kind, key }) => kind === 'setting' && !others.includes(key));
  const texts = lines.filter(({ key }) => TEXTS.includes(key) || ABOUT.includes(key));
  for (const list of [found, texts]) {
    for (const [i, { line, key, value }] of list.entries()) {
      if (list.findIndex((one) => one.key === key) < i) report(line, 'twice', { key });
      else if (value === '') report(line, 'empty', { key });
    }
  }
  for (const [key, read] of Object.entries(SETTINGS)) {
    const one = found.find((line) => line.key === key && line.value !== '');
    if (one) read(scene, one, (code, places) => report(one.line, code, { key, ...places }));
  }
  const { model, text, second } = scene.state;
  if (words && model === GRAMMAR) {
    const lineOf = (/** @type {string} */ name) => found.find(({ key }) => key === name)?.line;
    for (const [name, said] of Object.entries({ sentence: text, second: second ?? '' })) {
      const spoken = lineOf(name) ?? lineOf('model');
      const strange = piecesOf(said).find(
        (piece) => !words.includes(piece) && !words.includes(piece.toLowerCase()),
      );
      if (spoken && strange) report(spoken, 'unknownWord', { word: strange });
    }
  }
  return scene;
}

/** @param {readonly Line[]} lines @returns {string[]} */
function paragraphsOf(lines) {
  /** @type {string[]} */
  const paragraphs = [];
  let open = false;
  for (const { kind, value } of lines) {
    if (kind !== 'words') open = false;
    else if (open) paragraphs.push(joined(paragraphs.pop() ?? '', value));
    else paragraphs.push(value);
    open = kind === 'words';
  }
  return paragraphs;
}

/**
 * Names between braces are filled; others would vanish.
 * @param {string} text
 * @param {number} line
 * @param {Report} report
 */
function checkPlaces(text, line, report) {
  const plain = text.replace(/`[^`]*`/g, '');
  for (const [place, name] of plain.matchAll(/\{(\w+)\}/g)) {
    if (PLACES.includes(name) || isSymbol(name)) continue;
    report(line, 'place', {
      expected: PLACES.map((one) => `(${one})`)
        .join(' ')
        .replaceAll('(', '{')
        .replaceAll(')', '}'),
      got: place,
    });
  }
}
