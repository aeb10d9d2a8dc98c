// Mounts a whole model's given attention: overview and chosen layer.
// The layer is a map, lines of many heads, or a table. Nothing is computed but sums of given
// numbers, where tokens are merged into words.

/// <reference path="../css.d.ts" />

import { adopt } from '../shared/adopt.js';
import { h } from '../shared/dom.js';
import { useLocale } from '../shared/format.js';
import { followAround, themeAt } from '../shared/theme.js';
import { adoptMapStyles } from '../embed/map-style.js';
import { pickLanguage, directionOf } from '../messages/pick.js';
import { wordsOf } from '../messages/words.js';
import { loadMessages } from '../messages/load.js';
import { boardStyle, createBoard } from './board.js';
import { gather, groupsOf } from './gather.js';
import { createLarge } from './large.js';
import { modelViewMessages } from './messages/index.js';
import style from './model-view.css';
import { readModel } from './read-model.js';
import { createThumbnails } from './thumbnails.js';
import { createTools, indexOfPair, pairsOf } from './tools.js';

/**
 * @typedef {import('./tools.js').Choice} Choice
 * @typedef {import('./read-model.js').Part} Part
 * @typedef {import('./read-model.js').Kind} Kind
 *
 * @typedef {object} ModelSelection query and key count the tokens that were given
 * @property {number} layer
 * @property {number} head
 * @property {number | null} query
 * @property {number | null} key
 * @property {Kind} [kind] where there are several
 * @property {number} [example] where there are several
 *
 * @typedef {object} ModelOptions
 * @property {string | null} [view]
 * @property {string | null} [theme]
 * @property {string | null} [language]
 * @property {(selection: ModelSelection) => void} [onChange]
 */

/** Room for the large drawing, CSS pixels: with the tools all of it is at most 800 high. */
const HEIGHT = 540;
const NARROW_HEIGHT = 360;
const NARROW = 640;
/** What the small pictures follow. */
const THUMBNAILS = /** @type {const} */ (['part', 'example', 'pair', 'whole']);
const VIEWS = /** @type {const} */ (['head', 'heads', 'table', 'lines']);

export { readModel };

/**
 * @param {HTMLElement} root
 * @param {readonly Part[]} parts as readModel gives them
 * @param {ModelOptions} options
 */
export async function mountModel(root, parts, options) {
  const language = pickLanguage([options.language]);
  const messages = wordsOf(language, modelViewMessages);
  useLocale((await loadMessages(language)).locale);
  const view = VIEWS.find((one) => one === options.view) ?? 'head';
  /** @type {Choice} */
  let choice = { part: 0, layer: 0, head: 0, example: 0, pair: null, whole: false };
  /** @type {ReturnType<typeof arrange> | null} what is shown large */
  let shown = null;

  const tools = createTools(parts, messages, choose);
  const board = createBoard({ messages, onChoose: choose });
  const large = createLarge({
    ...{ language, messages, view, theme: options.theme },
    height: root.clientWidth < NARROW ? NARROW_HEIGHT : HEIGHT,
    onChange(lit) {
      if (lit.head !== choice.head) {
        choice = { ...choice, head: lit.head };
        look();
      }
      tell(lit);
    },
  });
  const thumbnails = createThumbnails((layer, small) => board.put(layer, small));
  const probe = h('span', { hidden: true });
  const one = h('section', { class: 'model-one' }, large.element);
  const columns = h('div', { class: 'model-columns' }, board.element, one);
  const element = h('div', { class: 'headwise-lab model-view', part: 'model' });
  tools.element.append(large.toggle);
  element.append(tools.element, columns, probe);

  /** @param {Partial<Choice>} part */
  function choose(part) {
    const before = choice;
    choice = within(parts, { ...choice, ...part });
    look();
    if (THUMBNAILS.some((name) => before[name] !== choice[name])) drawThumbnails();
    tell({ query: null, key: null });
    void show();
  }

  function look() {
    const fixed = options.theme === 'light' || options.theme === 'dark' ? options.theme : null;
    const theme = fixed ?? themeAt(element, probe);
    element.dataset.theme = theme;
    board.resize(parts[choice.part]);
    board.update({ chosen: { layer: choice.layer, head: choice.head }, theme });
    tools.update(choice);
  }

  function drawThumbnails() {
    const part = parts[choice.part];
    const { rows, columns } = groupsShown(part, choice);
    thumbnails.draw(part, choice.example, { rows: rows.groups, columns: columns.groups });
  }

  async function show() {
    if (!shown || !isSameDrawing(shown.of, choice)) shown = arrange(parts[choice.part], choice);
    await large.show(shown.maps, choice.head);
  }

  /** @param {{ query: number | null, key: number | null }} lit among what is shown */
  function tell({ query, key }) {
    const { part, layer, head, example } = choice;
    const at = (
      /** @type {readonly (readonly number[])[]} */ groups,
      /** @type {number | null} */ i,
    ) => (i === null ? null : groups[i][0]);
    options.onChange?.({
      ...{ layer, head },
      query: shown ? at(shown.rows.groups, query) : null,
      key: shown ? at(shown.columns.groups, key) : null,
      ...(parts.length > 1 && { kind: parts[part].kind }),
      ...(parts[part].examples > 1 && { example }),
    });
  }

  root.lang = language;
  root.dir = directionOf(language);
  root.append(element);
  const dropStyles = [adoptMapStyles(root), adopt(root, [boardStyle, style])];
  const unfollow = followAround(element, () => {
    if (element.isConnected) look();
  });
  look();
  drawThumbnails();

  return {
    ready: Promise.all([show(), thumbnails.ready()]).then(() => {}),
    dispose() {
      unfollow();
      thumbnails.stop();
      board.stop();
      large.dispose();
      element.remove();
      for (const drop of dropStyles) drop();
    },
  };
}

/**
 * A choice that there is: other kinds of attention may have fewer layers, heads and sentences.
 *
 * @param {readonly Part[]} parts
 * @param {Choice} choice
 * @returns {Choice}
 */
function within(parts, choice) {
  const part = parts[choice.part];
  const example = Math.min(choice.example, part.examples - 1);
  const pairs = pairsOf(part, example);
  return {
    ...choice,
    layer: Math.min(choice.layer, part.layers - 1),
    head: Math.min(choice.head, part.heads - 1),
    example,
    pair: indexOfPair(pairs, choice.pair) < 0 ? null : choice.pair,
  };
}

/** Whether both show the same maps, of which one is large. @param {Choice} one @param {Choice} other */
function isSameDrawing(one, other) {
  return /** @type {const} */ (['part', 'layer', 'example', 'pair', 'whole']).every(
    (name) => one[name] === other[name],
  );
}

/** Which tokens are shown, and which of them stand together. @param {Part} part @param {Choice} choice */
function groupsShown(part, { example, pair, whole }) {
  return {
    rows: groupsOf(part.rowSide(example), { segment: pair?.[0] ?? null, whole }),
    columns: groupsOf(part.columnSide(example), { segment: pair?.[1] ?? null, whole }),
  };
}

/**
 * The maps of a layer as they are shown.
 *
 * @param {Part} part
 * @param {Choice} choice
 */
function arrange(part, choice) {
  const { layer, example } = choice;
  const { rows, columns } = groupsShown(part, choice);
  const maps = {
    attention: gather(part.at(layer, example), part, rows.groups, columns.groups),
    ...{ heads: part.heads, rows: rows.groups.length, columns: columns.groups.length },
    ...{ rowTokens: rows.names, columnTokens: columns.names },
  };
  return { of: choice, maps, rows, columns };
}
