// Exhibit: blocks in a sequence, with the heads of each.
// The number of maps is counted in the engine's results.

import { fillText, h } from '../../ui/dom.ts';
import { headHue, markOf } from '../../views/color.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeBlocks } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { symbol } from '../../elements/lesson/symbols.ts';
import { createChoice, factsOf } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';

const BLOCKS = [1, 2, 4];
const HEADS = [1, 2, 4, 6, 8];

export function createBlocks(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const blocks = createChoice(
    messages.blocksBlocks,
    BLOCKS.map((count) => [count, String(count)]),
    (count) => setValues({ count }),
  );
  const heads = createChoice(
    messages.blocksHeads,
    HEADS.map((count, choice) => [choice, String(count)]),
    (choice) => setValues({ way: choice }),
  );
  const facts = h('dl', { class: 'exhibit-facts' });
  const drawing = h('div', { class: 'blocks-drawing' });
  const element = h(
    'div',
    { class: 'blocks' },
    h('div', { class: 'exhibit-controls' }, blocks.element, heads.element),
    h('div', { class: 'exhibit-row' }, drawing, facts),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (tokens: readonly { id: number }[], count: number, each: number) =>
      computeBlocks(
        await kit.engine(),
        tokens.map(({ id }) => id),
        { blocks: count, heads: each },
      ),
    {
      show(shapes) {
        const theme = newest?.frame.look.theme ?? 'light';
        const arrow = () => h('span', { class: 'flow-arrow', 'aria-hidden': 'true' }, '↓');
        drawing.replaceChildren(
          symbol('x'),
          ...shapes.flatMap(([count], at) => [
            arrow(),
            h(
              'div',
              { class: 'block-row', role: 'group' },
              h('span', null, fillText(messages.blocksBlock, { block: at + 1 })),
              ...Array.from({ length: count }, (_, head) => {
                const box = h('span', { class: 'block-head' }, String(head + 1));
                box.style.setProperty('--head', markOf(headHue(head), theme));
                return box;
              }),
            ),
          ]),
          arrow(),
          h('span', null, messages.blocksOut),
        );
        const [[count, rows, columns]] = shapes.map((shape) => shape.slice(-3));
        const all = shapes.reduce((sum, shape) => sum + shape[shape.length - 3], 0);
        facts.replaceChildren(
          ...factsOf([
            [messages.blocksAll, numbers.whole(all)],
            [messages.blocksSide, numbers.whole(count)],
            [messages.blocksAfter, numbers.whole(shapes.length)],
            [messages.blocksMap, numbers.shape([rows, columns])],
          ]),
        );
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { frame, values } = moment;
      const [count, choice] = [values.count ?? 1, values.way ?? 0];
      blocks.update(count);
      heads.update(choice);
      if (frame.first.tokens.length === 0) return ask.forget();
      ask(frame.first.tokens, BLOCKS.includes(count) ? count : 1, HEADS[choice] ?? 1);
    },
  };
}
