// Exhibit: a word that may attend to nothing.
// Its scores, weights, new vector and output, and how libraries treat it.

import { fillText, h, ownWords } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { computeEmptyRow } from '../experiments/masks.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { codeOf, createTable, fact as line } from './parts.js';
import { createSmallMap } from './small-map.js';

const ROOM = 270;

/**
 * What a query that may attend to nothing gives, as web/docs/semantics.md has it from calling each.
 * @type {readonly (readonly [string, 'zeros' | 'nan' | 'mean' | 'keras' | 'coarse'])[]}
 */
export const EMPTY_ROWS = Object.freeze([
  ['torch.nn.MultiheadAttention', 'nan'],
  ['torch.nn.functional.scaled_dot_product_attention', 'zeros'],
  ['keras.layers.MultiHeadAttention', 'keras'],
  ['flax.nnx.MultiHeadAttention', 'mean'],
  ['ONNX Attention', 'zeros'],
  ['onnxruntime MultiHeadAttention', 'coarse'],
  ['headwise', 'zeros'],
]);

/** @param {import('../exhibits.js').Kit} kit */
export function createEmptyRow(kit) {
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
  /** @type {import('../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => ({ ...(await computeEmptyRow(await kit.engine(), trace, { head, row })), head, row }),
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

  const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
    line(richText(name), richText(value));

  /** @param {Float32Array} values */
  function all(values) {
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
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      ask(moment.trace, moment.head, moment.row);
    },
  };
}

/**
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
function sameBits(a, b) {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
