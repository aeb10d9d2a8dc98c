// Mounts a whole model's given attention: overview and chosen layer.
// The layer is a map, lines of many heads, or a table. The only computed numbers are sums of given
// ones, where tokens are merged into words.

/// <reference path="../css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import { segments } from '../../ui/controls.ts';
import { useLocale } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { followAround, themeAt } from '../../ui/theme.ts';
import { adoptMapStyles } from '../embed/map-style.ts';
import { pickLanguage, directionOf } from '../../words/languages.ts';
import { loadFirstLabWords } from '../../words/lab.ts';
import { loadModelViewWords } from '../../words/model-view.ts';
import { boardStyle, createBoard } from './board.ts';
import { gather, groupsOf } from './gather.ts';
import { createLarge } from './large.ts';
import style from './model-view.css';
import { readModel } from './read-model.ts';
import { createThumbnails } from './thumbnails.ts';
import { indexOfPair, pairsOf, tools } from './tools.ts';
import type { Theme } from '../../views/color.ts';
import type { Choice } from './tools.ts';
import type { Kind, Part } from './read-model.ts';

/** query and key are indexes of the given tokens */
interface ModelSelection {
  layer: number;
  head: number;
  query: number | null;
  key: number | null;
  /** where there are several */
  kind?: Kind;
  /** where there are several */
  example?: number;
}

interface ModelOptions {
  view?: string | null;
  theme?: string | null;
  language?: string | null;
  onChange?: (selection: ModelSelection) => void;
}

interface State {
  choice: Choice;
  view: (typeof VIEWS)[number];
  /** null: not in the document yet */
  theme: Theme | null;
}

/** Room for the large drawing, CSS pixels: with the tools the whole view is at most 800 high. */
const HEIGHT = 540;
const NARROW_HEIGHT = 360;
const NARROW = 640;
/** Choices that the thumbnails depend on. */
const THUMBNAILS = ['part', 'example', 'pair', 'whole'] as const;
const VIEWS = ['head', 'heads', 'table', 'lines'] as const;

export { readModel };

