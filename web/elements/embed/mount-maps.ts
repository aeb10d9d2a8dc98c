// Mounts given maps with the lab's tools for maps.
// Highlights, numbers, a table, the keyboard, and sentences for screen readers. Nothing is
// computed.

import { useLocale } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { chooseScale } from '../../views/scale.ts';
import { makeMapFrame } from '../lab/frame.ts';
import { lazyView } from '../lab/lazy.ts';
import { createLegend } from '../lab/maps/legend-line.ts';
import { sentenceOfMaps } from '../lab/live-region.ts';
import { createMapStage } from '../lab/maps/map-stage.ts';
import { createEnlargedHeader } from '../lab/maps/enlarged-header.ts';
import { mountView } from '../lab/mount-view.ts';
import { createSelectionActions } from '../lab/selection-actions.ts';
import { sameSelection } from '../lab/state/state.ts';
import { createTable } from '../lab/tables/table.ts';
import { table } from '../../words/en/lab/table.ts';
import { loadFirstLabWords } from '../../words/lab.ts';
import { directionOf, pickLanguage } from '../../words/languages.ts';
import { adoptMapStyles } from './map-style.ts';
import type { Maps } from './read-maps.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { MapFrame, MapState, SelectionActions } from '../lab/frame.ts';
import type { LabState } from '../lab/state/state.ts';

/**
 * height: room for the drawing, CSS pixels; ofModel: the maps are the heads of one layer, beside an
 * overview of all
 */
type MapOptions = Maps & {
  view?: string | null;
  theme?: string | null;
  language?: string | null;
  onChange?: (selection: LabState['selection']) => void;
  selection?: LabState['selection'];
  height?: number;
  ofModel?: boolean;
};

/**
 * Room for the maps, in CSS pixels, inside a page of text. Each head adds some, up to a screenful.
 */
const HEIGHT = 520;
const HEAD_HEIGHT = 20;
const MOST_HEIGHT = 900;
/**
 * Least height of a row of lines beside an overview of all heads: not every row has room for its
 * word.
 */
const LEAST_ROW = 5;

export async function mountMaps(root: HTMLElement, options: MapOptions) {
  const { onChange, selection = { head: 0, query: null, key: null } } = options;
  const language = pickLanguage([options.language]);
  // the first texts have none of the table's, which the lab loads later
  const messages = { ...table, ...(await loadFirstLabWords(language)) };
  useLocale(messages.locale);
  let shown: Maps = options;
  let scale = chooseScale(shown.attention);
  /** the view that the page asked for last; readers may have chosen another one */
  let shownAs = options.view;
  let off: ReadonlySet<number> = new Set();
  let drawn = () => {};
  const ready: Promise<void> = new Promise((resolve) => (drawn = resolve));
  root.lang = language;
  root.dir = directionOf(language);
  const view = mountView<MapState, MapFrame>(root, {
    messages,
    theme: options.theme,
    state: { view: viewOf(options.view), selection, numbers: false, solo: null },
    create(needs) {
      const actions = createSelectionActions({ ...needs, settle: drawn });
      if (options.ofModel) {
        actions.switchOff = (next) => {
          off = next;
          needs.schedule();
        };
      }
      const parts = createParts(messages, actions, options.ofModel ?? false, drawn);
      return { ...parts, adoptStyles: () => adoptMapStyles(root) };
    },
    frame({ look, ...now }) {
      const height = options.height ?? Math.min(MOST_HEIGHT, HEIGHT + HEAD_HEIGHT * shown.heads);
      const least = options.ofModel ? LEAST_ROW : undefined;
      const size = { width: look.size.width, height, bounded: true, least };
      return makeMapFrame({ ...now, maps: shown, scale, off, look: { ...look, size } });
    },
    sentence: sentenceOfMaps,
    onSelection: onChange,
  });

  function show(maps: Maps, next: LabState['selection']) {
    if (maps.attention !== shown.attention) {
      shown = maps;
      scale = chooseScale(maps.attention);
    }
    view.reset({ selection: next });
  }

  /** Selects what exists of a wanted selection, and reports one that had to move. */
  function select(wanted: LabState['selection'], maps: Maps = shown) {
    const next = within(maps, wanted);
    show(maps, next);
    if (!sameSelection(next, wanted)) onChange?.(next);
  }

  return {
    ready,
    /** Replaces the maps. */
    show,
    selection: () => {
      const { head, query, key } = view.get().selection;
      return { head, query, key };
    },
    select: ({ head, query, key }: LabState['selection']) => select({ head, query, key }),
    /** Replaces the maps; the selection stays where it still exists. */
    update(maps: Maps, named: string | null | undefined) {
      if (viewOf(named) !== view.get().view && named !== shownAs) {
        view.change({ view: viewOf(named) });
      }
      shownAs = named;
      select(view.get().selection, maps);
    },
    setView: (next: LabState['view']) => view.change({ view: next }),
    dispose: view.dispose,
  };
}

/** The part of a selection that maps have. */
function within({ heads, rows, columns }: Maps, { head, query, key }: LabState['selection']) {
  const at = (index: number | null, size: number) =>
    index !== null && index < size ? index : null;
  return { head: head < heads ? head : 0, query: at(query, rows), key: at(key, columns) };
}

const VIEWS = ['heads', 'head', 'table', 'lines'] as const;

function viewOf(wanted: string | null | undefined) {
  return VIEWS.find((name) => name === wanted) ?? 'heads';
}

/** @param drawn called after each drawing that is complete */
function createParts(
  messages: Messages,
  actions: SelectionActions,
  ofModel: boolean,
  drawn: () => void,
) {
  const header = createEnlargedHeader(messages, actions, !ofModel);
  const legend = createLegend(messages);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  const lines = lazyView(async () => {
    const [{ createLines }, { completeMessages }] = await Promise.all([
      import('../lab/lines/lines.ts'),
      import('../../words/en/lab-later.ts'),
    ]);
    completeMessages(messages);
    return createLines(messages, actions);
  }, actions);
  let main!: HTMLElement;
  const view = (areLines: boolean) => html`
    <div class="headwise-lab" part="maps">
      <div class="main" ref=${(element: HTMLElement) => (main = element)}>
        <div hidden=${areLines}>
          <div class="view-tools">${legend.element}</div>
          ${header.element}${stage.element}${table.element}
        </div>
        ${lines.element}
      </div>
    </div>
  `;
  const root = createRoot(view(false));

  function update(frame: MapFrame) {
    const areLines = frame.state.view === 'lines';
    root.render(view(areLines));
    lines.element.hidden = !areLines;
    if (areLines) return lines.update(frame);
    legend.update(frame);
    header.update(frame);
    stage.update(frame);
    table.update(frame);
    legend.nameAxes(stage.axesAreUnnamed());
  }

  return {
    main,
    views: stage.element,
    element: root.element,
    letGo: actions.letGo,
    update(frame: MapFrame) {
      update(frame);
      if (frame.state.view === 'lines' ? lines.isDrawn?.() : stage.isDrawn()) drawn();
    },
  };
}
