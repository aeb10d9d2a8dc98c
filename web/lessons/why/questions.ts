// Questions of the lesson about the reason for attention.

import { rowOf, valueAt } from '../question-parts.ts';
import { RIGHT, THEY } from '../roles/sentences.ts';
import { ALONE, ATTENTION, AVERAGE } from './experiment.ts';
import type { Question, Tensor } from '../questions.ts';

const NOUNS = ['girls', 'boys', 'queens', 'kings', 'sisters', 'brothers'];
/** Index of the pronoun's noun. */
const NOUN = 1;
/** Parts of a new vector that are small, and nearly all of it. */
const LITTLE = 0.3;
const MOST = 0.9;
/** The drawing's settings. */
const WAYS: Readonly<Record<string, number>> = {
  alone: ALONE,
  average: AVERAGE,
  attention: ATTENTION,
};
const PARTS = ['none', 'little', 'most'];

export const why: readonly Question[] = [
  {
    id: 'average-share',
    kind: 'number',
    mistakes: ['one', 'before', 'count'],
    draw({ random, base }) {
      const words = RIGHT.replace('.', '').split(' ');
      const count = random.pick([4, 5, 8, 10, 12]);
      const text = words.slice(0, count).join(' ');
      return {
        state: {
          ...{ ...base, text, model: 'untrained', layer: 0, heads: 1, width: 16, causal: false },
          ...{ view: 'steps', step: 'attention', selection: { head: 0, query: count - 1, key: 0 } },
          edits: Object.fromEntries(
            words.slice(0, count).map((_, i) => [`attention.0.${count - 1}.${i}`, 1 / count]),
          ),
        },
        places: { tokens: count, word: words[count - 1] },
        numbers: { count },
      };
    },
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { count } = numbers;
      const { trace } = await compute(state);
      // scores that are all zero give the plain average
      const { attention } = await (
        await engine()
      ).scaledDotProductAttention(...[trace.query, trace.key, trace.value], {
        scale: 0,
        attention: true,
      });
      return {
        right: valueAt(attention, 0, count - 1, 0),
        tolerance: 0.006,
        mistakes: { one: 1, before: 1 / (count - 1), count },
      };
    },
  },
  {
    id: 'look-around',
    kind: 'choose',
    mistakes: PARTS,
    draw({ random, base }) {
      const form = random.pick(['alone', 'average', 'attention']);
      const [noun, other] = random.shuffle(NOUNS);
      const text = RIGHT.replace('girls', noun);
      return {
        state: {
          ...{ ...base, text, model: 'grammar', view: 'heads', selection: THEY },
          // in layer 1 a value depends on its own word only
          layer: form === 'attention' ? 1 : 0,
        },
        drawing: {
          exhibit: 'look-around',
          values: { way: WAYS[form], show: form === 'attention' ? ATTENTION : AVERAGE },
        },
        form,
        options: PARTS,
        places: { word: noun, other },
        numbers: { form },
      };
    },
    // the answer is the noun's share of the pronoun's new vector
    async solve({ compute, engine, drawn: { state, numbers } }) {
      const { trace, rows } = await compute(state);
      const { head, query } = THEY;
      const mixing = async (): Promise<number> => {
        if (numbers.form === 'alone') return 0;
        if (numbers.form === 'attention') return rowOf(trace.attention, head, query)[NOUN];
        const one = ({ data, shape }: Tensor) => ({
          data: data.slice(0, rows * shape[2]),
          shape: [1, rows, shape[2]],
        });
        const { attention } = await (
          await engine()
        ).scaledDotProductAttention(...[one(trace.query), one(trace.key), one(trace.value)], {
          scale: 0,
          causal: true,
          attention: true,
        });
        return valueAt(attention, 0, query, NOUN);
      };
      const share = await mixing();
      const right = share === 0 ? 'none' : share < LITTLE ? 'little' : 'most';
      return {
        right,
        clear: share < LITTLE || share > MOST,
        mistakes: {},
        places: { share },
      };
    },
  },
];
