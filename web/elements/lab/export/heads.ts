// Exports the heads' maps as a figure and as numbers.
// The figure and the screen use the same arithmetic for the layout.

import { headHue, markOf } from '../../../views/color.ts';
import { legendMarks } from '../../../views/legend.ts';
import { mapMarks } from '../../../views/map/figure.ts';
import { sayText } from '../../../ui/text.ts';
import { exactText, shortText } from '../../../ui/format.ts';
import { arrangeGrid, arrangeLarge } from '../maps/geometry.ts';
import { MEASURED_SIZE } from '../../../ui/label-sizes.ts';
import { rampFor } from '../blend/shown-value.ts';
import { hasRoles, nameOfMap } from '../maps/card.ts';
import { spaceFor } from '../maps/map-stage.ts';
import { shownMask } from '../answer/head-maps.ts';
import { isClear, roleOf, roleText, scoreText } from '../answer/roles.ts';
import { moved } from './picture.ts';
import type { Exported } from './menu.ts';
import type { Figure, Mark } from '../../../views/figure.ts';
import type { LabelledArray } from './numbers.ts';
import type { Answer } from '../answer/answer.ts';
import type { Frame, MapFrame } from '../frame.ts';
import type { HeadMaps } from '../answer/head-maps.ts';
import type { MapLayout } from '../../../views/map/layout.ts';

const TITLE_HEIGHT = 30;
const ROLE_HEIGHT = 17;
const LEGEND_HEIGHT = 40;

export function exportHeads(frame: Frame): Exported | null {
  const { answer, state, blend, selection } = frame;
  if (!answer) return null;
  const large = state.view !== 'heads' ? selection.head : null;
  const alone = blend?.count === 1 ? 0 : large;
  const name = blend?.kind === 'mix' ? 'mixture' : blend ? 'difference' : 'heads';
  return {
    name: large === null || blend?.count === 1 ? name : `head-${large + 1}`,
    figure: () => figureOf(frame, answer, alone),
    arrays: () => [attentionArray(frame, answer, alone)],
  };
}

/** @param alone the only map; null: the maps of all heads */
function figureOf(frame: Frame, answer: Answer, alone: number | null): Figure {
  const { messages } = frame;
  const space = spaceFor(frame, answer);
  const grid = alone === null ? arrangeGrid(space) : null;
  const titleHeight = TITLE_HEIGHT + (hasRoles(frame) ? ROLE_HEIGHT : 0);
  const heads = alone === null ? Array.from({ length: space.count }, (_, head) => head) : [alone];
  const marks: Mark[] = [];
  let width = 0;
  let height = 0;
  heads.forEach((head, i) => {
    const layout = grid ? (i % grid.across === 0 ? grid.first : grid.rest) : arrangeLarge(space);
    const column = grid ? i % grid.across : 0;
    const before = grid ? grid.first.width + (column - 1) * grid.rest.width + column * grid.gap : 0;
    const x = column === 0 ? 0 : before;
    const down = grid ? Math.floor(i / grid.across) : 0;
    const y = grid ? down * (grid.first.height + titleHeight + grid.gap) : 0;
    const title = grid ? titleMarks(frame, head, layout) : [];
    const map = mapOf(frame, answer, head, layout, space.corner);
    const placed = [
      ...title.map((mark) => moved(mark, x, y)),
      ...map.map((mark) => moved(mark, x, y + (grid ? titleHeight : 0))),
    ];
    marks.push({ kind: 'group', name: nameOfMap(frame, head), marks: placed });
    width = Math.max(width, x + layout.width);
    height = Math.max(height, y + layout.height + (grid ? titleHeight : 0));
  });
  const { left } = grid?.first ?? arrangeLarge(space);
  marks.push(...legendOf(frame, left - 60, height + LEGEND_HEIGHT / 2 + 4));
  return {
    width: Math.max(width, left + 240),
    height: height + LEGEND_HEIGHT,
    title: `${messages.headsTitle}: ${answer.rowTokens.join(' ')}`,
    marks,
  };
}

function titleMarks(frame: Frame, head: number, { left }: MapLayout): Mark[] {
  const { look } = frame;
  const role = hasRoles(frame) ? roleOf(frame, head) : null;
  const { messages } = frame;
  const text = role ? sayText(messages.head, { head: head + 1 }) : nameOfMap(frame, head);
  const place = { x: left + 14, y: 14, text, size: 14, fill: look.colors.ink };
  const marks: Mark[] = [
    { kind: 'dots', places: [left + 4, 14], radius: 4, fill: markOf(headHue(head), look.theme) },
    { kind: 'text', ...place, align: 'left', base: 'middle', strong: true },
  ];
  if (role) {
    const said = isClear(role)
      ? `${roleText(messages, role)} ${scoreText(role.score)}`
      : messages.roleNone;
    const below = { x: left + 14, y: 14 + ROLE_HEIGHT, text: said, size: 12 };
    marks.push({
      ...{ kind: 'text', ...below, fill: look.colors.text, align: 'left', base: 'middle' },
      strong: false,
    });
  }
  return marks;
}

/** @param corner width of the words in the corner */
function mapOf(frame: Frame, answer: Answer, head: number, layout: MapLayout, corner: number) {
  const { blend, look, messages, scale } = frame;
  const { rows, columns } = answer;
  const values = blend?.values ?? answer.attention;
  const size = (layout.fontSize - 1) / MEASURED_SIZE;
  const isLong = layout.left - 7 >= corner * size;
  const words: readonly [string, string] = isLong
    ? [messages.cornerColumns, messages.cornerRows]
    : [messages.cornerColumnsShort, messages.cornerRowsShort];
  return mapMarks({
    layout,
    values: values.subarray(head * rows * columns, (head + 1) * rows * columns),
    rowLabels: answer.rowTokens,
    columnLabels: answer.columnTokens,
    isMasked: shownMask(blend, answer),
    ramp: rampFor(blend, head, look.theme),
    scale: blend?.scale ?? scale,
    format: (value) => shortText(value),
    corner: words,
    colors: look.colors,
  });
}

function legendOf({ blend, look, messages, scale: plain, selection }: Frame, x: number, y: number) {
  const scale = blend?.scale ?? plain;
  const most = scale.clipped ? messages.legendClipped : messages.legendMost;
  return legendMarks({
    x,
    y,
    ramp: rampFor(blend, selection.head, look.theme),
    signed: scale.signed ?? false,
    ends: [
      scale.signed ? `−${exactText(scale.max)}` : '0',
      sayText(most, { value: exactText(scale.max) }),
    ],
    name: scale.signed ? messages.legendDifference : messages.legendLabel,
    color: look.colors.text,
  });
}

/** @param alone the only map; null: the maps of all heads */
export function attentionArray(
  { blend }: MapFrame,
  maps: HeadMaps,
  alone: number | null,
): LabelledArray {
  const { rows, columns } = maps;
  const all = blend?.values ?? maps.attention;
  const size = rows * columns;
  const heads = Array.from({ length: maps.heads }, (_, head) => `head ${head + 1}`);
  const pair = [
    { name: 'query', labels: maps.rowTokens },
    { name: 'key', labels: maps.columnTokens },
  ];
  const name = blend?.scale.signed ? 'difference' : 'attention';
  if (alone !== null) {
    return { name, data: all.subarray(alone * size, (alone + 1) * size), axes: pair };
  }
  return { name, data: all, axes: [{ name: 'head', labels: heads }, ...pair] };
}
