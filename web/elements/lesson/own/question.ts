// Parses the question of a scene: its kind, words and random draws.

import { ENGLISH, UNTRAINED } from '../../lab/state/state.ts';
import { readNumber } from '../questions/read-answer.ts';
import { KINDS, TAKES, WRITTEN } from './kinds/index.ts';
import { headsOf, widthOf } from './settings.ts';
import { piecesOf } from './words.ts';
import type { Line, Report } from './lines.ts';
import type { Entry } from './kinds/parts.ts';
import type { Question } from '../../../lessons/questions.ts';
import type { QuestionText } from '../questions/card.ts';

interface Made {
  line: number;
  /** its last line */
  end: number;
  /** whether new weights give it another answer */
  canDraw: boolean;
  question: Question;
  text: QuestionText;
}

const NAMED = Object.keys(KINDS).filter((kind) => kind !== WRITTEN);
const ANSWERS = ['right', 'wrong', 'option', 'item'];
const ONCE = ['ask', ...NAMED, 'tolerance', 'new weights', 'why'];
/** The settings of a question. */
export const ASKING = Object.freeze([...ONCE, ...ANSWERS, 'feedback']);
/** Placeholders of the texts. */
export const PLACES = Object.freeze(['tokens', 'heads', 'width', 'headDim', 'head', 'word']);
/** Number of seeds to draw from. */
const SEEDS = 1000;
const MOST_TOLERANCE = 1e6;
/** Quantities that depend on the weights. */
const OF_WEIGHTS = /\b(weight|score|dot product)\b/i;
const MEASURED = ['choose', 'number', 'point', 'order'];

/**
 * @param state state of the scene
 * @param check checks the words
 * @returns null: there is none, or it has problems, which are reported
 */
export function makeQuestion(
  lines: readonly Line[],
  id: string,
  state: Record<string, any>,
  check: (line: number, value: string) => void,
  report: Report,
): Made | null {
  if (lines.length === 0) return null;
  const wrong = (line: number, code: string, places: any) => {
    report(line, code, places);
    return null;
  };
  const at = Object.fromEntries(ONCE.map((key) => [key, lines.find((one) => one.key === key)]));
  const { ask } = at;
  const first = ask ?? lines[0];
  let fine = ask === lines[0];
  if (!fine) report(lines[0].line, 'askFirst', { key: lines[0].key });
  for (const [i, { line, key, value }] of lines.entries()) {
    const again = ONCE.includes(key) && lines.findIndex((one) => one.key === key) < i;
    if (again) report(line, key === 'ask' ? 'askTwice' : 'twice', { key });
    else if (value === '') report(line, 'empty', { key });
    else if (!NAMED.includes(key) && key !== 'tolerance') check(line, value);
    fine &&= !again && value !== '';
  }
  const named = lines.map(({ key }) => key).filter((key) => NAMED.includes(key));
  const kind = named[0] ?? WRITTEN;
  const others = named.filter((key) => key !== kind);
  for (const other of new Set(others)) {
    report(at[other]?.line ?? first.line, 'twoKinds', { key: kind, other });
    fine = false;
  }
  const { entries, isFine, hasKind } = entriesOf(lines, kind, report);
  if (!at.why) report(first.line, 'noWhy');
  const tolerance = readTolerance(at.tolerance, kind, report);
  const fresh = readFresh(at['new weights'], state, report);
  const own = at[kind];
  // an empty question, or one with no kind or two, is already reported
  const isEmpty = [at[kind], ...entries].some((one) => one?.value === '');
  if (!hasKind || others.length > 0 || isEmpty) return null;
  const given = {
    about: own?.value ?? '',
    line: own?.line ?? first.line,
    entries,
    state,
    tolerance: tolerance ?? null,
    wrong,
  };
  const made = KINDS[kind](given);
  if (!made || !fine || !isFine || !ask || !at.why || tolerance === undefined || fresh === null)
    return null;
  const needs = [...(made.needs ?? []), ...(state.model === ENGLISH ? [ENGLISH] : [])];
  const answers = entries.filter(({ key }) => made.options || key === 'wrong');
  const isDrawn = MEASURED.includes(kind) && OF_WEIGHTS.test(given.about);
  const hints = answers.flatMap(({ feedback }, i) => (feedback ? [[made.keys[i], feedback]] : []));
  return {
    line: ask.line,
    end: lines[lines.length - 1].line,
    canDraw: isDrawn && state.model === UNTRAINED,
    question: {
      id,
      kind: made.kind,
      mistakes: made.keys,
      fixed: !(fresh && isDrawn),
      draw({ random, base }) {
        const whole = { ...base, ...state, ...(fresh && { seed: random.index(SEEDS) }) };
        return { state: whole, places: placesOf(whole), ...made.draws?.(whole, random) };
      },
      solve: made.solve,
      ...(made.reached && { reached: made.reached }),
      ...(needs.length > 0 && { needs }),
    },
    text: {
      ask: ask.value,
      why: at.why.value,
      ...(made.options && { options: made.options }),
      ...(hints.length > 0 && { hints: Object.fromEntries(hints) }),
      mistakes: Object.fromEntries(answers.map(({ value }, i) => [made.keys[i], value])),
    },
  };
}

/** The answers, each with its feedback. */
function entriesOf(lines: readonly Line[], kind: string, report: Report) {
  const entries: Entry[] = [];
  let [isFine, hasKind] = [true, true];
  for (const { line, key, value } of lines) {
    if (key === 'feedback') {
      const entry = entries.at(-1);
      const goes =
        entry && lines[lines.findIndex((one) => one.line === line) - 1].line === entry.line;
      if (goes) entry.feedback = value;
      else report(line, 'feedbackAlone');
      isFine &&= Boolean(goes);
    } else if (ANSWERS.includes(key)) {
      const fits = TAKES[kind].includes(key);
      if (fits) entries.push({ line, key, value });
      else report(line, kind === WRITTEN ? 'noKind' : 'notHere', { key, kind });
      isFine &&= fits;
      hasKind &&= fits || kind !== WRITTEN;
    }
  }
  return { entries, isFine, hasKind };
}

/** @returns null: there is none; undefined: it is invalid */
function readTolerance(
  one: Line | undefined,
  kind: string,
  report: Report,
): number | null | undefined {
  if (!one) return null;
  if (kind !== 'number') report(one.line, 'notHere', { key: 'tolerance', kind: kind || 'ask' });
  const value = readNumber(one.value);
  if (value !== null && value >= 0 && value <= MOST_TOLERANCE)
    return kind === 'number' ? value : undefined;
  report(one.line, 'tolerance', { got: one.value });
  return undefined;
}

/** @returns null: it is invalid */
function readFresh(
  one: Line | undefined,
  { model }: Record<string, any>,
  report: Report,
): boolean | null {
  if (!one) return false;
  const key = 'new weights';
  const value = one.value.toLowerCase();
  if (value !== 'on' && value !== 'off')
    report(one.line, 'choice', { key, expected: 'on, off', got: one.value });
  else if (value === 'on' && model !== UNTRAINED)
    report(one.line, 'untrainedOnly', { key, got: value });
  else return value === 'on';
  return null;
}

function placesOf(state: Record<string, any>) {
  const pieces = piecesOf(state.text, state.model);
  const { head, query } = state.selection;
  const [heads, width] = [headsOf(state), widthOf(state)];
  return {
    tokens: pieces.length,
    heads,
    width,
    headDim: width / heads,
    head: head + 1,
    word: pieces[query ?? 0] ?? '',
  };
}
