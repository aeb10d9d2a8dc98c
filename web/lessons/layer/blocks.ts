// Exhibit: blocks in a sequence, with the heads of each.
// The number of maps is counted in the engine's results.

import { symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts } from '../exhibit-parts.ts';
import { computeBlocks } from './experiment.ts';

const BLOCKS = [1, 2, 3, 4];
/** The value of `show` for the maps that change with one number of the first head. */
const CHANGES = 1;
const HEADS = [1, 2, 4, 6, 8];

export const blocks = exhibit({
  name: 'blocks',
  lab: 'withheld',
  asks({ frame: { first }, values: { count = 1, way = 0 } }) {
    const { tokens } = first;
    if (tokens.length === 0) return null;
    return { tokens, count: BLOCKS.includes(count) ? count : 1, heads: HEADS[way] ?? 1 };
  },
  compute: (engine, { tokens, count, heads }) =>
    computeBlocks(
      engine,
      tokens.map(({ id }) => id),
      { blocks: count, heads },
    ),
  controls: ({ messages, values: { count = 1, way = 0 }, setValues }) =>
    html`<div class="exhibit-controls">
      ${choice(
        messages.blocksBlocks,
        BLOCKS.map((one) => [one, String(one)]),
        count,
        (one) => setValues({ count: one }),
      )}
      ${choice(
        messages.blocksHeads,
        HEADS.map((one, at) => [at, String(one)]),
        way,
        (at) => setValues({ way: at }),
      )}
    </div>`,
  view(found, { messages, numbers, values, frame }) {
    const shapes = found.map(({ shape }) => shape);
    const isAbout = values.show === CHANGES;
    const changed = found.flatMap(({ changes }) => changes).filter(Boolean).length;
    const { theme } = frame.look;
    const arrow = html`<span class="flow-arrow" aria-hidden="true">↓</span>`;
    const blockOf = ([count]: readonly number[], at: number) =>
      html`${arrow}
        <div class="block-row" role="group">
          <span>${sayText(messages.blocksBlock, { block: at + 1 })}</span>
          ${Array.from(
            { length: count },
            (_, head) => html`<span
              class="block-head"
              data-same=${isAbout && !found[at].changes[head]}
              vars=${{ '--head': markOf(headHue(head), theme) }}
            >
              ${head + 1}
            </span>`,
          )}
          ${[symbol('W_O'), messages.blocksNorm, messages.costMlp, messages.blocksNorm].map(
            (part) => html`<span class="block-part">${part}</span>`,
          )}
        </div>`;
    const [[count, rows, columns]] = shapes.map((shape) => shape.slice(-3));
    const all = shapes.reduce((sum, shape) => sum + shape[shape.length - 3], 0);
    return html`<div class="exhibit-row">
      <div class="blocks-drawing">
        ${symbol('x')}
        ${shapes.map(blockOf)}
        ${arrow}
        <span>${messages.blocksOut}</span>
      </div>
      ${facts([
        ...(isAbout ? [[messages.blocksChanged, numbers.whole(changed)] as const] : []),
        [messages.blocksAll, numbers.whole(all)],
        [messages.blocksSide, numbers.whole(count)],
        [messages.blocksAfter, numbers.whole(shapes.length)],
        [messages.blocksMap, numbers.shape([rows, columns])],
      ])}
    </div>`;
  },
});
