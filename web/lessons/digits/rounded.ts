// Exhibit: a map from queries and keys in a shorter number format.
// It shows the error of each cell, and the digits of one weight that survive.

import { richText } from '../../elements/lesson/symbols.ts';
import { exactText, plainText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts, table, wordOf } from '../exhibit-parts.ts';
import { computeErrors, FORMATS } from './experiment.ts';
import type { Context } from '../exhibit.ts';

const NAMES = Object.freeze({ F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' });
/** The value of `show` for digits. */
const DIGITS = 2;
const ROOM = 320;
/** Decimals of a difference. */
const PLACES = 6;

type Found = Awaited<ReturnType<typeof computeErrors>>;

export const rounded = exhibit({
  name: 'rounded',
  lab: 'withheld',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  compute: (engine, { trace, ...place }) => computeErrors(engine, trace, place),
  controls: ({ messages, values, setValues }) =>
    values.show !== DIGITS &&
    choice(
      messages.roundedFormat,
      FORMATS.map((name, way) => [way, html`<bdi lang="en">${NAMES[name]}</bdi>`]),
      values.way ?? 0,
      (way) => setValues({ way }),
    ),
  view: (found: Found, context) =>
    context.values.show === DIGITS ? digitsView(found, context) : errorsView(found, context),
});

function digitsView(found: Found, { messages, numbers, words, keys, row }: Context) {
  const { shares } = found[0];
  const best = shares.indexOf(Math.max(...shares));
  return table(
    richText(messages.roundedCaption, { word: wordOf(words, row), other: wordOf(keys, best) }),
    [messages.roundedFormat, messages.roundedShare, messages.roundedWrong],
    found.map((one) => [
      NAMES[one.format],
      survivors(shares[best], one.shares[best]),
      numbers.fixed(Math.abs(one.shares[best] - shares[best]), PLACES),
    ]),
  );
}

function errorsView(
  found: Found,
  { messages, numbers, words, values, head, row, smallMap }: Context,
) {
  const now = found[values.way ?? 0] ?? found[0];
  const most = Math.max(...found.map(({ largest }) => largest));
  const { shares } = found[0];
  const best = shares.indexOf(Math.max(...shares));
  const map = smallMap('errors', now.errors, {
    name: sayText(messages.roundedMap, { head: head + 1 }),
    room: ROOM,
    scaleMax: most,
  });
  return html`<div class="exhibit-row">
    ${map}
    ${facts([
      [messages.roundedLargest, numbers.fixed(now.largest, PLACES)],
      [
        richText(messages.scaleLargestShare, { word: wordOf(words, row) }),
        exactText(now.shares[best]),
      ],
      [messages.roundedFull, numbers.fixed(most, PLACES)],
    ])}
  </div>`;
}

/** A number with the digits that agree with another one highlighted. */
function survivors(exact: number, kept: number) {
  const [right, own] = [plainText(exact), plainText(kept)];
  let same = 0;
  while (same < own.length && own[same] === right[same]) same++;
  const text = exactText(kept);
  return html`<span class="numbers survivors" dir="ltr">
    <b>${text.slice(0, same)}</b>${text.slice(same)}
  </span>`;
}
