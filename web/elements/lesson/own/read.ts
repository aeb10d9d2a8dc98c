// Parses a teacher's lesson, a plain text, into scenes and questions.
// They have the form of the built-in lessons. web/docs/lesson-format.md describes the text. All
// problems are found at once, each with its line; the parser does not throw.

import { languages, pickLanguage } from '../../../words/languages.ts';
import { MOST_SCENES } from '../../lab/state/lesson.ts';
import { ENGLISH, GRAMMAR, UNTRAINED } from '../../lab/state/state.ts';
import { sameValue } from '../../lab/state/values.ts';
import { readFormula } from './formula.ts';
import { MOST_PIXELS, readPicture } from './picture.ts';
import { fingerprintOf } from '../questions/record.ts';
import { isSymbol } from '../symbols.ts';
import { createReport, joined, readLines } from './lines.ts';
import { ASKING, makeQuestion, PLACES } from './question.ts';
import { FRESH, SETTINGS } from './settings.ts';
import { piecesOf } from './words.ts';
import type { Scene } from './settings.ts';
import type { Line, Problem, Report } from './lines.ts';
import type { Question } from '../../../lessons/questions.ts';
import type { Block, Lesson, LessonText } from '../lesson.ts';
import type { Asked } from '../questions/scene-question.ts';

export interface OwnLesson {
  lesson: Lesson;
  /** by the lesson's id */
  text: Readonly<Record<string, LessonText>>;
  asked: Asked;
  questions: readonly Question[];
  /** lines of each question */
  asks: readonly { line: number; end: number; scene: number; id: string; canDraw: boolean }[];
  /** the line of each scene */
  starts: readonly number[];
  /** '' for the reader's own */
  language: string;
}

/** a scene in the author's text */
interface Part {
  line: number;
  title: string;
  lines: Line[];
}

/** The id of a teacher's lesson in addresses and in a learning platform. */
export const OWN = 'own';
/** Letters of a wrong formula or picture that a problem repeats. */
const MOST_TOLD = 60;
/** Most paragraphs, formulas and pictures of a scene. */
const MOST_PARAGRAPHS = 8;
const LONGEST_TITLE = 120;
const TEXTS = ['try', 'after'];
const ABOUT = ['language', 'about'];
/** Lines between paragraphs. */
const BLOCKS = ['formula', 'picture'];
const KEYS = [...ABOUT, ...Object.keys(SETTINGS), ...TEXTS, ...BLOCKS, ...ASKING];
/** Controls of a scene that names none. */
const CONTROLS = Object.freeze(['tabs', 'heads', 'causal', 'panel']);
const CONTROLS_TRAINED = Object.freeze(['tabs', 'layers', 'panel']);

/**
 * @param known words that the trained model knows; null: they are not checked
 * @returns own: null where there are problems; count: number of all problems, of which only the
 * first are listed
 */
export function readOwnLesson(
  text: string,
  { words = null }: { words?: readonly string[] | null } = {},
): { own: OwnLesson | null; problems: readonly Problem[]; count: number } {
  const { problems, report, count } = createReport();
  const lines = readLines(String(text), KEYS, report);
  const { head, parts } = split(lines, report);
  if (count() === 0 && parts.length === 0) report(head.line, 'noScene');
  if (parts.length > MOST_SCENES) {
    report(parts[MOST_SCENES].line, 'manyScenes', { count: parts.length, most: MOST_SCENES });
    parts.length = MOST_SCENES;
  }
  const about = readAbout(head, report);
  let state: any = takeSettings(FRESH, head.lines, [...ABOUT], words, report).state;
  const scenes = parts.map((part, at) => {
    const scene = readScene(part, at, state, words, report);
    state = scene.state;
    return scene;
  });
  problems.sort((a, b) => a.line - b.line);
  if (count() > 0) return { own: null, problems, count: count() };
  return { own: lessonOf(lines, about, scenes), problems, count: 0 };
}

