// Chooses the motion of each step and the matrices it moves.
// The matrices on the screen are grouped as products, as lines, and by name.

import { glue } from './glue.ts';
import { merge } from './merge.ts';
import { flow } from './flow.ts';
import { reveal } from './reveal.ts';
import { slide } from './slide.ts';
import { softmax } from './softmax.ts';
import { sweep } from './sweep.ts';
import { turn } from './turn.ts';
import type { Block, Shown } from '../plan.ts';
import type { Box, Pen, Sheet } from './pen.ts';
import type { Rotary } from '../../answer/layer-steps.ts';

export { createPen } from './pen.ts';
export { createTimeline } from './timeline.ts';

export type Product = {
  left: Sheet;
  parts: readonly { top: Sheet; bias: Sheet | null; result: Sheet }[];
};

interface Line {
  steps: readonly { sources: readonly Sheet[]; signs: readonly string[]; result: Sheet }[];
  /** only in a step of rotary positions */
  rotary: Rotary;
}

export interface Scene {
  products: readonly Product[];
  lines: readonly Line[];
  matrices: Readonly<Record<string, Sheet>>;
  /** all matrices but the last: one for each head, where heads have their own */
  sources: readonly Sheet[];
  /** row of the selection, in the window */
  row: number;
  /** the head's colour */
  mark: string;
}

export interface Motion {
  /** milliseconds */
  duration: number;
  /** the sheets that the motion reveals */
  hides: (scene: Scene) => readonly Sheet[];
  draw: (pen: Pen, scene: Scene, at: number) => void;
  /** the worked sum; empty: none */
  note: (scene: Scene, at: number) => string;
  /** what the worked sum is beside, on the sheet */
  noteAt: (pen: Pen, scene: Scene, at: number) => Box;
}

const MOTIONS: Readonly<Record<string, Motion>> = Object.freeze({
  embedding: slide,
  inputNorm: slide,
  headNorm: slide,
  projection: sweep,
  turned: turn,
  dotProducts: sweep,
  scores: slide,
  masked: slide,
  attention: softmax,
  heads: flow,
  concatenated: glue,
  output: merge,
  sum: slide,
  norm: slide,
});
/** Steps that show a matrix for each head where all heads are shown. */
const EACH = new Set([
  'headNorm',
  'turned',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
]);

export function motionOf(step: string, allHeads: boolean, blocks: readonly Block[]) {
  const isAlone = blocks.some((block) => block.kind === 'line' && block.items.length === 1);
  return isAlone || (allHeads && EACH.has(step)) ? reveal : MOTIONS[step];
}

export function sceneOf(
  blocks: readonly Block[],
  sheetOf: (shown: Shown) => Sheet,
  { row, mark }: { row: number; mark: string },
): Scene {
  const products: Product[] = [];
  const lines: Line[] = [];
  const all: Sheet[] = [];
  for (const block of blocks) {
    if (block.kind === 'product') {
      const parts = block.parts.map(({ top, bias, result }) => ({
        top: sheetOf(top),
        bias: bias && sheetOf(bias),
        result: sheetOf(result),
      }));
      products.push({ left: sheetOf(block.left), parts });
    } else {
      all.push(...block.items.filter((item) => typeof item !== 'string').map(sheetOf));
      lines.push({ steps: stepsOf(block.items, sheetOf), rotary: block.rotary ?? {} });
    }
  }
  const matrices = Object.fromEntries(all.map((sheet) => [sheet.shown.matrix, sheet]));
  const isJoined = 'concatenated' in matrices;
  return { products, lines, matrices, sources: isJoined ? all.slice(0, -1) : all, row, mark };
}

/**
 * Groups the items of a line into steps: the matrices before “=” or “→” and the matrix after it.
 */
function stepsOf(items: readonly (Shown | string)[], sheetOf: (shown: Shown) => Sheet) {
  const steps: { sources: Sheet[]; signs: string[]; result: Sheet }[] = [];
  let sources: Sheet[] = [];
  let signs: string[] = [];
  let becomes = false;
  for (const item of items) {
    if (typeof item === 'string') {
      if (item !== '')
        signs[Math.max(0, sources.length - 1)] =
          `${signs[sources.length - 1] ?? ''} ${item}`.trim();
      becomes = item === '=' || item === '→';
    } else if (becomes) {
      const result = sheetOf(item);
      steps.push({ sources, signs, result });
      [sources, signs, becomes] = [[result], [], false];
    } else sources.push(sheetOf(item));
  }
  return steps;
}
