// Marks of attention lines between queries and keys.
// A larger weight gives a thicker line; the hue is the head's. Data in, marks out; figure.ts paints
// them.

import { laneOf, rowMiddle } from './lines-layout.ts';
import { chooseFocusLeast } from './lines-strength.ts';
import { stepOf } from './scale.ts';
import type { LinesLayout, Side } from './lines-layout.ts';
import type { Group, Mark } from './figure.ts';
import type { Scale } from './scale.ts';
import type { Ramp } from './color.ts';

export interface LinesContent {
  layout: LinesLayout;
  /** (heads, rows, columns) */
  attention: Float32Array;
  scale: Scale;
  /** fraction of the scale: lines below it, or above 1 below this multiple, are not drawn */
  least: number;
  shows: (head: number) => boolean;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  /** names of the two sides: queries and keys */
  names: readonly [string, string];
  /** a colour for each head */
  marks: readonly string[];
  /** one for each head */
  ramps: readonly Ramp[];
  /** colours of emphasised words, and of the others */
  colors: { ink: string; text: string };
}

export interface Focus {
  query: number | null;
  key: number | null;
}

/** Up to this number of lines, all have their full strength. */
const FEW_LINES = 300;
/** Number of line strengths; all lines of one strength are painted at once. */
const LEVELS = 12;
const THINNEST = 0.75;
/** The opacity of a token's other lines when a pair is focused. */
const BESIDE = 0.28;

/**
 * All lines.
 *
 * @returns a group for each head
 */
export function lineMarks({ layout, attention, scale, least, shows, marks }: LinesContent): Mark[] {
  const { rows, columns, heads, query, key } = layout;
  const widest = widestLine(layout);
  const all: number[][][] = [];
  let count = 0;
  for (let head = 0; head < heads; head++) {
    const levels: number[][] = Array.from({ length: LEVELS }, () => []);
    all.push(levels);
    if (!shows(head)) continue;
    const lane = laneOf(layout, head);
    for (let row = 0, i = head * rows * columns; row < rows; row++) {
      for (let column = 0; column < columns; column++, i++) {
        const whole = attention[i] / scale.max;
        if (!(whole >= least)) continue;
        const part = Math.min(1, whole);
        const from = rowMiddle(layout, row) + lane;
        const to = rowMiddle(layout, column) + lane;
        levels[levelOf(part)].push(query.line, from, key.line, to);
        count++;
      }
    }
  }
  // many lines would be a wall
  const thinned = Math.min(1, Math.sqrt(FEW_LINES / Math.max(1, count)));
  return all.flatMap((levels, head) =>
    shows(head)
      ? [groupOf(head, levels, marks[head], widest, (part) => thinned * restOpacity(part))]
      : [],
  );
}

/** The lines of the focus, and beside each token at their other end a bead for every head. */
export function focusMarks(content: LinesContent, focus: Focus): Mark[] {
  const { layout, attention, scale, shows, marks, ramps } = content;
  const { rows, columns, heads, query, key } = layout;
  if (focus.query === null && focus.key === null) return [];
  const widest = widestLine(layout);
  const least = chooseFocusLeast(content, focus);
  // a focused pair shows the lines of its query
  const fromQuery = focus.query !== null;
  const at = focus.query ?? focus.key ?? 0;
  const others = fromQuery ? columns : rows;
  const chosen = fromQuery ? focus.key : null;
  const starts = fromQuery ? query.line : query.beads;
  const ends = fromQuery ? key.beads : key.line;
  const side = fromQuery ? key : query;
  const height = Math.max(2, Math.min(layout.pitch - 3, 16));
  const groups: Mark[] = [];
  const beads: Mark[] = [];
  for (let head = 0; head < heads; head++) {
    if (!shows(head)) continue;
    const levels: number[][] = Array.from({ length: LEVELS }, () => []);
    const beside: number[][] = Array.from({ length: LEVELS }, () => []);
    const lane = laneOf(layout, head);
    for (let other = 0; other < others; other++) {
      const [row, column] = fromQuery ? [at, other] : [other, at];
      const value = attention[(head * rows + row) * columns + column];
      const whole = value / scale.max;
      const part = Math.min(1, whole);
      if (layout.bead > 0 && value > 0) {
        beads.push({
          kind: 'rect',
          x: beadLeft(layout, side, head),
          y: rowMiddle(layout, other) - height / 2,
          width: Math.max(1, layout.bead - 1),
          height,
          radius: Math.min(1.5, layout.bead / 4),
          fill: ramps[head].css[stepOf(scale, value)],
        });
      }
      if (!(whole >= least)) continue;
      const list = chosen === null || chosen === other ? levels : beside;
      const from = rowMiddle(layout, row) + lane;
      list[levelOf(part)].push(starts, from, ends, rowMiddle(layout, column) + lane);
    }
    groups.push({ ...groupOf(head, beside, marks[head], widest, restOpacity), opacity: BESIDE });
    groups.push(groupOf(head, levels, marks[head], widest, focusOpacity));
  }
  return [...groups, { kind: 'group', name: 'heads', marks: beads }];
}

