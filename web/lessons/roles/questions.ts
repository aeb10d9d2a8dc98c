// Questions of the lesson about roles of heads.

import { rowOf, valueAt } from '../question-parts.ts';
import type { Random } from '../random.ts';
import type { Question } from '../questions.ts';

const NOUNS = ['girls', 'boys', 'queens', 'kings', 'sisters', 'brothers'];
const PLACES = ['garden', 'river', 'house', 'tree'];
const VERBS = ['follow', 'see', 'like', 'hear'];
const THINGS = ['dog', 'cat', 'horse', 'bird'];
/** Draws of random weights. */
const DRAWS = 50;
/** Sentences for a trained head. */
const MANY = 20;
/** Indexes of the subject, of “this”, of its noun and of the verb in the sentence. */
const SUBJECT = 1;
const THIS = 3;
const PLACE = 4;
const VERB = 5;
/** The head that leads verbs to their subjects, and that which leads nouns to “this”. */
const OF_VERBS = 2;
const OF_NOUNS = 3;
/** A weight from which most of a row is on one key, and one below which little is. */
const MOST = 0.7;
const LITTLE = 0.3;

function sentence(random: Random) {
  const [noun, place, verb, thing] = [NOUNS, PLACES, VERBS, THINGS].map((list) =>
    random.pick(list),
  );
  return {
    ...{ noun, verb, place },
    text: `The ${noun} near this ${place} ${verb} my ${thing} because they will wait.`,
  };
}

export const roles: readonly Question[] = [
  {
    id: 'untrained-share',
    kind: 'choose',
    mistakes: ['always', 'half', 'chance'],
    draw({ random, base }) {
      const { text, noun, verb } = sentence(random);
      const form = random.pick(['random', 'trained']);
      const isRandom = form === 'random';
      const weights = isRandom
        ? { model: 'untrained', layer: 0, heads: 4, width: 32, causal: false }
        : { model: 'grammar', layer: 1 };
      const head = isRandom ? random.index(4) : OF_VERBS;
      return {
        state: {
          ...{ ...base, ...weights, text, view: 'heads', seed: random.index(1000) },
          selection: { head, query: VERB, key: null },
        },
        form,
        options: ['always', 'half', 'chance'],
        places: { word: verb, other: noun, head: head + 1, draws: isRandom ? DRAWS : MANY },
        numbers: {
          texts: isRandom ? [] : Array.from({ length: MANY }, () => sentence(random).text),
        },
      };
    },
    // the draws of the weights, or the sentences, in which the verb's largest share goes to its subject
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { texts } = numbers;
      if (texts.length > 0) {
        let count = 0;
        for (const text of texts) {
          const shares = rowOf((await compute({ ...state, text })).trace.attention, OF_VERBS, VERB);
          if (shares.indexOf(Math.max(...shares)) === SUBJECT) count++;
        }
        const clear = count > 0.9 * texts.length;
        return { right: 'always', clear, mistakes: {}, places: { count } };
      }
      const { head, query } = state.selection as any;
      const ready = await engine();
      const sizes = { embedDim: 32, numHeads: 4 };
      let count = 0;
      for (let seed = 0; seed < DRAWS; seed++) {
        const layer = await ready.createMultiHeadAttention({ ...sizes, seed });
        try {
          const { attention } = await layer.forward(trace.input, { attention: true });
          const shares = rowOf(attention, head, query);
          if (shares.indexOf(Math.max(...shares)) === SUBJECT) count++;
        } finally {
          await layer.dispose();
        }
      }
      const part = count / DRAWS;
      const right = part > 0.8 ? 'always' : part > 0.35 ? 'half' : 'chance';
      return { right, clear: part < 0.25, mistakes: {}, places: { count } };
    },
  },
  {
    id: 'find-head',
    kind: 'point',
    mistakes: [],
    draw({ random, base }) {
      const { text, noun, verb, place } = sentence(random);
      const shown = {
        ...{ ...base, text, model: 'grammar', layer: 1, view: 'heads' },
        selection: { head: 0, query: null, key: null },
      };
      const [word, other, query, key] = random.pick([
        [verb, noun, VERB, SUBJECT],
        [place, 'this', PLACE, THIS],
      ] as const);
      return { state: shown, shown, places: { word, other }, numbers: { query, key } };
    },
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const shares = Array.from({ length: trace.attention.shape[0] }, (_, head) =>
        valueAt(trace.attention, head, numbers.query, numbers.key),
      );
      const large = shares.filter((share) => share > MOST);
      const small = shares.filter((share) => share < LITTLE);
      return {
        right: { head: shares.findIndex((share) => share > MOST) },
        clear: large.length === 1 && small.length === shares.length - 1,
        mistakes: {},
      };
    },
  },
  {
    id: 'find-word',
    kind: 'set',
    mistakes: [],
    draw({ random, base }) {
      const { text, noun, verb, place } = sentence(random);
      const [word, other, head, query, key] = random.pick([
        [verb, noun, OF_VERBS, VERB, SUBJECT],
        [place, 'this', OF_NOUNS, PLACE, THIS],
      ] as const);
      const shown = {
        ...{ ...base, text, model: 'grammar', layer: 1, view: 'heads' },
        selection: { head, query: null, key: null },
      };
      return {
        state: { ...shown, selection: { head, query, key: null } },
        shown,
        places: { other, head: head + 1, word },
        numbers: { head, query, key },
      };
    },
    // the word is one such word, and most words are not
    async solve({ compute, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { head, query, key } = numbers;
      const shareOf = (row: number) => valueAt(trace.attention, head, row, key);
      const found = Array.from({ length: rows }, (_, row) => row).filter(
        (row) => shareOf(row) > MOST,
      );
      return { right: true, clear: shareOf(query) > MOST && found.length < rows / 3, mistakes: {} };
    },
    reached({ trace }, { selection: { query } }, { numbers: { head, key } }) {
      return query !== null && valueAt(trace.attention, head, query, key) > MOST;
    },
  },
];
