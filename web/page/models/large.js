// The heads of one layer as <headwise-map> shows them: one of them large, with exact numbers, as lines or as a table.

import { mountMaps } from '../../elements/embed/mount-maps.js';
import { readMaps } from '../../elements/embed/read-maps.js';
import { h, setAttribute } from '../../elements/shared/dom.js';

/**
 * @param {object} options
 * @param {string} options.language
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {(head: number) => void} options.onHead another head of the layer was chosen in here
 */
export function createLarge({ language, messages, onHead }) {
  const place = h('div', { class: 'models-maps' });
  const asMaps = choice(messages.viewMaps, 'head');
  const asLines = choice(messages.viewLines, 'lines');
  const toggle = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.viewLabel },
    asMaps,
    asLines,
  );
  /** @type {'head' | 'lines'} */
  let view = 'head';
  /** @type {Promise<Awaited<ReturnType<typeof mountMaps>>> | null} */
  let mounted = null;
  /** @type {import('../../elements/lab/state/state.js').LabState['selection']} */
  let selection = { head: 0, query: null, key: null };
  press();

  /** @param {string} text @param {'head' | 'lines'} one */
  function choice(text, one) {
    const onclick = () => {
      view = one;
      press();
      void mounted?.then((maps) => maps.setView(view));
    };
    return h('button', { type: 'button', onclick }, text);
  }

  function press() {
    setAttribute(asMaps, 'aria-pressed', String(view === 'head'));
    setAttribute(asLines, 'aria-pressed', String(view === 'lines'));
  }

  return {
    element: place,
    toggle,
    /**
     * @param {{ data: Float32Array, shape: number[] }} attention of a layer
     * @param {number} head
     * @param {{ rows: string[], columns: string[] }} names
     */
    async show(attention, head, { rows, columns }) {
      const maps = readMaps(attention, rows, columns);
      const isSame = (/** @type {number | null} */ at, /** @type {number} */ size) =>
        at !== null && at < size;
      const keeps = isSame(selection.query, maps.rows) && isSame(selection.key, maps.columns);
      selection = keeps ? { ...selection, head } : { head, query: null, key: null };
      if (mounted) return (await mounted).show(maps, selection);
      mounted = mountMaps(place, {
        ...{ ...maps, view, language, selection },
        onChange(next) {
          const moved = next.head !== selection.head;
          selection = next;
          if (moved) onHead(next.head);
        },
      });
      await (
        await mounted
      ).ready;
    },
    dispose: () => void mounted?.then((maps) => maps.dispose()),
  };
}
