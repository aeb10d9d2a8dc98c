// The heads of one layer, as in <headwise-map>.
// One head is enlarged, with exact numbers, as lines or as a table.

import { createRoot, html } from '../../ui/template.ts';
import { mountMaps } from '../embed/mount-maps.ts';
import type { Maps } from '../embed/read-maps.ts';
import type { LabState } from '../lab/state/state.ts';

type Selection = LabState['selection'];

type View = LabState['view'];

/**
 * @param options.height room for the drawing
 * @param options.onChange called when another token is highlighted, or another head of the layer
 * chosen
 */
export function createLarge({
  language,
  theme,
  view: first = 'head',
  height,
  onChange,
}: {
  language: string;
  theme?: string | null;
  view?: View;
  height?: number;
  onChange: (selection: Selection) => void;
}) {
  const place = (isHidden: boolean) => html`<div class="models-maps" hidden=${isHidden}></div>`;
  const root = createRoot(place(false));
  let view = first;
  let mounted: Promise<Awaited<ReturnType<typeof mountMaps>>> | null = null;
  /** The maps to show. */
  let latest: Maps | null = null;
  let selection: Selection = { head: 0, query: null, key: null };

  function mount(maps: Maps) {
    const made = mountMaps(root.element, {
      ...maps,
      view,
      language,
      selection,
      theme,
      height,
      ofModel: true,
      onChange(next) {
        selection = next;
        onChange(next);
      },
    });
    made.catch(() => (mounted = null)); // the next attempt loads again
    return made;
  }

  return {
    element: root.element,
    hide: (isHidden: boolean) => root.render(place(isHidden)),
    setView(next: View) {
      view = next;
      void mounted?.then((maps) => maps.setView(view));
    },
    /** The highlight in the shown map. */
    selection: () => selection,
    /** @param maps maps of a layer; the highlight stays where its tokens still exist */
    async show(maps: Maps, head: number) {
      const isThere = (at: number | null, size: number) => at !== null && at < size;
      const keeps = isThere(selection.query, maps.rows) && isThere(selection.key, maps.columns);
      selection = keeps ? { ...selection, head } : { head, query: null, key: null };
      latest = maps;
      mounted ??= mount(maps);
      const large = await mounted;
      if (latest === maps) large.show(maps, selection); // a later call shows other maps
      await large.ready;
    },
    /** Highlights a query and a key, or none. */
    light(lit: Pick<Selection, 'query' | 'key'>) {
      selection = { ...selection, ...lit };
      const maps = latest;
      if (maps) void mounted?.then((large) => large.show(maps, selection));
    },
    dispose: () => void mounted?.then((maps) => maps.dispose()),
  };
}
