// Questions of the lesson about attention sinks, the first word.

import { rowOf, spoken, valueAt } from '../question-parts.ts';
import type { Answer, Question } from '../questions.ts';

/** Sentences in which each word is one token of the model. */
const SENTENCES = [
  'The little dog followed the old man because it was alone.',
  'The dog did not cross the street because it was too cold',
  'The old man went home because he was cold',
  'The woman and her dog went home because it was late.',
  'The child opened the door because she heard a noise.',
  'The boy saw the dog near the river because it was light.',
  'My sister never eats breakfast before school.',
  'Once upon a time there was a girl who lived near the sea',
  'We went to the market and bought three red apples.',
  'He said that she would come tomorrow',
  'She was not at home when we came to see her.',
  'In the morning they went to the market and bought some fish.',
  'My brother gave his friend a book about the sea.',
  'The young woman read a letter from her mother.',
  'We saw a white horse in the field behind the church.',
  'Her father had a small house near the water.',
];
/** A mean weight of the first word from here on is a sink; another head has less than this part of it. */
const MOST = 0.3;
const LITTLE = 0.7;
/** Ratios of effects that are about the same, and that are clearly not. */
const NEAR = 1.12;
const FAR = 1.25;
/** Heads with much attention on the first word: layer and head. */
const SINKS = [
  [1, 1],
  [2, 3],
  [3, 1],
];
const HEADS = [0, 1, 2, 3];

/** The mean weight that each head of the layer gives the first word, from the third word on. */
function firstMeans({ trace: { attention }, rows }: Answer): number[] {
  return Array.from({ length: attention.shape[0] }, (_, head) => {
    const shares = Array.from({ length: rows - 2 }, (_one, at) =>
      valueAt(attention, head, at + 2, 0),
    );
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  });
}

export const sinks: readonly Question[] = [
  {
    id: 'find-sink',
    kind: 'point',
    needs: ['english'],
    mistakes: [],
    draw({ random, base }) {
      const shown = {
        ...{
          ...base,
          text: random.pick(SENTENCES),
          model: 'english',
          layer: random.pick(SINKS)[0],
        },
        ...{ view: 'heads', selection: { head: 0, query: null, key: null } },
      };
      return { state: shown, shown, places: {} };
    },
    async solve({ compute, drawn: { state } }) {
      const means = firstMeans(await compute(state));
      const largest = Math.max(...means);
      const small = means.filter((mean) => mean < LITTLE * largest);
      return {
        right: { head: means.indexOf(largest) },
        clear: largest > MOST && small.length === means.length - 1,
        mistakes: {},
        places: { share: largest },
      };
    },
  },
  {
    id: 'arrives',
    kind: 'number',
    mistakes: ['share', 'length', 'added'],
    draw({ random, base, words }) {
      const { state, count, pieces } = spoken(base, words);
      const [query, key] = [random.index(count), random.index(count)];
      const share = random.whole(2, 7) / 10;
      return {
        state: {
          ...{ ...state, heads: 1, width: 16, causal: false, seed: random.index(1000) },
          ...{ view: 'steps', step: 'heads', edits: { [`attention.0.${query}.${key}`]: share } },
          selection: { head: 0, query, key },
        },
        places: { word: pieces[query], other: pieces[key] },
        numbers: { query, key },
      };
    },
    // the length of weight times value times W_O
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace } = await compute(state);
      const { query, key } = numbers;
      const lab = await engine();
      const share = valueAt(trace.attention, 0, query, key);
      const value = rowOf(trace.value, 0, key);
      const lengthOf = async (vector: readonly number[]) => {
        const row = { data: Float32Array.from(vector), shape: [1, vector.length] };
        const { data } = await lab.linear(row, trace.weights['out_proj.weight']);
        const own = { data, shape: [1, data.length] };
        return Math.sqrt((await lab.linear(own, own)).data[0]);
      };
      const length = await lengthOf(value);
      const right = await lengthOf(value.map((one) => share * one));
      // the length has two decimals on the screen
      const tolerance = 0.01;
      return {
        ...{ right, tolerance },
        clear: Math.abs(right - share) > 0.1 && length > 0.5,
        mistakes: { share, length, added: share + length },
        places: { share, length },
      };
    },
  },
  {
    id: 'removed-head',
    kind: 'choose',
    needs: ['english'],
    mistakes: ['sink', 'worker', 'same'],
    draw({ random, base }) {
      const [layer, sink] = random.pick(SINKS);
      const head = random.pick(HEADS.filter((one) => one !== sink));
      return {
        state: {
          ...{ ...base, text: random.pick(SENTENCES), model: 'english', layer },
          ...{ view: 'heads', selection: { head: sink, query: null, key: null } },
        },
        options: ['sink', 'worker', 'same'],
        places: { sinkHead: sink + 1, head: head + 1, layer: layer + 1 },
        numbers: { layer, sink, head },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const computed = await compute(state);
      const { question } = computed as any;
      const means = firstMeans(computed);
      const lab = await engine();
      const model = await question.source.whole.start(lab);
      const ids = question.queries.map(({ id }: { id: number }) => id);
      const sharesOf = async (removeHeads: readonly (readonly number[])[]) =>
        (await lab.softmax((await model.forward(ids, { removeHeads })).logits)).data;
      const all = await sharesOf([]);
      /**
       * The part of the predicted probability that moves to other words, the mean over all words.
       */
      const moved = async (head: readonly number[]) => {
        const less = await sharesOf([head]);
        const gone = all.reduce(
          (sum: number, one: number, at: number) => sum + Math.max(0, one - less[at]),
          0,
        );
        return gone / ids.length;
      };
      const [sink, worker] = [
        await moved([numbers.layer, numbers.sink]),
        await moved([numbers.layer, numbers.head]),
      ];
      const ratio = Math.max(worker / sink, sink / worker);
      return {
        right: ratio < NEAR ? 'same' : worker > sink ? 'worker' : 'sink',
        clear: means[numbers.sink] === Math.max(...means) && (ratio < NEAR || ratio > FAR),
        mistakes: {},
        places: { sinkMoved: 100 * sink, moved: 100 * worker },
      };
    },
  },
];
