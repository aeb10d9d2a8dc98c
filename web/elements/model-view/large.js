// The heads of one layer as <headwise-map> shows them: one of them large, with exact numbers, as lines or as a table.

import { mountMaps } from '../embed/mount-maps.js';
import { h, setAttribute } from '../shared/dom.js';

/**
 * @typedef {import('../lab/state/state.js').LabState['selection']} Selection
 * @typedef {import('../lab/state/state.js').LabState['view']} View
 *
 * @param {object} options
 * @param {string} options.language
 * @param {Pick<import('./messages/en.js').Messages, 'viewLabel' | 'viewMaps' | 'viewLines'>} options.messages
 * @param {string | null} [options.theme]
 * @param {View} [options.view]
 * @param {number} [options.height] room for the drawing
 * @param {(selection: Selection) => void} options.onChange another token was lit, or another head of the layer chosen
 */
export function createLarge({ language, messages, theme, view: first = 'head', height, onChange }) {
  const place = h('div', { class: 'models-maps' });
  const asMaps = choice(messages.viewMaps, 'head');
  const asLines = choice(messages.viewLines, 'lines');
  const toggle = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.viewLabel },
    asMaps,
    asLines,
  );
  let view = first;
  /** @type {Promise<Awaited<ReturnType<typeof mountMaps>>> | null} */
  let mounted = null;
  /** What is to be shown. @type {import('../embed/read-maps.js').Maps | null} */
  let latest = null;
  /** @type {Selection} */
  let selection = { head: 0, query: null, key: null };
  press();

  /** @param {string} text @param {View} one */
  function choice(text, one) {
    const onclick = () => {
      view = one;
      press();
      void mounted?.then((maps) => maps.setView(view));
    };
    return h('button', { type: 'button', onclick }, text);
  }

  function press() {
    setAttribute(asMaps, 'aria-pressed', String(view !== 'lines'));
    setAttribute(asLines, 'aria-pressed', String(view === 'lines'));
  }

  /** @param {import('../embed/read-maps.js').Maps} maps */
  function mount(maps) {
    const made = mountMaps(place, {
      ...{ ...maps, view, language, selection, theme, height, ofModel: true },
      onChange(next) {
        selection = next;
        onChange(next);
      },
    });
    made.catch(() => (mounted = null)); // what it loads may be there next time
    return made;
  }

  return {
    element: place,
    toggle,
    /**
     * @param {import('../embed/read-maps.js').Maps} maps of a layer
     * @param {number} head
     * @param {Selection} [lit] otherwise what was lit stays so, where it still is
     */
    async show(maps, head, lit) {
      const isThere = (/** @type {number | null} */ at, /** @type {number} */ size) =>
        at !== null && at < size;
      const keeps = isThere(selection.query, maps.rows) && isThere(selection.key, maps.columns);
      selection = lit ?? (keeps ? { ...selection, head } : { head, query: null, key: null });
      latest = maps;
      mounted ??= mount(maps);
      const large = await mounted;
      if (latest === maps) large.show(maps, selection); // else a later call shows others
      await large.ready;
    },
    dispose: () => void mounted?.then((maps) => maps.dispose()),
  };
}
