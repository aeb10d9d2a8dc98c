// Exhibit: attention of every head to the sentence's first word.

import { fillText, h, ownWords } from '../../../shared/dom.js';
import { headHue, markOf } from '../../../../views/color.js';
import { createAsker } from '../../asker.js';
import { measureFirst } from '../../experiments/sinks.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { barCell, createTable } from '../parts.js';

/** @param {import('../../exhibits.js').Kit} kit */
export function createFirstShare(kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const holder = h('div', null);
  const element = h('div', { class: 'first-share' }, holder);

  const ask = createAsker(
    async (
      /** @type {import('../../../lab/answer/source.js').Whole} */ whole,
      /** @type {readonly import('../../../lab/answer/tokenizer.js').Token[]} */ tokens,
      /** @type {import('../../../../views/color.js').Theme} */ theme,
    ) => {
      const model = await whole.start(await kit.engine());
      const ids = tokens.map(({ id }) => id);
      return { shares: await measureFirst(model, ids), first: tokens[0].piece, theme };
    },
    {
      show({ shares, first, theme }) {
        const caption = richText(messages.sinkCaption, { word: ownWords(first, 'word') });
        const heads = shares[0].map((_, head) => fillText(messages.head, { head: head + 1 }));
        const table = createTable(caption, [messages.layerLabel, ...heads]);
        const most = Math.max(...shares.flat());
        table.show(
          shares.map((layer, at) => [
            numbers.whole(at + 1),
            ...layer.map((share, head) => {
              const cell = barCell(numbers.fixed(share, 2), share);
              cell.style.setProperty('--head', markOf(headHue(head), theme));
              cell.classList.toggle('best', share === most);
              return cell;
            }),
          ]),
        );
        holder.replaceChildren(table.element);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update({ frame }) {
      const { whole } = frame.source;
      if (!whole || frame.first.tokens.length === 0) return ask.forget();
      ask(whole, frame.first.tokens, frame.look.theme);
    },
  };
}
