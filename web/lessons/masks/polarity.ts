// Exhibit: one boolean mask, read in the two opposite conventions.
// It shows the resulting map, and which library uses which.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { code, table } from '../exhibit-parts.ts';
import { computePolarity } from './experiment.ts';

const ROOM = 250;

/**
 * The library, and whether true in a boolean mask means "may attend", from calls of each; see
 * web/docs/semantics.md.
 */
export const TRUE_MEANS: readonly (readonly [string, boolean])[] = Object.freeze([
  ['torch.nn.MultiheadAttention', false],
  ['torch.nn.functional.scaled_dot_product_attention', true],
  ['keras.layers.MultiHeadAttention', true],
  ['flax.nnx.MultiHeadAttention', true],
  ['ONNX Attention', true],
]);

export const polarity = exhibit({
  name: 'polarity',
  lab: 'withheld',
  asks: ({ trace, head }) => trace && { trace, head },
  compute: (engine, { trace, head }) => computePolarity(engine, trace, { head }),
  view({ table: bits, attend, ignore }, { messages, head, row, smallMap }) {
    const { shape } = attend;
    const isTrue = (query: number, key: number) => bits[query * shape[1] + key] === 1;
    const isFalse = (query: number, key: number) => !isTrue(query, key);
    const scaleMax = Math.max(...attend.data, ...ignore.data);
    const drawing = { room: ROOM, marked: row, scaleMax };
    const maps = [
      smallMap(
        'table',
        { data: Float32Array.from(bits), shape },
        {
          name: `${messages.polarityTable}: ■ ${messages.polarityTrue}, · ${messages.polarityFalse}`,
          room: ROOM,
          scaleMax: 1,
          isMasked: isFalse,
        },
      ),
      smallMap('attend', attend, { ...drawing, name: messages.polarityAttend, isMasked: isFalse }),
      smallMap('ignore', ignore, { ...drawing, name: messages.polarityIgnore, isMasked: isTrue }),
    ];
    const libraries = TRUE_MEANS.map(([name, may]) => [
      code(name),
      html`<span class=${may ? '' : 'other'}>
        ${may ? messages.polarityMay : messages.polarityMayNot}
      </span>`,
    ]);
    const names = html`<span>
      ${messages.polarityNames}: ${code('{ attend }')} / ${code('{ ignore }')}
    </span>`;
    return html`<h3>${sayText(messages.polarityCaption, { head: head + 1 })}</h3>
      <div class="exhibit-row">${maps}</div>
      ${table(
        messages.polarityWho,
        [messages.polarityLibrary, messages.polarityWho],
        [...libraries, [code('headwise'), names]],
      )}`;
  },
});
