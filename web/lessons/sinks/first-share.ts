// Exhibit: attention of every head to the sentence's first word.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { headHue, markOf } from '../../views/color.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { measureFirst } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { barCell, createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Whole } from '../../elements/lab/answer/source.ts';
import type { Token } from '../../elements/lab/answer/tokenizer.ts';
import type { Theme } from '../../views/color.ts';

export function createFirstShare(kit: Kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const holder = h('div', null);
  const element = h('div', { class: 'first-share' }, holder);

  const ask = createLatestQuery(
    async (whole: Whole, tokens: readonly Token[], theme: Theme) => {
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
    update({ frame }: Moment) {
      const { whole } = frame.source;
      if (!whole || frame.first.tokens.length === 0) return ask.forget();
      ask(whole, frame.first.tokens, frame.look.theme);
    },
  };
}
