// Exhibit: what the trained model corrects with all its heads, and without any head.

import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { choice } from '../exhibit-parts.ts';
import { proofView, readSentence } from '../roles/proof.ts';
import { trainedOf } from '../roles/trained.ts';

export const blind = exhibit({
  name: 'blind',
  lab: 'withheld',
  asks: ({ frame, values }) => ({
    source: trainedOf(frame).source,
    on: values.on ?? 1,
    text: frame.state.text,
  }),
  compute(engine, { source, text, on }) {
    const { layers, fixed } = source;
    const all = Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: fixed?.heads ?? 0 }, (_one, head) => [layer, head] as const),
    ).flat();
    return readSentence(engine, source, text, on === 1 ? [] : all);
  },
  controls: ({ messages, values, setValues }) =>
    html`<div>
      ${choice(
        messages.blindWay,
        [
          [1, messages.blindOn],
          [0, messages.blindOff],
        ],
        values.on ?? 1,
        (on) => setValues({ on }),
      )}
    </div>`,
  view: proofView,
});
