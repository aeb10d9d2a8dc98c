// Exhibit: one boolean mask, read in the two opposite conventions.
// It shows the resulting map, and which library uses which.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computePolarity } from './experiment.ts';
import { codeOf, createTable } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

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

export function createPolarity(kit: Kit) {
  const { messages } = kit;
  const caption = h('h3', null);
  const table = createSmallMap(messages);
  const attend = createSmallMap(messages);
  const ignore = createSmallMap(messages);
  const libraries = createTable(messages.polarityWho, [
    messages.polarityLibrary,
    messages.polarityWho,
  ]);
  libraries.show([
    ...TRUE_MEANS.map(([name, may]) => [
      codeOf(name),
      h(
        'span',
        { class: may ? '' : 'other' },
        may ? messages.polarityMay : messages.polarityMayNot,
      ),
    ]),
    [
      codeOf('headwise'),
      h(
        'span',
        null,
        messages.polarityNames,
        ': ',
        codeOf('{ attend }'),
        ' / ',
        codeOf('{ ignore }'),
      ),
    ],
  ]);
  const element = h(
    'div',
    { class: 'polarity' },
    caption,
    h('div', { class: 'exhibit-row' }, table.element, attend.element, ignore.element),
    libraries.element,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number) => ({
      ...(await computePolarity(await kit.engine(), trace, { head })),
      head,
    }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show({
    table: bits,
    attend: may,
    ignore: mayNot,
    head,
  }: Awaited<ReturnType<typeof computePolarity>> & { head: number }) {
    if (!newest) return;
    const moment = { ...newest, head };
    const { shape } = may;
    const columns = shape[1];
    const isTrue = (row: number, column: number) => bits[row * columns + column] === 1;
    caption.textContent = fillText(messages.polarityCaption, { head: head + 1 });
    table.show(
      { data: Float32Array.from(bits), shape },
      {
        moment,
        name: `${messages.polarityTable}: ■ ${messages.polarityTrue}, · ${messages.polarityFalse}`,
        room: ROOM,
        scaleMax: 1,
        isMasked: (row, column) => !isTrue(row, column),
      },
    );
    const scaleMax = Math.max(...may.data, ...mayNot.data);
    attend.show(may, {
      moment,
      name: messages.polarityAttend,
      room: ROOM,
      marked: newest.row,
      scaleMax,
      isMasked: (row, column) => !isTrue(row, column),
    });
    ignore.show(mayNot, {
      moment,
      name: messages.polarityIgnore,
      room: ROOM,
      marked: newest.row,
      scaleMax,
      isMasked: isTrue,
    });
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      ask(moment.trace, moment.head);
      ask.again();
    },
  };
}
