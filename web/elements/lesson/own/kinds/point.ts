// Question kind: a head or a cell that the engine finds.

import { readQuantity, sharesOf, valueOf } from '../quantities.ts';
import { placeOf, takeQuoted } from '../words.ts';
import { askedOf, isThere, largestOf, W } from './parts.ts';
import type { Given, Made } from './parts.ts';
import type { Quantity } from '../quantities.ts';
import type { Solved } from '../../../../lessons/questions.ts';

type State = Record<string, any>;

/** The maps without a selection, while the question asks for a cell. */
function openMaps(state: State) {
  const view = ['heads', 'head', 'lines'].includes(state.view) ? state.view : 'heads';
  return { ...state, view, trail: [], selection: { head: 0, query: null, key: null } };
}

export function point(given: Given): Made | null {
  const { about, line, wrong } = given;
  const { plain, quoted } = takeQuoted(about);
  if (plain === `head with the largest weight from ${W} to ${W}`) {
    if (!isThere({ head: 0, words: quoted }, line, given)) return null;
    return pointing(async (asked) => {
      const heads = asked.answer.trace.attention.shape[0];
      const shares = Array.from({ length: heads }, (_, head) =>
        valueOf(asked, { kind: 'weight', head, words: quoted }),
      );
      const [head, clear] = largestOf(shares);
      return { right: { head }, clear };
    });
  }
  const isHidden = plain === `first hidden word from ${W}`;
  const quantity = isHidden
    ? ({ kind: 'hidden', head: 0, words: quoted } as Quantity)
    : readQuantity(about);
  if (!quantity || !(isHidden || quantity.kind === 'largest')) {
    return wrong(line, 'point', { got: about });
  }
  if (!isThere(quantity, line, given)) return null;
  return pointing(
    async (asked) => {
      const shares = sharesOf(asked, quantity);
      const query = placeOf(asked.rows, quantity.words[0]);
      const [largest, clear] = largestOf(shares);
      const key = isHidden ? shares.indexOf(0) : largest;
      const selection = { head: quantity.head, query, key };
      return { right: { query, key }, selection, clear: isHidden ? key >= 0 : clear };
    },
    isHidden ? { causal: false } : {},
  );
}

/** @param hiding the numbers that the map does not show yet */
function pointing(
  solve: (asked: ReturnType<typeof askedOf>) => Promise<Partial<Solved> & { right: unknown }>,
  hiding: State = {},
): Made {
  return {
    kind: 'point',
    keys: [],
    draws: (state) => ({ shown: { ...openMaps(state), ...hiding }, state: openMaps(state) }),
    solve: async ({ compute, drawn }) => ({
      ...(await solve(askedOf(await compute(drawn.state)))),
      mistakes: {},
    }),
  };
}
