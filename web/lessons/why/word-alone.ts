// Exhibit: the vectors of the words as they enter the model, with the rows that a changed sentence changes.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { trainedOf } from '../roles/trained.ts';
import { RIGHT } from '../roles/sentences.ts';
import { changedRows } from './experiment.ts';

const ROOM = 620;

export const wordAlone = exhibit({
  name: 'word-alone',
  lab: 'withheld',
  asks({ frame }) {
    const { source } = trainedOf(frame);
    return { source, text: frame.state.text };
  },
  async compute(engine, { source, text }) {
    const vectorsOf = async (sentence: string) => {
      const { tokens } = source.tokenizer.encode(sentence, { limit: source.limit });
      const isKnown = tokens.length > 0 && tokens.every(({ id }) => id >= 0);
      if (!isKnown) return null;
      const { x } = await source.embed(engine, tokens, {
        layer: 0,
        width: source.fixed?.width ?? 0,
      });
      return { x, words: tokens.map(({ piece }) => piece) };
    };
    const [now, before] = [await vectorsOf(text), await vectorsOf(RIGHT)];
    return now && before && { ...now, changed: changedRows(now.x, before.x) };
  },
  view(found, { messages, numbers, smallMap }) {
    if (!found) return html`<p class="exhibit-note" role="status">${messages.withoutUnknown}</p>`;
    const { x, words, changed } = found;
    const width = x.shape[1];
    const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' });
    const names = list.format(changed.map((row) => words[row]));
    return html`${smallMap('x', x, {
      name: messages.aloneMap,
      room: ROOM,
      signed: true,
      rowLabels: words,
      columnLabels: [],
      columnNames: Array.from({ length: width }, (_, i) => String(i + 1)),
      marked: changed,
    })}
    ${facts([
      [
        messages.aloneChanged,
        changed.length === 0
          ? messages.aloneNone
          : sayText(messages.aloneSome, { count: numbers.whole(changed.length), words: names }),
      ],
    ])}
    <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
