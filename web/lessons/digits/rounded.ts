// Exhibit: a map from queries and keys in a shorter number format.
// It shows the error of each cell, and the digits of one weight that survive.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { exactText, plainText } from '../../ui/format.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeErrors, FORMATS } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice, createTable, factsOf } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const NAMES = Object.freeze({ F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' });
/** The value of `show` for digits. */
const DIGITS = 2;
const ROOM = 320;
/** Decimals of a difference. */
const PLACES = 6;

type Found = Awaited<ReturnType<typeof computeErrors>>;

export function createRounded(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const format = createChoice(
    messages.roundedFormat,
    FORMATS.map((name, choice) => [choice, h('bdi', { lang: 'en' }, NAMES[name])]),
    (choice) => setValues({ way: choice }),
  );
  const map = createSmallMap(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const digits = createTable('', [
    messages.roundedFormat,
    messages.roundedShare,
    messages.roundedWrong,
  ]);
  const picture = h('div', { class: 'exhibit-row' }, map.element, facts);
  const element = h('div', { class: 'rounded' }, format.element, picture, digits.element);
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => ({
      found: await computeErrors(await kit.engine(), trace, { head, row }),
      head,
      row,
    }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show({ found, head, row }: { found: Found; head: number; row: number }) {
    if (!newest) return;
    const { values, keys, words } = newest;
    const isDigits = values.show === DIGITS;
    picture.hidden = isDigits;
    digits.element.hidden = !isDigits;
    format.element.hidden = isDigits;
    const { shares } = found[0];
    if (isDigits) {
      const best = shares.indexOf(Math.max(...shares));
      const places = {
        word: ownWords(words[row] ?? '', 'word'),
        other: ownWords(keys[best] ?? '', 'word'),
      };
      digits.caption(richText(messages.roundedCaption, places));
      digits.show(
        found.map((one) => [
          NAMES[one.format],
          survivors(shares[best], one.shares[best]),
          numbers.fixed(Math.abs(one.shares[best] - shares[best]), PLACES),
        ]),
      );
      return;
    }
    const now = found[values.way ?? 0] ?? found[0];
    const most = Math.max(...found.map(({ largest }) => largest));
    map.show(now.errors, {
      moment: { ...newest, head },
      name: fillText(messages.roundedMap, { head: head + 1 }),
      room: ROOM,
      scaleMax: most,
    });
    const of = Math.max(...shares);
    facts.replaceChildren(
      ...factsOf([
        [messages.roundedLargest, numbers.fixed(now.largest, PLACES)],
        [
          richText(messages.scaleLargestShare, { word: ownWords(words[row] ?? '', 'word') }),
          exactText(now.shares[shares.indexOf(of)]),
        ],
        [messages.roundedFull, numbers.fixed(most, PLACES)],
      ]),
    );
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      format.update(values.way ?? 0);
      ask(trace, head, row);
      ask.again();
    },
  };
}

/** A number with the digits that agree with another one highlighted. */
function survivors(exact: number, kept: number) {
  const [right, own] = [plainText(exact), plainText(kept)];
  let same = 0;
  while (same < own.length && own[same] === right[same]) same++;
  const text = exactText(kept);
  return h(
    'span',
    { class: 'numbers survivors', dir: 'ltr' },
    h('b', null, text.slice(0, same)),
    text.slice(same),
  );
}
