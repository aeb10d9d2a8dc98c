// A counter of written words, with a button for the next.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { action } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import type { Context } from '../exhibit.ts';
import type { Moment } from '../exhibit-types.ts';

/** The number of written words; `first`: initially. */
function writtenCount({ values, words }: Moment, first: number) {
  return Math.max(1, Math.min(values.count ?? first, words.length));
}

/** The trace of the sentence, and the number of words that are written; null: there is no trace yet. */
export function writtenOf(moment: Moment, first: number) {
  const trace = withProjection(moment.trace);
  return trace && { trace, count: writtenCount(moment, first) };
}

export function stepper(context: Context, first: number) {
  const { messages, words, setValues } = context;
  const all = words.length;
  const count = writtenCount(context, first);
  return html`<div class="exhibit-controls cache-stepper">
    <div class="exhibit-actions" role="group" aria-label=${messages.cacheWords}>
      ${action(messages.cacheNext, () => setValues({ count: count + 1 }), count >= all)}
      ${action(messages.cacheAgain, () => setValues({ count: first }))}
    </div>
    <span class="exhibit-note">${sayText(messages.cacheCount, { count, all })}</span>
  </div>`;
}
