// Exhibit: agreement of a word's new vector with its query.
// Once the head mixes values, once keys.

import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, digits, facts, table } from '../exhibit-parts.ts';
import { compareKeysAsValues } from './experiment.ts';

export const handed = exhibit({
  name: 'handed',
  lab: 'withheld',
  asks: ({ trace, head, values }) => trace && { trace, head, keys: values.on === 1 },
  compute: (engine, { trace, ...which }) => compareKeysAsValues(engine, trace, which),
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.handedWhat,
      [
        [0, messages.exchangeValues],
        [1, messages.exchangeKeys],
      ],
      values.on ?? 0,
      (on) => setValues({ on }),
    ),
  view({ looking, equal }, { messages, numbers, words }) {
    const count = looking.filter((one, row) => one > equal[row]).length;
    const number = (value: number) => digits(numbers.fixed(value, 2));
    const more = sayText(messages.matricesOf, { count, all: looking.length });
    return html`${facts([[messages.handedMore, more]])}
      ${table(
        messages.handedCaption,
        [messages.scaleWord, messages.handedEqual, messages.handedLooking],
        Array.from(looking, (one, row) => [
          ownWords(words[row] ?? ''),
          number(equal[row]),
          number(one),
        ]),
      )}`;
  },
});
