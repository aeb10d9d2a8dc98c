// Exhibit: the values of a head and the new vectors that are made of them: alone, as the plain average, or by attention.

import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, choice, facts, table } from '../exhibit-parts.ts';
import { rowOfMatrix } from '../tensors.ts';
import { ALONE, ATTENTION, AVERAGE, lookAround } from './experiment.ts';

const ROOM = 230;
const SMALL = 150;

export const lookAroundExhibit = exhibit({
  name: 'look-around',
  lab: 'withheld',
  asks: ({ trace, head, values, frame }) =>
    trace && {
      trace,
      head,
      way: values.way ?? ALONE,
      causal: frame.answer?.question.causal ?? false,
    },
  compute: (engine, { trace, ...asked }) => lookAround(engine, trace, asked),
  controls({ messages, values, setValues }) {
    const ways = [
      [ALONE, messages.lookAlone],
      [AVERAGE, messages.lookAverage],
      [ATTENTION, messages.lookAttention],
    ] as const;
    return choice(
      messages.lookWay,
      ways.slice(0, (values.show ?? ATTENTION) + 1),
      values.way ?? ALONE,
      (way) => setValues({ way }),
    );
  },
  view({ shares, value, mixed }, { messages, numbers, words, row, smallMap }) {
    const own = rowOfMatrix(shares, row);
    const most = own.indexOf(Math.max(...own));
    const isShared = own[most] < 1 && own.every((share) => share === 0 || share === own[most]);
    const drawing = {
      room: ROOM,
      small: SMALL,
      signed: true,
      // one scale, so that a row can be found again
      scaleMax: Math.max(...value.data.map(Math.abs)),
      columnLabels: [],
      columnNames: Array.from({ length: value.shape[1] }, (_, i) => String(i + 1)),
    };
    return html`${facts([
      [
        sayText(messages.lookMost, { word: words[row] ?? '' }),
        isShared
          ? messages.lookEven
          : html`${ownWords(words[most] ?? '', 'word')} ${numbers.fixed(own[most], 2)}`,
      ],
    ])}
      <div class="exhibit-row">
        ${smallMap('value', value, {
          ...drawing,
          name: messages.lookValues,
          marked: isShared ? undefined : most,
        })}
        ${smallMap('mixed', mixed, { ...drawing, name: messages.lookMixed, marked: row })}
        ${table(
          sayText(messages.lookShares, { word: words[row] ?? '' }),
          [messages.scaleWord, messages.scaleShareColumn],
          words.map((one, i) => [one, bar(numbers.fixed(own[i], 2), own[i])]),
          isShared ? undefined : most,
        )}
      </div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
