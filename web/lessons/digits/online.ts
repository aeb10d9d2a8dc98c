// Exhibit: the online softmax, score by score.
// The number of scores so far, the largest, the sum, and the points where the sum was rescaled.

import { h, ownWords, setText } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeOnline } from './experiment.ts';
import { rowAt } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createTable, factsOf } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

export function createOnline(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const slider = h('input', {
    type: 'range',
    min: 1,
    step: 1,
    oninput: () => setValues({ count: Number(slider.value) }),
  });
  const read = h('output', null);
  const facts = h('dl', { class: 'exhibit-facts' });
  const table = createTable('', [
    messages.scaleWord,
    messages.scaleScore,
    messages.onlineMax,
    messages.onlineFactor,
    messages.onlineSum,
  ]);
  const element = h(
    'div',
    { class: 'online' },
    h('label', { class: 'slider' }, h('span', null, messages.onlineRead), slider, read),
    facts,
    table.element,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => {
      const scores = rowAt(trace.scores, head, row);
      return { ...(await computeOnline(await kit.engine(), scores)), scores, row };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show({
    passes,
    twice,
    difference,
    scores,
    row,
  }: Awaited<ReturnType<typeof computeOnline>> & { scores: Float32Array; row: number }) {
    if (!newest) return;
    const { keys, words, values } = newest;
    const count = Math.min(values.count ?? 1, passes.length);
    slider.max = String(passes.length);
    slider.value = String(count);
    setText(read, numbers.whole(count));
    const now = passes[count - 1];
    const all = count === passes.length;
    facts.replaceChildren(
      ...factsOf([
        [messages.onlineMax, numbers.fixed(now.max, 2)],
        [messages.onlineSum, numbers.fixed(now.sum, 4)],
        [messages.onlineTwice, all ? numbers.fixed(twice, 4) : '…'],
        [messages.onlineDifference, all ? numbers.few(difference) : '…'],
      ]),
    );
    table.caption(richText(messages.onlineCaption, { word: ownWords(words[row] ?? '', 'word') }));
    table.show(
      passes
        .slice(0, count)
        .map(({ max, factor, sum }, at) => [
          ownWords(keys[at] ?? ''),
          h('span', { class: 'numbers' }, numbers.fixed(scores[at], 2)),
          h('span', { class: 'numbers' }, numbers.fixed(max, 2)),
          at > 0 && factor !== 1 ? `× ${numbers.fixed(factor, 3)}` : '',
          h('span', { class: 'numbers' }, numbers.fixed(sum, 4)),
        ]),
      count - 1,
    );
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row } = moment;
      ask(trace, head, row);
      ask.again();
    },
  };
}
