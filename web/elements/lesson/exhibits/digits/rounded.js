// Exhibit: a map from queries and keys in a shorter number format.
// It shows the error of each cell, and the digits of one weight that survive.

import { fillText, h, ownWords } from '../../../shared/dom.js';
import { exactText, plainText } from '../../../shared/format.js';
import { createAsker } from '../../asker.js';
import { computeErrors, FORMATS } from '../../experiments/digits.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { createChoice, createTable, factsOf } from '../parts.js';
import { createSmallMap } from '../small-map.js';

const NAMES = Object.freeze({ F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' });
/** The value of `show` where digits are. */
const DIGITS = 2;
const ROOM = 320;
/** Below this a difference is not worth its digits. */
const PLACES = 6;

/** @typedef {Awaited<ReturnType<typeof computeErrors>>} Found */

/** @param {import('../../exhibits.js').Kit} kit */
export function createRounded(kit) {
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
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => ({ found: await computeErrors(await kit.engine(), trace, { head, row }), head, row }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {{ found: Found, head: number, row: number }} answer */
  function show({ found, head, row }) {
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      format.update(values.way ?? 0);
      ask(trace, head, row);
      ask.again();
    },
  };
}

/**
 * A number with the digits that it has in common with another standing out.
 * @param {number} exact
 * @param {number} kept
 */
function survivors(exact, kept) {
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
