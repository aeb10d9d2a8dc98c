// The heads of one layer, as in <headwise-map>.
// One head is enlarged, with exact numbers, as lines or as a table.

import { mountMaps } from '../embed/mount-maps.ts';
import { h, setAttribute } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/model-view.ts';
import type { Maps } from '../embed/read-maps.ts';
import type { LabState } from '../lab/state/state.ts';

type Selection = LabState['selection'];

type View = LabState['view'];

/**
 * @param options.height room for the drawing
 * @param options.more a view beside these, which can replace them
 * @param options.onChange called when another token is highlighted, or another head of the layer
 * chosen
 */
export function createLarge({
  language,
  messages,
  view: first = 'head',
  more,
  ...options
}: {
  language: string;
  messages: Pick<Messages, 'viewLabel' | 'viewMaps' | 'viewLines'>;
  theme?: string | null;
  view?: View;
  height?: number;
  more?: { text: string; show: (is: boolean) => void };
  onChange: (selection: Selection) => void;
}) {
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
  let mounted: Promise<Awaited<ReturnType<typeof mountMaps>>> | null = null;
  /** The maps to show. */
  let latest: Maps | null = null;
  let selection: Selection = { head: 0, query: null, key: null };
  press();

  function choice(text: string, one: View) {
    const onclick = () => {
      view = one;
      turn(false);
      void mounted?.then((maps) => maps.setView(view));
    };
    return h('button', { type: 'button', onclick }, text);
  }

  /** @param is whether the view beside these is wanted */
  function turn(is: boolean) {
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

  function mount(maps: Maps) {
    const made = mountMaps(place, {
      ...{ ...maps, view, language, selection, theme, height, ofModel: true },
      onChange(next) {
        selection = next;
        onChange(next);
      },
    });
    made.catch(() => (mounted = null)); // the next attempt loads again
    return made;
  }

  return {
    element: place,
    toggle,
    /** The highlight in the shown map. */
    selection: () => selection,
    /**
     * @param maps maps of a layer
     * @param lit the highlight; by default the present one, where its tokens still exist
     */
    async show(maps: Maps, head: number, lit?: Selection) {
      const isThere = (at: number | null, size: number) => at !== null && at < size;
      const keeps = isThere(selection.query, maps.rows) && isThere(selection.key, maps.columns);
      selection = lit ?? (keeps ? { ...selection, head } : { head, query: null, key: null });
      latest = maps;
      mounted ??= mount(maps);
      const large = await mounted;
      if (latest === maps) large.show(maps, selection); // a later call shows other maps
      await large.ready;
    },
    dispose: () => void mounted?.then((maps) => maps.dispose()),
  };
}
