// Exhibit: the model's prediction after each layer, and the probability that the final answer has there.

import { ownWords, sayText } from '../../ui/text.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { bar, table } from '../exhibit-parts.ts';

/** Symbol for a piece that is a space or a line break. */
const BLANK = '␣';

export const lens = exhibit({
  name: 'lens',
  lab: 'withheld',
  asks({ frame: { source, first }, row }) {
    const { whole } = source;
    const { tokens } = first;
    return whole && tokens.length > 0 ? { whole, tokens, row } : null;
  },
  // an element that shows lessons loads it on its first use
  async compute(engine, { whole, tokens, row }) {
    const { readLens } = await import('./experiment.ts');
    const ids = tokens.map(({ id }) => id);
    return readLens(engine, whole, ids, row);
  },
  view({ answer, from, layers }, { messages, numbers }, { whole, tokens, row }) {
    const nameOf = (id: number) => whole.vocab[id].trim() || BLANK;
    const places = {
      word: nameOf(answer),
      before: tokens[row].piece,
      share: numbers.percent(layers[layers.length - 1].share),
      layer: numbers.whole(from),
    };
    const text = from === 0 ? messages.lensAlways : messages.lensFrom;
    const rows = layers.map(({ id, share, own }, layer) => {
      const name = layer === 0 ? messages.lensInput : numbers.whole(layer);
      const isAnswer = id === answer ? 'best' : '';
      return [
        name,
        ownWords(nameOf(id)),
        bar(numbers.percent(share), share),
        bar(numbers.percent(own), own, isAnswer),
      ];
    });
    return html`<p class="exhibit-note" role="status">${sayText(text, places)}</p>
      ${table(
        sayText(messages.lensCaption, places),
        [
          messages.layerLabel,
          messages.lensGuess,
          messages.lensShare,
          sayText(messages.lensOwn, places),
        ],
        rows.toReversed(),
        layers.length - 1 - from,
      )}`;
  },
});
