// Questions of the lesson about rounding.

import { rowOf, spoken } from '../question-parts.ts';
import type { Question } from '../questions.ts';

/** A setting of the drawing of online softmax: it shows the scores up to the largest. */
export const TO_LARGEST = 1;
/** Tolerance of a weight that follows from one shown with two decimals. */
const ROUNDED = 0.006;
/** Scores whose exp is zero in float32, fits, or overflows. */
const SCORES = { below: [-130, -110], between: [20, 88], above: [89, 130] } as const;

export const digits: readonly Question[] = [
  {
    id: 'too-large',
    kind: 'choose',
    mistakes: ['zero', 'large', 'infinite'],
    draw({ random, base }) {
      const form = random.pick(['below', 'between', 'above'] as const);
      const [from, to] = SCORES[form];
      const score = random.whole(from, to);
      return {
        // the row of the first word has this score
        state: {
          ...{ ...base, edits: { 'scores.0.0.0': score } },
          selection: { head: 0, query: 0, key: null },
        },
        drawing: { exhibit: 'softmaxes', values: { way: 0, show: 1 } },
        form,
        options: ['zero', 'large', 'infinite'],
        places: { score },
        numbers: { score },
      };
    },
    // the engine's own exp takes numbers up to 0: exp(x) is 1 / exp(-x / 2), squared
    async solve({ engine, drawn: { numbers } }) {
      const { score } = numbers;
      const pair = { data: Float32Array.of(0, score > 0 ? -score / 2 : score), shape: [1, 2] };
      const { exponentials } = await (await engine()).softmaxSteps(pair);
      const root = Math.fround(1 / exponentials.data[1]);
      const found = score > 0 ? Math.fround(root * root) : exponentials.data[1];
      const right = found === Infinity ? 'infinite' : found === 0 ? 'zero' : 'large';
      return { right, mistakes: {} };
    },
  },
  {
    id: 'shifted-share',
    kind: 'number',
    mistakes: ['times', 'even'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const [query, key] = [random.index(count), random.index(count)];
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, scaled: true, seed: random.index(1000), edits: {} },
          ...{ view: 'steps', step: 'attention', selection: { head: 0, query, key } },
        },
        shows: ['panel'],
        places: { word: pieces[query], other: pieces[key], shift: random.whole(2, 5) },
        numbers: { query, key },
      };
    },
    async solve({ compute, drawn: { state, places, numbers } }) {
      const { query, key } = numbers;
      const shift = Number(places.shift);
      const before = await compute(state);
      const scores = rowOf(before.trace.scores, 0, query);
      const edits = Object.fromEntries(
        scores.map((score, at) => [`scores.0.${query}.${at}`, score + shift]),
      );
      const after = await compute({ ...state, edits });
      const share = rowOf(before.trace.attention, 0, query)[key];
      return {
        right: rowOf(after.trace.attention, 0, query)[key],
        tolerance: ROUNDED,
        decimals: 2,
        clear: share > 0.05,
        mistakes: { times: share * shift, even: 1 / before.columns },
        places: { share },
      };
    },
  },
  {
    id: 'online-sum',
    kind: 'number',
    mistakes: ['unscaled', 'noNew', 'added'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const query = random.index(count);
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, scaled: true, seed: random.index(1000), edits: {} },
          ...{ view: 'steps', step: 'attention', selection: { head: 0, query, key: null } },
        },
        drawing: { exhibit: 'online', values: { show: TO_LARGEST } },
        places: { word: pieces[query] },
        numbers: { query },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const scores = rowOf(trace.scores, 0, numbers.query);
      const lab = await engine();
      const stepsOf = (row: readonly number[]) =>
        lab.softmaxSteps({ data: Float32Array.from(row), shape: [1, row.length] });
      // the last index at which a score is the largest so far
      const at = scores.indexOf(Math.max(...scores));
      if (at < 2) return { right: 0, tolerance: 0, clear: false, mistakes: {} };
      const before = scores.slice(0, at);
      const sum = (await stepsOf(before)).sum.data[0];
      const pair = await stepsOf([Math.max(...before), scores[at]]);
      const factor = pair.exponentials.data[0];
      return {
        right: (await stepsOf(scores.slice(0, at + 1))).sum.data[0],
        // sum and factor are shown with two decimals
        tolerance: 0.006 * (sum + 1),
        decimals: 2,
        clear: factor < 0.7 && sum > 1.5,
        mistakes: { unscaled: sum + 1, noNew: sum * factor, added: sum + factor },
        places: { sum, factor },
      };
    },
  },
];
