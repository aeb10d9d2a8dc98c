// Paints all lines on a canvas, and the highlight on another.
// A few lines at a time, so no frame waits for them.

import { focusMarks, wordMarks } from '../../../views/lines.ts';
import { paintMarks } from '../../../views/figure.ts';
import { listOf } from './content.ts';
import type { MapFrame } from '../frame.ts';
import type { LinesContent } from '../../../views/lines.ts';
import type { Mark } from '../../../views/figure.ts';

/** Placeholder for lines that are not listed yet. */
const NOT_LISTED: readonly Mark[] = [{ kind: 'group', name: '', marks: [] }];
/** Lines painted at once. */
const CHUNK = 60;
/**
 * Lines painted in one frame. The script only lists the curves; the browser draws them afterwards,
 * in a time that no clock here measures: about 8 ms for these, 90 ms for all lines of 64 tokens. A
 * sentence has a few lines of each of 12 strengths in each head: counted by groups rather than
 * lines it would take 15 frames.
 */
const IN_A_FRAME = 180;
/** More lines than this are a haze that needs no finer pixels. */
const HAZE = 400;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 6e6;

/**
 * @param rest canvas of all lines
 * @param front canvas of the highlight
 */
export function createPainter(
  rest: HTMLCanvasElement,
  front: HTMLCanvasElement,
  onDrawn: () => void,
) {
  /** lines still to be painted */
  let waiting: readonly Mark[] = [];

  /**
   * Paints the waiting lines, and continues in the next frame when it takes long.
   *
   * @param mine the list that was waiting when this began
   */
  function work(mine: readonly Mark[], look: MapFrame['look']) {
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
    paint(content: LinesContent, look: MapFrame['look'], isNewest: () => boolean) {
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
      else requestAnimationFrame(begin); // this frame has the view and the highlighted lines
    },
    light(content: LinesContent, { selection, look }: MapFrame) {
      const context = front.getContext('2d');
      if (!context) return;
      const { width, height } = content.layout;
      context.clearRect(0, 0, width, height);
      const marks = [...focusMarks(content, selection), ...wordMarks(content, selection)];
      paintMarks(context, marks, look.fontFamily);
    },
  };
}

const linesIn = (pieces: readonly Mark[]) =>
  pieces.reduce((sum, piece) => sum + (piece.kind === 'curves' ? piece.places.length / 4 : 0), 0);

/** The least number of groups, at least one, that together have this many lines. */
function countUntil(pieces: readonly Mark[], most: number) {
  let count = 1;
  while (count < pieces.length && linesIn(pieces.slice(0, count + 1)) <= most) count++;
  return count;
}

/** @param pixels device pixels per CSS pixel */
function resize(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  pixels: number,
) {
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext('2d')?.scale(canvas.width / width, canvas.height / height);
}
