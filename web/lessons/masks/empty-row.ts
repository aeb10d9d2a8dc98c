// Exhibit: a word that may attend to nothing.
// Its scores, weights, new vector and output, and how libraries treat it.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeEmptyRow } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { codeOf, createTable, fact as line } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 270;

/**
 * Results of a query that may attend to nothing, by library, from calls of each; see
 * web/docs/semantics.md.
 */
export const EMPTY_ROWS: readonly (readonly [
  string,
  'zeros' | 'nan' | 'mean' | 'keras' | 'coarse',
])[] = Object.freeze([
  ['torch.nn.MultiheadAttention', 'nan'],
  ['torch.nn.functional.scaled_dot_product_attention', 'zeros'],
  ['keras.layers.MultiHeadAttention', 'keras'],
  ['flax.nnx.MultiHeadAttention', 'mean'],
  ['ONNX Attention', 'zeros'],
  ['onnxruntime MultiHeadAttention', 'coarse'],
  ['headwise', 'zeros'],
]);

export function createEmptyRow(kit: Kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const caption = h('h3', null);
  const map = createSmallMap(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const words = {
    zeros: messages.emptyZeros,
    nan: messages.emptyNan,
    mean: messages.emptyMean,
    keras: messages.emptyKeras,
    coarse: messages.emptyCoarse,
  };
  const libraries = createTable(messages.emptyLibraries, [
    messages.polarityLibrary,
    messages.emptyBecomes,
  ]);
  libraries.show(EMPTY_ROWS.map(([name, kind]) => [codeOf(name), words[kind]]));
  const element = h(
    'div',
    { class: 'empty-row' },
    caption,
    h('div', { class: 'exhibit-row' }, map.element, facts),
    libraries.element,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => ({
      ...(await computeEmptyRow(await kit.engine(), trace, { head, row })),
      head,
      row,
    }),
    {
      show(found) {
        if (!newest) return;
        const { head, row } = found;
        const word = newest.words[row] ?? '';
        const moment = { ...newest, head };
        caption.replaceChildren(
          richText(messages.emptyCaption, {
            word: ownWords(word, 'word'),
            head: String(head + 1),
          }),
        );
        map.show(found.map, {
          moment,
          name: fillText(messages.waysMapOf, { head: head + 1 }),
          room: ROOM,
          marked: row,
          isMasked: (query) => query === row,
        });
        facts.replaceChildren(
          fact(messages.emptyScores, all(found.masked)),
          fact(messages.emptyShares, all(found.shares)),
          fact(messages.emptyMixed, all(found.mixed)),
          fact(
            messages.emptyOutput,
            sameBits(found.output, found.bias) ? messages.emptyIsBias : all(found.output),
          ),
        );
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  const fact = (name: string, value: string) => line(richText(name), richText(value));

  function all(values: Float32Array) {
    const [first] = values;
    if (values.every((value) => value === first)) {
      const value =
        first === 0 || !Number.isFinite(first) ? numbers.fixed(first, 0) : numbers.few(first);
      return fillText(messages.emptyAll, { value });
    }
    return [...values.slice(0, 3)].map((value) => numbers.fixed(value, 3)).join('  ');
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      ask(moment.trace, moment.head, moment.row);
    },
  };
}

function sameBits(a: Float32Array, b: Float32Array) {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
