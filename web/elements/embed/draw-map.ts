// Draws attention maps as one SVG, without an element: for figures, slides and documents.

import { headHue, markOf, rampOf } from '../../views/color.ts';
import { mapMarks } from '../../views/map/figure.ts';
import { chooseScale } from '../../views/scale.ts';
import { longestWidth, MEASURED_SIZE } from '../../ui/label-sizes.ts';
import { moved, svgOf } from '../lab/export/picture.ts';
import { arrangeGrid } from '../lab/maps/geometry.ts';
import { describe, readMaps } from './read-maps.ts';
import type { Mark } from '../../views/figure.ts';
import type { Theme } from '../../views/color.ts';

type Labels = readonly string[] | { rows: readonly string[]; columns: readonly string[] };

const FONT = 'system-ui, sans-serif';
const TITLE = 26;
const WIDTH = 640;
const NARROWEST = 64;
/** The margin that a picture has around its marks. */
const MARGIN = 16;
const COLORS = {
  light: { text: '#50545c', faint: '#85888f' },
  dark: { text: '#a9adb5', faint: '#777b83' },
};

/**
 * @param tensor (heads, queries, keys), or (queries, keys) of one head
 * @returns to be appended to a document
 */
export function drawMap(
  tensor: unknown,
  options: { labels?: Labels; theme?: Theme; width?: number } = {},
): SVGElement {
  const { labels, theme, width } = readOptions(options);
  if (typeof document === 'undefined') {
    throw new TypeError('drawMap: expected a document, as in a browser');
  }
  const maps = readMaps(tensor, labels.rows, labels.columns, labels.names);
  const { heads, rows, columns, rowTokens, columnTokens } = maps;
  const { first, rest, across, gap } = arrangeGrid({
    ...{ width: width - 2 * MARGIN, height: Infinity, count: heads, rows, columns },
    rowLabel: longestWidth(rowTokens, FONT),
    columnLabel: longestWidth(columnTokens, FONT),
    corner: 0,
  });
  const scale = chooseScale(maps.attention);
  const colors = COLORS[theme];
  const title = heads > 1 ? TITLE : 0;
  const marks: Mark[] = [];
  for (let head = 0; head < heads; head++) {
    const column = head % across;
    const layout = column === 0 ? first : rest;
    const x = column === 0 ? 0 : first.width + gap + (column - 1) * (rest.width + gap);
    const y = Math.floor(head / across) * (first.height + title + gap);
    const all: Mark[] = mapMarks({
      ...{ layout, scale, colors, rowLabels: rowTokens, columnLabels: columnTokens },
      values: maps.attention.subarray(head * rows * columns, (head + 1) * rows * columns),
      ramp: rampOf(headHue(head), theme),
    }).map((mark) => moved(mark, x, y + title));
    if (title > 0) {
      const place = { x: x + layout.left, y: y + title / 2, text: `H${head}`, size: MEASURED_SIZE };
      const fill = markOf(headHue(head), theme);
      all.unshift({
        ...{ kind: 'text', ...place, fill, align: 'left', base: 'middle', strong: true },
      } as Mark);
    }
    marks.push({ kind: 'group', name: `H${head}`, marks: all });
  }
  const down = Math.ceil(heads / across);
  const figure = {
    width: first.width + (Math.min(across, heads) - 1) * (rest.width + gap),
    height: down * (first.height + title) + (down - 1) * gap,
    title: rowTokens.join(' '),
    marks,
  };
  const text = svgOf(figure, FONT, theme);
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  return document.importNode(documentElement, true) as unknown as SVGElement;
}

function readOptions(options: unknown) {
  expectKeys('options', options, ['labels', 'theme', 'width']);
  const { labels, theme = 'light', width = WIDTH } = options;
  if (theme !== 'light' && theme !== 'dark') {
    throw new TypeError(`theme: expected 'light' or 'dark', got ${describe(theme)}`);
  }
  const pixels = `a number of pixels from ${NARROWEST} on`;
  if (typeof width !== 'number') {
    throw new TypeError(`width: expected ${pixels}, got ${describe(width)}`);
  }
  if (!(Number.isFinite(width) && width >= NARROWEST)) {
    throw new RangeError(`width: expected ${pixels}, got ${width}`);
  }
  return { labels: sidesOf(labels), theme: theme as Theme, width };
}

/** The names of rows and columns, and what the caller calls them. */
function sidesOf(labels: unknown) {
  const names = { attention: 'tensor', tokens: 'labels', keyTokens: 'labels' };
  if (labels === undefined || labels === null) return { rows: null, columns: null, names };
  if (Array.isArray(labels)) return { rows: labels, columns: null, names };
  expectKeys('labels', labels, ['rows', 'columns'], 'an array of strings, or { rows, columns }');
  const { rows = null, columns = null } = labels as Record<string, any>;
  return { rows, columns, names: { ...names, tokens: 'labels.rows', keyTokens: 'labels.columns' } };
}

function expectKeys(
  name: string,
  value: unknown,
  known: readonly string[],
  expected: string = 'an object',
): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${name}: expected ${expected}, got ${describe(value)}`);
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(`${name}: expected ${known.join(', ')}, got ${describe(unknown)}`);
  }
}
