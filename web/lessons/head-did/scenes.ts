// Scenes of the lesson about the effect of a head: its map, the answer without it, and the heads that carry the answer too.

import { OF_KING } from '../appears/scenes.ts';
import { otherText } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

const EXHIBIT = { exhibit: 'head-effect', shows: [] } as const;

export const headDid: Lesson = {
  id: 'head-did',
  further: true,
  needs: 'english',
  scenes: [
    {
      ...EXHIBIT,
      asks: 'too-large',
      state: OF_KING,
      values: { way: 0, without: 0 },
      target: { use: ['effectHead'], see: ['effects'] },
      done: ({ values }) => values.without > 0,
    },
    {
      ...EXHIBIT,
      asks: 'most-missed',
      state: OF_KING,
      values: { way: 0, without: 1 },
      target: { use: ['effectHead'], see: ['effects'] },
      // two heads, one after the other, of which each shows who else is missed
      done({ values: { way, without }, seen }) {
        if (without > 0) seen.add(`${way} ${without}`);
        return seen.size > 1;
      },
    },
    {
      ...EXHIBIT,
      asks: 'pair-effect',
      state: OF_KING,
      values: { way: 0, without: 0 },
      target: { use: ['text'], see: ['effects'] },
      done: otherText,
    },
  ],
};
