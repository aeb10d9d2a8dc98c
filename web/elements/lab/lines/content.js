// Data of the drawing of lines, for the screen and for export.

import { headHue, markOf, rampOf } from '../../../views/color.js';
import { chooseLeast } from '../../../views/lines-strength.js';
import { focusMarks, lineMarks, wordMarks } from '../../../views/lines.js';
import { layoutLines } from '../../../views/lines-layout.js';
import { moved } from '../export/picture.js';
import { keyPieces, queryPieces } from '../frame.js';
import { longestWidth } from '../../shared/label-sizes.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/lines.js').LinesContent} LinesContent
 * @typedef {import('../../../views/figure.js').Mark} Mark
 */

/** The opacity of other lines beside lit ones, as in the style sheet. */
const BESIDE = 0.13;

/** @param {Frame} frame */
export function soloOf({ state: { solo }, answer }) {
  return solo !== null && answer && solo < answer.question.heads ? solo : null;
}

/**
 * @param {Frame} frame
 * @param {LinesContent} content
 * @returns {import('../../../views/figure.js').Figure}
 */
export function figureOf({ selection, messages }, content) {
  const isFocused = selection.query !== null || selection.key !== null;
  /** @type {Mark} */
  const rest = {
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
/**
 * @param {Frame} frame
 * @param {number | null} solo the one head that is shown
 * @param {boolean} mirrored
 * @returns {LinesContent | null}
 */
export function contentOf(frame, solo, mirrored) {
  const { answer, scale, look, messages } = frame;
  if (!answer) return null;
  const { attention, rows, columns } = answer;
  const { heads } = answer.question;
  const rowLabels = queryPieces(answer);
  const columnLabels = keyPieces(answer);
  const shows = (/** @type {number} */ head) =>
    solo === null ? !frame.off?.has(head) : solo === head;
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
 * All lines in pieces that are quick to paint.
 *
 * @param {LinesContent} content
 * @param {number} count of lines in a piece
 * @returns {Mark[]}
 */
export function listOf(content, count) {
  return lineMarks(content).flatMap((group) =>
    group.kind === 'group' ? chunksOf(group.marks, count) : [],
  );
}

/**
 * The same marks in pieces that are quick to paint.
 * @param {readonly Mark[]} marks
 * @param {number} count of lines in a piece
 * @returns {Mark[]}
 */
function chunksOf(marks, count) {
  return marks.flatMap((mark) => {
    if (mark.kind !== 'curves') return [mark];
    /** @type {Mark[]} */
    const pieces = [];
    for (let i = 0; i < mark.places.length; i += 4 * count) {
      pieces.push({ ...mark, places: mark.places.slice(i, i + 4 * count) });
    }
    return pieces;
  });
}
