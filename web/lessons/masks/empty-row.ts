// Exhibit: a word that may attend to nothing.
// Its scores, weights, new vector and output, and how libraries treat it.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { code, facts, table, wordOf } from '../exhibit-parts.ts';
import { computeEmptyRow } from './experiment.ts';

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

export const emptyRow = exhibit({
  name: 'empty-row',
  lab: 'withheld',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  compute: (engine, { trace, ...place }) => computeEmptyRow(engine, trace, place),
  view(
    { map, masked, shares, mixed, output, bias },
    { messages, numbers, words, head, row, smallMap },
  ) {
    const all = (values: Float32Array) => {
      const [first] = values;
      if (values.some((value) => value !== first)) {
        return [...values.slice(0, 3)].map((value) => numbers.fixed(value, 3)).join('  ');
      }
      const isSpecial = first === 0 || !Number.isFinite(first);
      const value = isSpecial ? numbers.fixed(first, 0) : numbers.few(first);
      return sayText(messages.emptyAll, { value });
    };
    const becomes = {
      zeros: messages.emptyZeros,
      nan: messages.emptyNan,
      mean: messages.emptyMean,
      keras: messages.emptyKeras,
      coarse: messages.emptyCoarse,
    };
    const places = { word: wordOf(words, row), head: String(head + 1) };
    const drawing = smallMap('map', map, {
      name: sayText(messages.waysMapOf, { head: head + 1 }),
      room: ROOM,
      marked: row,
      isMasked: (query) => query === row,
    });
    const found = [
      [messages.emptyScores, all(masked)],
      [messages.emptyShares, all(shares)],
      [messages.emptyMixed, all(mixed)],
      [messages.emptyOutput, sameBits(output, bias) ? messages.emptyIsBias : all(output)],
    ];
    return html`<h3>${richText(messages.emptyCaption, places)}</h3>
      <div class="exhibit-row">
        ${drawing}
        ${facts(found.map(([name, value]) => [richText(name), richText(value)]))}
      </div>
      ${table(
        messages.emptyLibraries,
        [messages.polarityLibrary, messages.emptyBecomes],
        EMPTY_ROWS.map(([name, kind]) => [code(name), becomes[kind]]),
      )}`;
  },
});

function sameBits(a: Float32Array, b: Float32Array) {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