/** @param parts result of readModel */
export async function mountModel(root: HTMLElement, first: readonly Part[], options: ModelOptions) {
  let parts = first;
  const language = pickLanguage([options.language]);
  const messages = await loadModelViewWords(language);
  useLocale((await loadFirstLabWords(language)).locale);
  const state: State = {
    choice: { part: 0, layer: 0, head: 0, example: 0, pair: null, whole: false },
    view: VIEWS.find((one) => one === options.view) ?? 'head',
    theme: null,
  };
  /** the view that the page asked for last */
  let shownAs = options.view;
  /** maps of the large drawing */
  let shown: ReturnType<typeof arrange> | null = null;
  let probe!: HTMLElement;

  const board = createBoard({ messages, onChoose: choose });
  const large = createLarge({
    language,
    view: state.view,
    theme: options.theme,
    height: root.clientWidth < NARROW ? NARROW_HEIGHT : HEIGHT,
    onChange(lit) {
      if (lit.head !== state.choice.head) {
        state.choice = { ...state.choice, head: lit.head };
        look();
      }
      tell(lit);
    },
  });
  const thumbnails = createThumbnails((layer, small) => board.put(layer, small));
  const views = [
    { value: 'head', text: messages.viewMaps },
    { value: 'lines', text: messages.viewLines },
  ] as const;

  const view = ({ choice, view, theme }: State) => html`<div
    class="headwise-lab model-view"
    part="model"
    data-theme=${theme}
    data-ground=${isFixed(options.theme) ? '' : null}
  >
    <div class="model-tools">
      ${tools(parts, choice, messages, choose)}
      ${segments(messages.viewLabel, views, view === 'lines' ? 'lines' : 'head', turn)}
    </div>
    <div class="model-columns">
      ${board.element}
      <section class="model-one">${large.element}</section>
    </div>
    <span hidden ref=${(one: HTMLElement) => (probe = one)}></span>
  </div>`;
  const { element, render } = createRoot(view(state));

  function turn(next: 'head' | 'lines') {
    state.view = next;
    render(view(state));
    large.setView(next);
  }

  function choose(part: Partial<Choice>) {
    const before = state.choice;
    state.choice = within(parts, { ...before, ...part });
    look();
    if (THUMBNAILS.some((name) => before[name] !== state.choice[name])) drawThumbnails();
    tell({ query: null, key: null });
    void show();
  }

  function look() {
    const theme = isFixed(options.theme) ? options.theme : themeAt(element, probe);
    state.theme = theme;
    render(view(state));
    const { part, layer, head } = state.choice;
    board.resize(parts[part]);
    board.update({ chosen: { layer, head }, theme });
  }

  function drawThumbnails() {
    const { part, example } = state.choice;
    const { rows, columns } = groupsShown(parts[part], state.choice);
    thumbnails.draw(parts[part], example, { rows: rows.groups, columns: columns.groups });
  }

  async function show() {
    const { choice } = state;
    if (!shown || !isSameDrawing(shown.of, choice)) shown = arrange(parts[choice.part], choice);
    await large.show(shown.maps, choice.head);
  }

  /** @param lit indexes among the shown tokens */
  function tell(lit: { query: number | null; key: number | null }) {
    options.onChange?.(selectionOf(lit));
  }

  function selectionOf({ query, key }: { query: number | null; key: number | null }) {
    const { part, layer, head, example } = state.choice;
    const at = (groups: readonly (readonly number[])[], i: number | null) =>
      i === null ? null : groups[i][0];
    return {
      layer,
      head,
      query: shown ? at(shown.rows.groups, query) : null,
      key: shown ? at(shown.columns.groups, key) : null,
      ...(parts.length > 1 && { kind: parts[part].kind }),
      ...(parts[part].examples > 1 && { example }),
    };
  }

  const selection = () => selectionOf(large.selection());

  async function select(wanted: Partial<ModelSelection> & { head: number }) {
    const { layer = state.choice.layer, head, example = state.choice.example } = wanted;
    const named = parts.findIndex(({ kind }) => kind === wanted.kind);
    const part = named < 0 ? state.choice.part : named;
    const before = state.choice;
    state.choice = within(parts, { ...before, part, layer, head, example });
    look();
    if (THUMBNAILS.some((name) => before[name] !== state.choice[name])) drawThumbnails();
    await show();
    const among = (groups: readonly (readonly number[])[] = [], token: number | null = null) => {
      const at = groups.findIndex((group) => token !== null && group.includes(token));
      return at < 0 ? null : at;
    };
    const query = among(shown?.rows.groups, wanted.query);
    const key = among(shown?.columns.groups, wanted.key);
    large.light({ query, key });
    const now = selectionOf({ query, key });
    if (!isSame(now, { ...now, ...wanted })) options.onChange?.(now);
  }

  /** Shows other numbers: the choice stays where it still exists. */
  async function update(next: readonly Part[], named: string | null | undefined) {
    const before = selection();
    parts = next;
    shown = null;
    state.choice = within(parts, {
      ...state.choice,
      part: Math.min(state.choice.part, parts.length - 1),
    });
    look();
    drawThumbnails();
    if (named !== shownAs) {
      shownAs = named;
      turn(named === 'lines' ? 'lines' : 'head');
    }
    await show();
    const now = selection();
    if (!isSame(now, before)) options.onChange?.(now);
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
    selection,
    select: (wanted: Parameters<typeof select>[0]) => void select(wanted),
    update: (...next: Parameters<typeof update>) => void update(...next),
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
 * The choice limited to existing indexes: other kinds of attention may have fewer layers, heads and
 * sentences.
 */
function within(parts: readonly Part[], choice: Choice): Choice {
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

/** Whether the page asked for a theme, which may not be its own. */
const isFixed = (theme: string | null | undefined): theme is Theme =>
  theme === 'light' || theme === 'dark';

/** Whether two selections are the same. */
function isSame(one: ModelSelection, other: ModelSelection) {
  const names = ['layer', 'head', 'query', 'key', 'kind', 'example'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Whether both choices show the same maps. */
function isSameDrawing(one: Choice, other: Choice) {
  return (['part', 'layer', 'example', 'pair', 'whole'] as const).every(
    (name) => one[name] === other[name],
  );
}

/** The shown tokens, and the groups in which they are merged. */
function groupsShown(part: Part, { example, pair, whole }: Choice) {
  return {
    rows: groupsOf(part.rowSide(example), { segment: pair?.[0] ?? null, whole }),
    columns: groupsOf(part.columnSide(example), { segment: pair?.[1] ?? null, whole }),
  };
}

/** The maps of a layer with its tokens selected and merged. */
function arrange(part: Part, choice: Choice) {
  const { layer, example } = choice;
  const { rows, columns } = groupsShown(part, choice);
  const maps = {
    attention: gather(part.at(layer, example), part, rows.groups, columns.groups),
    heads: part.heads,
    rows: rows.groups.length,
    columns: columns.groups.length,
    rowTokens: rows.names,
    columnTokens: columns.names,
  };
  return { of: choice, maps, rows, columns };
}