/**
 * The words on both sides. A focused token is emphasised, and so are the tokens with the strongest
 * lines to it.
 */
export function wordMarks(content: LinesContent, focus: Focus): Mark[] {
  const { layout, rowLabels, columnLabels, names, colors } = content;
  const { top, fontSize, labelEvery, query, key } = layout;
  const marks: Mark[] = [];
  const joined = joinedWith(content, focus);
  const sides = [
    [query, rowLabels, names[0], focus.query],
    [key, columnLabels, names[1], focus.key],
  ] as const;
  for (const [side, labels, name, focused] of sides) {
    const { text: x, align } = side;
    marks.push({
      kind: 'text',
      x,
      y: top - 14,
      text: name,
      size: 12,
      fill: colors.text,
      align,
      base: 'alphabetic',
    });
    const last = labels.length - 1;
    for (let index = 0; index <= last; index++) {
      const strong = index === focused;
      if (!strong && index % labelEvery !== 0) continue;
      // a focused word replaces words that are too near
      if (!strong && focused !== null && Math.abs(index - focused) < labelEvery) continue;
      marks.push({
        kind: 'text',
        x,
        y: rowMiddle(layout, index),
        text: labels[index],
        size: fontSize,
        fill: strong || (focused === null && joined.has(index)) ? colors.ink : colors.text,
        align,
        base: 'middle',
        strong,
        room: side.room,
      });
    }
  }
  return marks;
}

/** Least strength, relative to the strongest line, that emphasises the other token. */
const JOINED_PART = 0.6;

/** The tokens on the other side with the strongest lines to a focused one. A pair has no others. */
function joinedWith({ layout, attention, shows }: LinesContent, focus: Focus): Set<number> {
  const { rows, columns, heads } = layout;
  if ((focus.query === null) === (focus.key === null)) return new Set();
  const fromQuery = focus.query !== null;
  const strongest = new Float32Array(fromQuery ? columns : rows);
  for (let head = 0; head < heads; head++) {
    if (!shows(head)) continue;
    for (let i = 0; i < strongest.length; i++) {
      const row = focus.query ?? i;
      const column = focus.key ?? i;
      const value = attention[(head * rows + row) * columns + column];
      if (value > strongest[i]) strongest[i] = value;
    }
  }
  const most = Math.max(...strongest);
  const joined = [...strongest.keys()].filter((i) => strongest[i] >= JOINED_PART * most);
  return new Set(most > 0 ? joined : []);
}

function beadLeft({ bead, heads }: LinesLayout, side: Side, head: number) {
  const start = side.align === 'right' ? side.line - 2 : side.line + 2 - bead * heads;
  return start + head * bead + 0.5;
}

function widestLine({ heads, lane, pitch }: LinesLayout) {
  return heads > 1 ? Math.max(1.5, 1.3 * lane) : Math.max(1.5, Math.min(5, pitch / 4));
}

function levelOf(part: number) {
  return Math.min(LEVELS - 1, Math.floor(part * LEVELS));
}

const restOpacity = (part: number) => 0.05 + 0.75 * part ** 1.5;
const focusOpacity = (part: number) => 0.16 + 0.84 * part;

/** @param levels lines by strength */
function groupOf(
  head: number,
  levels: readonly number[][],
  stroke: string,
  widest: number,
  opacityAt: (part: number) => number,
): Group {
  const marks: Mark[] = [];
  levels.forEach((places, level) => {
    if (places.length === 0) return;
    const part = (level + 0.5) / LEVELS;
    const lineWidth = THINNEST + (widest - THINNEST) * part;
    marks.push({ kind: 'curves', places, lineWidth, stroke, opacity: opacityAt(part) });
  });
  return { kind: 'group', name: `head ${head + 1}`, marks };
}
