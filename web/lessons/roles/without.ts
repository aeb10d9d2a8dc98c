// Exhibit: predictions for each word, with all heads or without one, by the trained model.

import { headText } from '../../elements/lab/answer/roles.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice } from '../exhibit-parts.ts';
import { headOf } from '../tensors.ts';
import { proofView, readSentence } from './proof.ts';
import { trainedOf } from './trained.ts';
import type { Context } from '../exhibit.ts';

/** Width of each map, CSS pixels. */
const ROOM = 204;

export const without = exhibit({
  name: 'without',
  lab: 'withheld',
  asks: ({ frame, values }) => ({
    ...trainedOf(frame),
    removed: values.without ?? 0,
    text: frame.state.text,
  }),
  compute: (engine, { source, layer, removed, text }) =>
    readSentence(engine, source, text, removed > 0 ? [[layer, removed - 1]] : []),
  controls(context) {
    const { messages, frame, values, setValues } = context;
    const heads = trainedOf(frame).source.fixed?.heads ?? 0;
    const names = Array.from({ length: heads }, (_, head) => String(head + 1));
    return html`<div>
        ${choice(
          messages.withoutRemoved,
          [messages.withoutNobody, ...names].map((name, at) => [at, name]),
          values.without ?? 0,
          (at) => setValues({ without: at }),
        )}
      </div>
      <div class="without-maps">${mapsOf(context)}</div>`;
  },
  view: proofView,
});

/** The maps of the layer's heads, with the ablated one marked. */
function mapsOf({ messages, frame, values, row, smallMap }: Context) {
  const { answer } = frame;
  const attention = answer?.trace?.attention;
  if (!attention) return null;
  // while the engine reads another sentence, the maps and the words stay
  const { queries, keys } = answer.question;
  const rowLabels = queries.map(({ piece }) => piece);
  const columnLabels = (keys ?? queries).map(({ piece }) => piece);
  return Array.from({ length: attention.shape[0] }, (_, head) => {
    const isGone = head === (values.without ?? 0) - 1;
    const name = sayText(messages.head, { head: head + 1 });
    return smallMap(head, headOf(attention, head), {
      name: isGone ? sayText(messages.withoutGone, { head: name }) : headText(frame, head),
      head,
      gone: isGone,
      room: ROOM,
      height: ROOM,
      rowLabels,
      columnLabels,
      marked: isGone ? undefined : row,
      scaleMax: 1,
      isMasked: answer.isMasked,
    });
  });
}
