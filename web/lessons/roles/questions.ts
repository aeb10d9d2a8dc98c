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
/** Indexes of the subject and its verb in the sentence. */
const SUBJECT = 1;
const VERB = 5;
/** A weight from which most of a row is on one key, and one below which little is. */
const MOST = 0.7;
const LITTLE = 0.3;

function sentence(random: Random) {
  const [noun, place, verb, thing] = [NOUNS, PLACES, VERBS, THINGS].map((list) =>
    random.pick(list),
  );
  return {
    ...{ noun, verb },
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
      return {
        state: {
          ...{ ...base, text, model: 'untrained', layer: 0, heads: 4, width: 32, causal: false },
          ...{ view: 'heads', seed: random.index(1000) },
          selection: { head: random.index(4), query: VERB, key: null },
        },
        options: ['always', 'half', 'chance'],
        places: { word: verb, other: noun, draws: DRAWS },
      };
    },
    // the draws of the weights in which the verb's largest share goes to its subject
    async solve({ compute, engine, drawn: { state } }) {
      const { trace } = await compute(state);
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
      const { text, noun, verb } = sentence(random);
      const shown = {
        ...{ ...base, text, model: 'grammar', layer: 1, view: 'heads' },
        selection: { head: 0, query: null, key: null },
      };
      return { state: shown, shown, places: { word: verb, other: noun } };
    },
    async solve({ compute, drawn: { state } }) {
      const { trace } = await compute(state);
      const shares = Array.from({ length: trace.attention.shape[0] }, (_, head) =>
        valueAt(trace.attention, head, VERB, SUBJECT),
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
      const { text, noun, verb } = sentence(random);
      const shown = {
        ...{ ...base, text, model: 'grammar', layer: 1, view: 'heads' },
        selection: { head: 2, query: null, key: null },
      };
      const selection = { head: 2, query: VERB, key: null };
      return {
        state: { ...shown, selection },
        shown,
        places: { other: noun, head: 3, word: verb },
      };
    },
    // the verb is one such word, and most words are not
    async solve({ compute, drawn: { state } }) {
      const { trace, rows } = await compute(state);
      const found = Array.from({ length: rows }, (_, query) =>
        valueAt(trace.attention, 2, query, SUBJECT),
      ).filter((share) => share > MOST);
      const clear = valueAt(trace.attention, 2, VERB, SUBJECT) > MOST && found.length < rows / 3;
      return { right: true, clear, mistakes: {} };
    },
    reached({ trace }, { selection: { query } }) {
      return query !== null && valueAt(trace.attention, 2, query, SUBJECT) > MOST;
    },
  },
];
