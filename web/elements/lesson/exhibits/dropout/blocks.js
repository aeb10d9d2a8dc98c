// Exhibit: blocks in a sequence, with the heads of each.
// The number of maps is counted in the engine's results.

import { fillText, h } from '../../../shared/dom.js';
import { headHue, markOf } from '../../../../views/color.js';
import { createAsker } from '../../asker.js';
import { computeBlocks } from '../../experiments/dropout.js';
import { numbersOf } from '../../numbers.js';
import { symbol } from '../../symbols.js';
import { createChoice, factsOf } from '../parts.js';

const BLOCKS = [1, 2, 4];
const HEADS = [1, 2, 4, 6, 8];

/** @param {import('../../exhibits.js').Kit} kit */
export function createBlocks(kit) {
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
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {readonly { id: number }[]} */ tokens,
      /** @type {number} */ count,
      /** @type {number} */ each,
    ) =>
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
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
