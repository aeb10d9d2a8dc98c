// Questions of the lesson about the lens: a prediction read after each layer.

import { packed, SCORES, WORDS } from './invented.ts';
import type { Question } from '../questions.ts';

const LAYERS = 5;

export const appears: readonly Question[] = [
  {
    id: 'lens-sum',
    kind: 'number',
    mistakes: ['layer', 'end'],
    draw({ random, base }) {
      const added = Array.from({ length: 4 }, () => random.whole(1, 9));
      const [a, b, c, d] = added;
      const word = random.pick(WORDS);
      const layer = random.whole(1, 2);
      const values = { show: SCORES, theta: packed(added), count: layer };
      return {
        state: { ...base, model: 'untrained', layer: 0 },
        drawing: { exhibit: 'lens-case', values },
        places: { a, b, c, d, word, layer },
        numbers: { added },
      };
    },
    async solve({ drawn: { places, numbers } }) {
      const layer = Number(places.layer);
      const sumTo = (count: number) =>
        numbers.added.slice(0, count).reduce((sum: number, one: number) => sum + one, 0);
      return {
        right: sumTo(layer + 1),
        tolerance: 0,
        mistakes: { layer: numbers.added[layer], end: sumTo(4) },
      };
    },
  },
  {
    id: 'lens-from',
    kind: 'number',
    mistakes: ['early', 'end'],
    draw({ random, base }) {
      const [answer, ...others] = random.shuffle([...WORDS]);
      // it leads once, is overtaken, and comes back to stay
      const stays = random.whole(3, LAYERS);
      const early = random.whole(1, stays - 2);
      const leads = Array.from({ length: LAYERS }, (_, i) =>
        i + 1 === early || i + 1 >= stays ? answer : random.pick(others),
      );
      const [a, b, c, d, e] = leads;
      return {
        state: { ...base, model: 'untrained', layer: 0 },
        drawing: {
          exhibit: 'lens-case',
          values: { theta: packed(leads.map((word) => 1 + WORDS.indexOf(word))), count: stays },
        },
        places: { a, b, c, d, e },
        numbers: { leads },
      };
    },
    async solve({ drawn: { numbers } }) {
      const leads: readonly string[] = numbers.leads;
      const answer = leads[LAYERS - 1];
      const right = leads.findLastIndex((word) => word !== answer) + 2;
      return {
        right,
        tolerance: 0,
        mistakes: { early: leads.indexOf(answer) + 1, ...(right !== LAYERS && { end: LAYERS }) },
        places: { answer },
      };
    },
  },
];