function lessonOf(
  lines: readonly Line[],
  { title, about, language }: ReturnType<typeof readAbout>,
  scenes: readonly ReturnType<typeof readScene>[],
): OwnLesson {
  const made = scenes.flatMap(({ question }) => (question ? [question] : []));
  const questions = made.map((one) => one.question);
  const slots = scenes.flatMap(({ question }, scene) =>
    question ? [{ name: `${OWN}.${scene}`, lesson: OWN, scene, asks: question.question.id }] : [],
  );
  const named = (id: string) => questions.find((one) => one.id === id) as Question;
  return {
    lesson: {
      id: OWN,
      isOwn: true,
      scenes: scenes.map(({ scene }) => scene),
      ...(scenes.some(({ state }) => state.model === ENGLISH) && { needs: ENGLISH }),
    },
    text: { [OWN]: { title, about, scenes: scenes.map(({ words }) => words) } },
    questions,
    asked: {
      texts: Object.fromEntries(made.map((one) => [one.question.id, one.text])),
      // there is no test
      catalogue: {
        name: nameOf(lines),
        slots,
        questions,
        questionOf: named,
        lessonOf: () => OWN,
        testOf: () => [],
      },
    },
    asks: slots.map(({ scene, asks }, i) => ({
      line: made[i].line,
      end: made[i].end,
      canDraw: made[i].canDraw,
      scene,
      id: asks,
    })),
    starts: scenes.map(({ line }) => line),
    language,
  };
}

/**
 * The fingerprint of a lesson's content: notes, empty lines and trailing spaces, which programs
 * change, do not count.
 */
function nameOf(lines: readonly Line[]) {
  const said = lines.filter(({ kind }) => kind !== 'blank');
  return fingerprintOf(JSON.stringify(said.map(({ kind, key, value }) => [kind, key, value])));
}

/** The lines before the first scene, and the scenes. */
function split(lines: readonly Line[], report: Report) {
  const head: Part = { line: 1, title: '', lines: [] };
  const parts: Part[] = [];
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

function readAbout({ title, lines }: Part, report: Report) {
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
 * @param at index of the scene
 * @param before state of the scene before
 */
function readScene(
  { line, title, lines }: Part,
  at: number,
  before: any,
  words: readonly string[] | null,
  report: Report,
) {
  const taken = takeSettings(before, lines, [...TEXTS, ...BLOCKS, ...ASKING], words, report);
  const { state, target, drawing } = taken;
  const trained = state.model !== UNTRAINED;
  const texts = Object.fromEntries(
    TEXTS.map((key) => [key, lines.find((one) => one.key === key)?.value ?? '']),
  );
  for (const one of lines) {
    if (TEXTS.includes(one.key) || one.kind === 'words') checkPlaces(one.value, one.line, report);
    if (ABOUT.includes(one.key)) report(one.line, 'atTop', { key: one.key });
  }
  const blocks = blocksOf(lines, report);
  const paragraphs = blocks.filter((block) => typeof block === 'string');
  const { length: count } = blocks;
  if (paragraphs.length === 0) report(line, 'noWords');
  if (count > MOST_PARAGRAPHS) report(line, 'manyParagraphs', { count, most: MOST_PARAGRAPHS });
  const asked = lines.filter(({ key }) => ASKING.includes(key));
  const question = makeQuestion(
    asked,
    `q${at + 1}`,
    state,
    (line, value) => checkPlaces(value, line, report),
    report,
  );
  return {
    line,
    state,
    question,
    scene: {
      state,
      ...(question && { asks: question.question.id }),
      shows: taken.shows ?? (trained ? CONTROLS_TRAINED : CONTROLS),
      ...drawing,
      target:
        target.see.length + target.use.length > 0
          ? target
          : { use: [], see: [drawing ? 'wholeDrawing' : 'maps'] },
      // a scene without a task is done when it is read
      done: texts.try ? hasChanged : () => true,
    },
    words: {
      title,
      text: paragraphs,
      ...(count > paragraphs.length && { blocks }),
      attempt: texts.try,
      ...(texts.after && { after: texts.after }),
    },
  };
}

/** Whether the learner has changed anything. */
function hasChanged({ state, start }: { state: any; start: any }) {
  return Object.keys(state).some(
    (name) => name !== 'lesson' && !sameValue(state[name], start[name]),
  );
}

/** @param others settings that other functions parse */
function takeSettings(
  before: any,
  lines: readonly Line[],
  others: readonly string[],
  words: readonly string[] | null,
  report: Report,
) {
  const scene: Scene = { state: before, target: { use: [], see: [] } };
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
    const lineOf = (name: string) => found.find(({ key }) => key === name)?.line;
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

/** The paragraphs of a scene, and the formulas and pictures between them. */
function blocksOf(lines: readonly Line[], report: Report): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const { line, kind, key, value } of lines) {
    if (kind === 'words') blocks.push(open ? joined(String(blocks.pop()), value) : value);
    open = kind === 'words';
    if (!BLOCKS.includes(key)) continue;
    const found = key === 'formula' ? readFormula(value) : readPicture(value);
    if (found) blocks.push(found);
    else report(line, key, { got: value.slice(0, MOST_TOLD), most: MOST_PIXELS });
  }
  return blocks;
}

/** Reports unknown names between braces, which would vanish. */
function checkPlaces(text: string, line: number, report: Report) {
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
