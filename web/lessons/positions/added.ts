// Exhibit: the list of numbers that is added at each position: sines and cosines, or learned lists.

import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { choice } from '../exhibit-parts.ts';

const ROOM = 700;

export const added = exhibit({
  name: 'added-positions',
  lab: 'withheld',
  asks({ trace }) {
    const positions = trace?.first.positions;
    return positions ? { positions } : null;
  },
  compute: async (_engine, { positions }) => positions,
  controls: ({ messages, frame: { state }, setState }) =>
    choice(
      messages.addedWay,
      [
        ['untrained', messages.addedSines],
        ['grammar', messages.addedLearned],
      ],
      state.model,
      (model) => setState({ model, layer: 0, heads: 4, width: 32 }),
    ),
  view(positions, { messages, smallMap }) {
    const [rows, columns] = positions.shape;
    const numbered = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => String(i + from));
    return html`${smallMap('positions', positions, {
      name: messages.addedCaption,
      room: ROOM,
      signed: true,
      rowLabels: numbered(rows, 0),
      columnLabels: [],
      columnNames: numbered(columns, 1),
    })}
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
