// Given maps with everything that the lab has for maps: lights, numbers, a table, the keyboard, what a screen reader
// says. Nothing is computed.

import { chooseScale } from '../../views/scale.js';
import { createActions } from '../lab/actions.js';
import { h } from '../shared/dom.js';
import { useLocale } from '../shared/format.js';
import { makeFrame } from '../lab/frame.js';
import { laterView } from '../lab/later.js';
import { createLegend } from '../lab/maps/legend-line.js';
import { createLookout } from '../lab/look.js';
import { createMapStage } from '../lab/maps/map-stage.js';
import { untrained } from '../lab/answer/source.js';
import { createSpoken } from '../lab/spoken.js';
import { DEFAULT_STATE } from '../lab/state/state.js';
import { createStrip } from '../lab/maps/strip.js';
import { createTable } from '../lab/tables/table.js';
import { loadMessages } from '../messages/load.js';
import { directionOf, pickLanguage } from '../messages/pick.js';
import { adoptMapStyles } from './map-style.js';

/**
 * @typedef {import('../lab/state/state.js').LabState} LabState
 * @typedef {import('../lab/frame.js').Preview} Preview
 *
 * @typedef {import('./read-maps.js').Maps & {
 *   view?: string | null,
 *   theme?: string | null,
 *   language?: string | null,
 *   onChange?: (selection: LabState['selection']) => void,
 *   selection?: LabState['selection'],
 * }} MapOptions
 */

/** Room for the maps, in CSS pixels: they stand in a text. Each head adds some, up to a screenful. */
const HEIGHT = 520;
const HEAD_HEIGHT = 20;
const MOST_HEIGHT = 900;
const VIEWS = ['heads', 'head', 'table', 'lines'];

/**
 * @param {HTMLElement} root
 * @param {MapOptions} options
 */
export async function mountMaps(root, options) {
  const { onChange, selection = { head: 0, query: null, key: null } } = options;
  const language = pickLanguage([options.language]);
  const messages = await loadMessages(language);
  useLocale(messages.locale);
  let shown = shownOf(options);
  /** @type {LabState} */
  let state = {
    ...DEFAULT_STATE,
    heads: options.heads,
    view: /** @type {LabState['view']} */ (
      VIEWS.includes(options.view ?? '') ? options.view : 'heads'
    ),
    selection,
  };
  /** @type {Preview | null} */
  let preview = null;
  let scheduled = 0;
  let drawn = () => {};
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => (drawn = resolve));

  /** Keeps no history, and takes any number of heads. */
  const store = /** @type {import('../lab/state/history.js').Store} */ ({
    get: () => state,
    at: () => 0,
    /** @param {Partial<LabState>} part */
    change(part) {
      state = { ...state, ...part };
      schedule();
      if (part.selection) onChange?.(state.selection);
    },
    undo() {},
    redo() {},
    canUndo: () => false,
    canRedo: () => false,
    restore() {},
  });
  const spoken = createSpoken();
  const actions = createActions({
    store,
    travel: () => false,
    messages,
    frame,
    schedule,
    say: (sentence) => spoken.say(sentence),
    preview: () => preview,
    setPreview(next) {
      preview = next;
    },
    learned() {},
    retry() {},
    compute: () => Promise.reject(new Error('given maps are not computed')),
    engine: () => Promise.reject(new Error('given maps are not computed')),
    settle: () => drawn(),
    type() {},
    inserted: () => '',
  });
  const strip = createStrip(messages, actions);
  const legend = createLegend(messages);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  const maps = h(
    'div',
    null,
    h('div', { class: 'view-tools' }, legend.element),
    strip.element,
    stage.element,
    table.element,
  );
  const lines = laterView(async () => {
    const { createLines } = await import('../lab/lines/lines.js');
    return createLines(messages, actions);
  }, actions);
  const main = h('div', { class: 'main' }, maps, lines.element);
  const element = h('div', { class: 'headwise-lab', part: 'maps' }, main, spoken.element);
  const lookout = createLookout(element, main, stage.element, options.theme, schedule, render);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') actions.letGo();
  });

  function frame() {
    const look = lookout.look();
    const height = Math.min(MOST_HEIGHT, HEIGHT + HEAD_HEIGHT * state.heads);
    return makeFrame({
      ...{ state, preview, ...shown },
      ...{ source: untrained, model: untrained, sources: [untrained], unknown: [] },
      blend: null,
      blendProblem: null,
      stale: false,
      error: null,
      learned: false,
      withheld: false,
      messages,
      look: { ...look, size: { width: look.size.width, height, bounded: true } },
    });
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    const areLines = state.view === 'lines';
    maps.hidden = areLines;
    lines.element.hidden = !areLines;
    if (areLines) {
      lines.update(now);
      if (lines.isDrawn?.()) drawn();
      return;
    }
    legend.update(now);
    strip.update(now);
    stage.update(now);
    table.update(now);
    legend.nameAxes(stage.axesAreUnnamed());
    if (stage.isDrawn()) drawn();
  }

  root.lang = language;
  root.dir = directionOf(language);
  root.append(element);
  const dropStyles = adoptMapStyles(root);
  lookout.start();
  schedule();

  return {
    ready,
    /**
     * Other maps in place of these.
     * @param {import('./read-maps.js').Maps} maps
     * @param {LabState['selection']} selection
     */
    show(maps, selection) {
      shown = shownOf(maps);
      preview = null;
      state = { ...state, heads: maps.heads, selection };
      schedule();
    },
    /** @param {LabState['view']} view */
    setView: (view) => store.change({ view }, 'change'),
    dispose() {
      cancelAnimationFrame(scheduled);
      lookout.stop();
      element.remove();
      dropStyles();
    },
  };
}

/**
 * Given maps as the answer of an engine that there is not.
 *
 * @param {import('./read-maps.js').Maps} maps
 */
function shownOf({ attention, heads, rows, columns, rowTokens, columnTokens }) {
  const asTokens = (/** @type {readonly string[]} */ pieces) =>
    pieces.map((piece) => ({ id: 0, piece, start: 0, end: 0 }));
  const queries = asTokens(rowTokens);
  const keys = asTokens(columnTokens);
  const answer = /** @type {import('../lab/answer/answer.js').Answer} */ ({
    question: {
      ...{ queries, keys, heads, width: heads, causal: false, padding: 0, scaled: true, seed: 0 },
      ...{ source: untrained, layer: 0, edits: {}, detailed: false },
    },
    ...{ attention, rows, columns },
    ...{ trace: null, before: null, milliseconds: 0, backend: null },
  });
  return {
    first: { tokens: queries, truncated: false },
    second: { tokens: keys, truncated: false },
    answer,
    scale: chooseScale(attention),
  };
}
