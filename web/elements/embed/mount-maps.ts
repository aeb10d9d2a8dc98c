// Mounts given maps with the lab's tools for maps.
// Highlights, numbers, a table, the keyboard, and sentences for screen readers. Nothing is
// computed.

import { useLocale } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { makeFrame } from '../lab/frame.ts';
import { lazyView } from '../lab/lazy.ts';
import { createLegend } from '../lab/maps/legend-line.ts';
import { watchAppearance } from '../lab/appearance.ts';
import { createMapStage } from '../lab/maps/map-stage.ts';
import { createLiveRegion } from '../lab/live-region.ts';
import { createEnlargedHeader } from '../lab/maps/enlarged-header.ts';
import { createTable } from '../lab/tables/table.ts';
import { loadFirstLabWords } from '../../words/lab.ts';
import { directionOf, pickLanguage } from '../../words/languages.ts';
import { createGivenActions, createGivenStore, frameOf } from './given-lab.ts';
import { adoptMapStyles } from './map-style.ts';
import type { Maps } from './read-maps.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame, Preview } from '../lab/frame.ts';
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
  const messages = await loadFirstLabWords(language);
  useLocale(messages.locale);
  let shown = frameOf(options);
  const asked = options.view as LabState['view'];
  const store = createGivenStore(
    { heads: options.heads, view: asked, selection },
    schedule,
    onChange,
  );
  let preview: Preview | null = null;
  let off: ReadonlySet<number> = new Set();
  let scheduled = 0;
  let drawn = () => {};
  const ready: Promise<void> = new Promise((resolve) => (drawn = resolve));
  const actions = createGivenActions({
    store,
    messages,
    frame,
    schedule,
    say: (sentence) => parts.spoken.say(sentence),
    preview: () => preview,
    setPreview(next) {
      preview = next;
    },
    settle: () => drawn(),
  });
  if (options.ofModel) {
    actions.switchOff = (next) => {
      off = next;
      schedule();
    };
  }
  const parts = createParts(messages, actions, options.ofModel ?? false);
  const { element, main, stage, lines } = parts;
  const appearance = watchAppearance(element, main, stage.element, options.theme, schedule, render);

  function frame() {
    const look = appearance.look();
    const state = store.get();
    const height = options.height ?? Math.min(MOST_HEIGHT, HEIGHT + HEAD_HEIGHT * state.heads);
    const least = options.ofModel ? LEAST_ROW : undefined;
    const size = { width: look.size.width, height, bounded: true, least };
    return makeFrame({ ...shown, state, preview, off, messages, look: { ...look, size } });
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    parts.update(now);
    const isDrawn = now.state.view === 'lines' ? lines.isDrawn?.() : stage.isDrawn();
    if (isDrawn) drawn();
  }

  root.lang = language;
  root.dir = directionOf(language);
  root.append(element);
  const dropStyles = adoptMapStyles(root);
  appearance.start();
  schedule();

  return {
    ready,
    /** Replaces the maps. */
    show(maps: Maps, next: LabState['selection']) {
      if (maps.attention !== shown.answer.attention) shown = frameOf(maps);
      preview = null;
      store.restore({ ...store.get(), heads: maps.heads, selection: next }, 0);
    },
    setView: (view: LabState['view']) => store.change({ view }, 'change'),
    dispose() {
      cancelAnimationFrame(scheduled);
      appearance.stop();
      element.remove();
      dropStyles();
    },
  };
}

function createParts(messages: Messages, actions: Actions, ofModel: boolean) {
  const liveRegion = createLiveRegion();
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
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') actions.letGo();
  };
  const view = (areLines: boolean) => html`
    <div class="headwise-lab" part="maps" @keydown=${leave}>
      <div class="main" ref=${(element: HTMLElement) => (main = element)}>
        <div hidden=${areLines}>
          <div class="view-tools">${legend.element}</div>
          ${header.element}${stage.element}${table.element}
        </div>
        ${lines.element}
      </div>
      ${liveRegion.element}
    </div>
  `;
  const root = createRoot(view(false));
  return {
    spoken: liveRegion,
    stage,
    lines,
    main,
    element: root.element,
    update(frame: Frame) {
      const areLines = frame.state.view === 'lines';
      root.render(view(areLines));
      lines.element.hidden = !areLines;
      if (areLines) return lines.update(frame);
      legend.update(frame);
      header.update(frame);
      stage.update(frame);
      table.update(frame);
      legend.nameAxes(stage.axesAreUnnamed());
    },
  };
}
