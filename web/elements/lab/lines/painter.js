// Paints all lines on a canvas, and the highlight on another.
// A few lines at a time, so no frame waits for them.

import { focusMarks, wordMarks } from '../../../views/lines.js';
import { paintMarks } from '../../../views/figure.js';
import { setAttribute } from '../../shared/dom.js';
import { listOf } from './content.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/lines.js').LinesContent} LinesContent
 * @typedef {import('../../../views/figure.js').Mark} Mark
 */

/** Stands for lines of which there is no list yet. @type {readonly Mark[]} */
const NOT_LISTED = [{ kind: 'group', name: '', marks: [] }];
/** Lines painted at once. */
const CHUNK = 60;
/**
 * And in one frame. The script only lists the curves; the browser draws them after it, in a time that no clock here sees:
 * about 8 ms for these, 90 ms for all lines of 64 tokens. A sentence has a few lines of each of 12 strengths in each
 * head: counted by pieces rather than lines it would take 15 frames.
 */
const IN_A_FRAME = 180;
/** More lines than this are a haze that needs no finer pixels. */
const HAZE = 400;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 6e6;

/**
 * @param {HTMLCanvasElement} rest of all lines
 * @param {HTMLCanvasElement} front canvas of the highlight
 * @param {() => void} onDrawn
 */
export function createPainter(rest, front, onDrawn) {
  /** @type {readonly Mark[]} still to be painted */
  let waiting = [];

  /**
   * Paints what waits, and goes on in the next frame when it takes long.
   * @param {readonly Mark[]} mine the list that was waiting when this began
   * @param {Frame['look']} look
   */
  function work(mine, look) {
    const context = rest.getContext('2d');
    if (mine !== waiting || !context) return;
    const now = look.atOnce ? mine.length : countUntil(mine, IN_A_FRAME);
    paintMarks(context, mine.slice(0, now), '');
    const left = (waiting = mine.slice(now));
    if (left.length > 0) requestAnimationFrame(() => work(left, look));
    else onDrawn();
  }

  return {
    isDrawn: () => waiting.length === 0,
    /**
     * @param {LinesContent} content
     * @param {Frame['look']} look
     * @param {() => boolean} isNewest
     */
    paint(content, look, isNewest) {
      const { layout } = content;
      const fine = Math.min(look.pixelRatio, Math.sqrt(MOST_PIXELS / layout.width / layout.height));
      const begin = () => {
        if (!isNewest()) return;
        const chunks = listOf(content, CHUNK);
        resize(rest, layout, linesIn(chunks) > HAZE ? Math.min(1, fine) : fine);
        work((waiting = chunks), look);
      };
      waiting = NOT_LISTED;
      resize(front, layout, fine);
      if (look.atOnce) begin();
      else requestAnimationFrame(begin); // this frame has the view and the lit lines
    },
    /**
     * @param {LinesContent} content
     * @param {Frame} frame
     */
    light(content, { selection, look }) {
      const context = front.getContext('2d');
      if (!context) return;
      const { width, height } = content.layout;
      const isFocused = selection.query !== null || selection.key !== null;
      setAttribute(rest, 'data-beside', isFocused ? '' : null);
      context.clearRect(0, 0, width, height);
      const marks = [...focusMarks(content, selection), ...wordMarks(content, selection)];
      paintMarks(context, marks, look.fontFamily);
    },
  };
}

/** @param {readonly Mark[]} pieces */
const linesIn = (pieces) =>
  pieces.reduce((sum, piece) => sum + (piece.kind === 'curves' ? piece.places.length / 4 : 0), 0);

/**
 * How many pieces, at least one, together have this many lines.
 * @param {readonly Mark[]} pieces
 * @param {number} most
 */
function countUntil(pieces, most) {
  let count = 1;
  while (count < pieces.length && linesIn(pieces.slice(0, count + 1)) <= most) count++;
  return count;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} layout
 * @param {number} pixels device pixels for one of CSS
 */
function resize(canvas, { width, height }, pixels) {
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext('2d')?.scale(canvas.width / width, canvas.height / height);
}
