// The heads of one layer, as <headwise-map> shows them.
// One head is large, with exact numbers, as lines or as a table.

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
 * @param {{ text: string, show: (is: boolean) => void }} [options.more] a view beside these, which stands in for them
 * @param {(selection: Selection) => void} options.onChange another token was lit, or another head of the layer chosen
 */
export function createLarge({ language, messages, view: first = 'head', more, ...options }) {
  const { theme, height, onChange } = options;
  const place = h('div', { class: 'models-maps' });
  const asMaps = choice(messages.viewMaps, 'head');
  const asLines = choice(messages.viewLines, 'lines');
  const toggle = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.viewLabel },
    asMaps,
    asLines,
  );
  const asMore = more && h('button', { type: 'button', onclick: () => turn(true) }, more.text);
  if (asMore) toggle.append(asMore);
  let view = first;
  let isMore = false;
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
      turn(false);
      void mounted?.then((maps) => maps.setView(view));
    };
    return h('button', { type: 'button', onclick }, text);
  }

  /** @param {boolean} is whether the view beside these is wanted */
  function turn(is) {
    if (is !== isMore) more?.show(is);
    isMore = is;
    place.hidden = is;
    press();
  }

  function press() {
    setAttribute(asMaps, 'aria-pressed', String(!isMore && view !== 'lines'));
    setAttribute(asLines, 'aria-pressed', String(!isMore && view === 'lines'));
    if (asMore) setAttribute(asMore, 'aria-pressed', String(isMore));
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
    /** The highlight in the shown map. */
    selection: () => selection,
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
