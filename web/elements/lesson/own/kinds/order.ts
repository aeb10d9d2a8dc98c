// Question kind: order words by the engine's numbers, or the author's items.

import { readQuantity } from '../quantities.ts';
import { areDifferent, askedOf, CLEAR, isThere, LETTERS, MOST, only } from './parts.ts';
import { wordsIn } from './choose.ts';
import type { Given, Made } from './parts.ts';
import type { Random } from '../../../../lessons/random.ts';

export function order(given: Given): Made | null {
  const { about, line, entries, wrong } = given;
  if (about.toLowerCase() === 'as written') {
    const items = only(entries, 'item');
    const { length: count } = items;
    const areSome = count >= 3 && count <= MOST;
    if (!areSome) wrong(line, 'options', { key: 'item', from: 3, to: MOST, count });
    if (!areDifferent(items, wrong) || !areSome) return null;
    const keys = items.map((_, i) => LETTERS[i]);
    return {
      kind: 'order',
      keys,
      options: Object.fromEntries(items.map(({ value }, i) => [LETTERS[i], value])),
      draws: (_, random) => ({ options: shuffled(keys, random) }),
      solve: async () => ({ right: keys, mistakes: {} }),
    };
  }
  const phrase = /^words by (weight of head \d{1,3} from .+)$/i.exec(about);
  const quantity = phrase && readQuantity(`largest ${phrase[1]}`);
  const words = wordsIn(given, 3);
  if (!quantity) return wrong(line, 'order', { got: about });
  if (!isThere(quantity, line, given) || !words) return null;
  return {
    kind: 'order',
    ...words.made,
    draws: (_, random) => ({ options: shuffled(words.made.keys, random) }),
    async solve({ compute, drawn }) {
      const asked = askedOf(await compute(drawn.state));
      const shares = words.sharesOf(asked, quantity).sort((a, b) => b.share - a.share);
      const clear = shares.every(({ share }, i) => i === 0 || shares[i - 1].share - share > CLEAR);
      return { right: shares.map(({ key }) => key), clear, mistakes: {} };
    },
  };
}

/** Keys in a random order other than that of the text, which may be the right one. */
function shuffled(keys: readonly string[], random: Random) {
  const mixed = random.shuffle(keys);
  return mixed.every((key, i) => key === keys[i]) ? [...mixed.slice(1), mixed[0]] : mixed;
}
