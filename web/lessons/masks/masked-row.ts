// Exhibit: one row masked before the softmax, and after it.
// Only the mask before the softmax is correct.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, digits, facts, table, wordOf } from '../exhibit-parts.ts';
import { computeMaskedRow } from './experiment.ts';

export const maskedRow = exhibit({
  name: 'masked-row',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  compute: (engine, { trace, ...place }) => computeMaskedRow(engine, trace, place),
  view(
    { scores, masked, shares, sum, late, lateSum },
    { messages, numbers, words, keys, head, row },
  ) {
    const headings = [messages.scaleWord, messages.maskedScore, messages.maskedShare];
    const side = (name: string, before: Float32Array, after: Float32Array, total: number) => {
      const rows = Array.from(before, (score, i) => [
        ownWords(keys[i] ?? ''),
        digits(numbers.fixed(score, 2)),
        bar(numbers.fixed(after[i], 3), after[i]),
      ]);
      return html`<section>
        ${table(name, headings, rows, row)}
        ${facts([[messages.maskedSum, numbers.fixed(total, 3)]])}
      </section>`;
    };
    const places = { word: wordOf(words, row), head: String(head + 1) };
    return html`<h3>${richText(messages.maskedCaption, places)}</h3>
      <div class="two-columns">
        ${side(messages.maskedBefore, masked, shares, sum)}
        ${side(messages.maskedAfter, scores, late, lateSum)}
      </div>`;
  },
});
