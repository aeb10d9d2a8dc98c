// Exhibit: weights, multiplications and time of the parts of a layer, for a text of some length.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, digits, table } from '../exhibit-parts.ts';
import { measureCost } from './experiment.ts';

const WORDS = [64, 256, 1024];
const WIDTH = 128;

export const cost = exhibit({
  name: 'layer-cost',
  lab: 'withheld',
  asks: ({ values: { count = 0 } }) => ({ words: WORDS[count] ?? WORDS[0] }),
  compute: (engine, { words }) => measureCost(engine, { words, width: WIDTH }),
  controls: ({ messages, numbers, values: { count = 0 }, setValues }) =>
    choice(
      messages.longWords,
      WORDS.map((words, at) => [at, numbers.whole(words)] as const),
      count,
      (at) => setValues({ count: at }),
    ),
  view(parts, { messages, numbers }) {
    const all = Object.values(parts).reduce((sum, { products }) => sum + products, 0);
    const names = {
      matrices: messages.costMatrices,
      scores: messages.costScores,
      mlp: messages.costMlp,
    };
    const rows = (Object.keys(names) as (keyof typeof names)[]).map((name) => {
      const { weights, products, time } = parts[name];
      return [
        html`<span>${richText(names[name])}</span>`,
        digits(numbers.whole(weights)),
        digits(numbers.whole(products)),
        digits(`${numbers.fixed((100 * products) / all, 0)} %`),
        digits(`${numbers.fixed(time, 1)} ms`),
      ];
    });
    return html`${table(
      sayText(messages.costCaption, { width: WIDTH }),
      [
        messages.costPart,
        messages.costWeights,
        messages.costProducts,
        messages.costShare,
        messages.costTime,
      ],
      rows,
    )}`;
  },
});
