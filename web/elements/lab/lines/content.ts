// Data of the drawing of lines, for the screen and for export.

import { headHue, markOf, rampOf } from '../../../views/color.ts';
import { chooseLeast } from '../../../views/lines-strength.ts';
import { focusMarks, lineMarks, wordMarks } from '../../../views/lines.ts';
import { layoutLines } from '../../../views/lines-layout.ts';
import { moved } from '../export/picture.ts';
import { longestWidth } from '../../../ui/label-sizes.ts';
import type { Figure, Mark } from '../../../views/figure.ts';
import type { MapFrame } from '../frame.ts';
import type { LinesContent } from '../../../views/lines.ts';

/** The opacity of other lines beside highlighted ones, as in the style sheet. */
const BESIDE = 0.13;

export function soloOf({ state: { solo }, maps }: MapFrame) {
  return solo !== null && maps && solo < maps.heads ? solo : null;
}

export function figureOf({ selection, messages }: MapFrame, content: LinesContent): Figure {
  const isFocused = selection.query !== null || selection.key !== null;
  const rest: Mark = {
    kind: 'group',
    name: 'lines',
    marks: lineMarks(content),
    opacity: isFocused ? BESIDE : 1,
  };
  const { width, height, edge } = content.layout;
  const all = [rest, ...focusMarks(content, selection), ...wordMarks(content, selection)];
  const marks = all.map((mark) => moved(mark, -edge, 0));
  return { width: width - 2 * edge, height, title: messages.linesTitle, marks };
}
/** @param solo the only head that is shown */
export function contentOf(
  frame: MapFrame,
  solo: number | null,
  mirrored: boolean,
): LinesContent | null {
  const { maps, scale, look, messages } = frame;
  if (!maps) return null;
  const {
    attention,
    heads,
    rows,
    columns,
    rowTokens: rowLabels,
    columnTokens: columnLabels,
  } = maps;
  const shows = (head: number) => (solo === null ? !frame.off?.has(head) : solo === head);
  const all = Array.from({ length: heads }, (_, head) => headHue(head));
  return {
    layout: layoutLines({
      ...look.size,
      rows,
      columns,
      heads,
      rowLabel: longestWidth([...rowLabels, messages.linesFrom], look.fontFamily),
      columnLabel: longestWidth([...columnLabels, messages.linesTo], look.fontFamily),
      mirrored,
    }),
    attention,
    scale,
    least: chooseLeast(attention, scale, shows, rows * columns),
    shows,
    rowLabels,
    columnLabels,
    names: [messages.linesFrom, messages.linesTo],
    marks: all.map((hue) => markOf(hue, look.theme)),
    ramps: all.map((hue) => rampOf(hue, look.theme)),
    colors: look.colors,
  };
}

/**
 * All lines in groups that are quick to paint.
 *
 * @param count lines in a group
 */
export function listOf(content: LinesContent, count: number): Mark[] {
  return lineMarks(content).flatMap((group) =>
    group.kind === 'group' ? chunksOf(group.marks, count) : [],
  );
}

/**
 * The same marks in groups that are quick to paint.
 *
 * @param count marks in a group
 */
function chunksOf(marks: readonly Mark[], count: number): Mark[] {
  return marks.flatMap((mark) => {
    if (mark.kind !== 'curves') return [mark];
    const pieces: Mark[] = [];
    for (let i = 0; i < mark.places.length; i += 4 * count) {
      pieces.push({ ...mark, places: mark.places.slice(i, i + 4 * count) });
    }
    return pieces;
  });
}
