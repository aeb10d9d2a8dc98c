// Exhibit: a query before and after rotation, in both pairings.
// The pairs are its halves or neighbours.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { drawPairs } from '../../views/pairs.ts';
import { exhibit } from '../exhibit.ts';
import { choice, wordOf } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeTurn } from '../positions/experiment.ts';

const MOST = 520;

export const pairs = exhibit({
  name: 'rotary-pairs',
  lab: 'withheld',
  asks({ trace: given, head, row, values }) {
    const trace = withProjection(given);
    return trace && { trace, head, row, interleaved: values.on === 1 };
  },
  compute: (engine, { trace, ...which }) => computeTurn(engine, trace, { ...which, at: which.row }),
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.rotaryPaired,
      [
        [0, messages.rotaryHalves],
        [1, messages.rotaryNeighbours],
      ],
      values.on ?? 0,
      (on) => setValues({ on }),
    ),
  view(
    { before, after },
    { messages, numbers, words, frame: { look }, head, row, width },
    { interleaved },
  ) {
    const half = before.length / 2;
    const joined = Array.from({ length: half }, (_, pair) =>
      interleaved ? ([2 * pair, 2 * pair + 1] as const) : ([pair, pair + half] as const),
    );
    const turned = sayText(messages.rotaryAfter, { position: row });
    const write = (value: number) => numbers.fixed(value, 2);
    const list = (all: Float32Array) => Array.from(all, write).join('; ');
    const names = joined.map(([left, right]) => `${left + 1} + ${right + 1}`).join('; ');
    const text = `${names}. ${messages.rotaryBefore}: ${list(before)}. ${turned}: ${list(after)}`;
    const paint = (canvas: HTMLCanvasElement) => {
      const size = drawPairs(canvas, {
        width: Math.min(MOST, width || MOST),
        before,
        after,
        pairs: joined,
        names: [messages.rotaryBefore, turned],
        color: markOf(headHue(head), look.theme),
        format: write,
        ink: { ...look, soft: look.colors.text },
      });
      canvas.style.width = `${size.width}px`;
      canvas.style.height = 'auto';
    };
    return html`<h3>${richText(messages.rotaryPairsCaption, { word: wordOf(words, row) })}</h3>
      <figure><canvas role="img" aria-label=${text} paint=${paint}></canvas></figure>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
