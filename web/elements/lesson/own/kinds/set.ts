// Question kind: a task in the lab. The engine judges it by the lab's state.

import { HEAD_CHOICES, UNTRAINED, WIDTHS } from '../../../lab/state/state.ts';
import { readNumber } from '../../questions/read-answer.ts';
import { readQuantity, sharesOf, valueOf } from '../quantities.ts';
import { OWN_SCALED, OWN_WIDTH } from '../settings.ts';
import { piecesOf, placeOf, takeQuoted } from '../words.ts';
import { askedOf, isThere, largestOf, W } from './parts.ts';
import type { Given, Made, Question } from './parts.ts';

type State = Record<string, any>;

export function set(given: Given): Made | null {
  const { about, line, state, wrong } = given;
  const { plain, quoted } = takeQuoted(about);
  const heads = /^heads (\d{1,3})$/.exec(plain);
  if (heads) {
    const wanted = Number(heads[1]);
    if (state.model !== UNTRAINED || !HEAD_CHOICES.includes(wanted))
      return wrong(line, 'set', { got: about });
    return setting(
      { heads: wanted },
      { shows: ['heads'], needs: ['heads'] },
      ({ trace }) => trace.query.shape[0] === wanted,
    );
  }
  const width = /^width (\d{1,3})$/.exec(plain);
  if (width) {
    const wanted = Number(width[1]);
    if (state.model !== UNTRAINED || !WIDTHS.includes(wanted))
      return wrong(line, 'set', { got: about });
    return setting(
      { width: wanted },
      { shows: [OWN_WIDTH], needs: ['heads'] },
      ({ trace }) => trace.output.shape.at(-1) === wanted,
    );
  }
  const scaled = /^scaled (on|off)$/.exec(plain);
  if (scaled) {
    if (state.model !== UNTRAINED) return wrong(line, 'set', { got: about });
    const wanted = scaled[1] === 'on';
    return setting(
      { scaled: wanted },
      { shows: [OWN_SCALED], needs: ['mask'] },
      (_, now) => now.scaled === wanted,
    );
  }
  const causal = /^causal (on|off)$/.exec(plain);
  if (causal) {
    const wanted = causal[1] === 'on';
    return setting(
      { causal: wanted },
      { shows: ['causal'], needs: ['mask'] },
      (_, now) => now.causal === wanted,
    );
  }
  if (plain === `word ${W}`) {
    if (!isThere({ head: 0, words: quoted }, line, given)) return null;
    const query = placeOf(piecesOf(state.text, state.model), quoted[0]);
    const selection = { head: 0, query: query < 0 ? null : query, key: null };
    return setting(
      { selection },
      { shows: [] },
      (answer, now) => now.selection.query === placeOf(askedOf(answer).rows, quoted[0]),
    );
  }
  const aim = /^(.+)\s(above|below)\s+([\d.,]{1,12})$/i.exec(about.trim());
  const bound = aim && readNumber(aim[3]);
  const isAbove = aim?.[2].toLowerCase() === 'above';
  const most = /^(largest weight of head \d{1,3} from \u0001) to \u0001$/.exec(plain);
  const quantity = most
    ? {
        kind: 'largest' as const,
        head: Number(/\d+/.exec(most[1])) - 1,
        words: quoted,
      }
    : bound !== null && aim
      ? readQuantity(aim[1])
      : null;
  if (!quantity) return wrong(line, 'set', { got: about });
  if (!isThere(quantity, line, given)) return null;
  const isShare = quantity.kind === 'weight' || quantity.kind === 'largest';
  if (isShare && aim && (isAbove ? Number(bound) >= 1 : Number(bound) <= 0)) {
    return wrong(line, 'bound', { got: `${aim[2]} ${aim[3]}` });
  }
  return setting(
    {},
    { shows: ['heads', 'causal', 'tabs', 'panel', OWN_WIDTH, OWN_SCALED] },
    (answer) => {
      const asked = askedOf(answer);
      const places = quantity.words.map((word, i) => placeOf(i ? asked.columns : asked.rows, word));
      if (places.includes(-1) || quantity.head >= answer.trace.attention.shape[0]) return false;
      if (most) return largestOf(sharesOf(asked, quantity))[0] === places[1];
      const value = valueOf(asked, quantity);
      return isAbove ? value > Number(bound) : value < Number(bound);
    },
  );
}

/** @param wanted state of the lab that answers it */
function setting(
  wanted: State,
  { shows, needs }: { shows: readonly string[]; needs?: readonly string[] },
  reached: NonNullable<Question['reached']>,
): Made {
  return {
    kind: 'set',
    keys: [],
    reached,
    ...(needs && { needs }),
    draws(state) {
      const shown = { ...state, selection: { head: 0, query: null, key: null } };
      return { shown, state: { ...shown, ...wanted }, shows };
    },
    async solve({ compute, drawn }) {
      const shown = drawn.shown ?? drawn.state;
      return { right: true, clear: !reached(await compute(shown), shown, drawn), mistakes: {} };
    },
  };
}
