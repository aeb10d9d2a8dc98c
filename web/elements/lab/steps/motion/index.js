// Chooses the motion of each step and the matrices it moves.
// The matrices on the screen are grouped as products, as lines, and by name.

import { glue } from './glue.js';
import { merge } from './merge.js';
import { flow } from './flow.js';
import { reveal } from './reveal.js';
import { slide } from './slide.js';
import { softmax } from './softmax.js';
import { sweep } from './sweep.js';
import { turn } from './turn.js';

export { createPen } from './pen.js';
export { createTimeline } from './timeline.js';

/**
 * @typedef {import('./pen.js').Sheet} Sheet
 * @typedef {{ left: Sheet, parts: readonly { top: Sheet, bias: Sheet | null, result: Sheet }[] }} Product
 * @typedef {object} Line
 * @property {readonly { sources: readonly Sheet[], signs: readonly string[], result: Sheet }[]} steps
 * @property {import('../../answer/block.js').Rotary} rotary in a step of rotary positions
 *
 * @typedef {object} Scene
 * @property {readonly Product[]} products
 * @property {readonly Line[]} lines
 * @property {Readonly<Record<string, Sheet>>} matrices
 * @property {readonly Sheet[]} sources all but the last: heads, where there is one for each
 * @property {number} row of the selection, in the window
 * @property {string} mark the head's colour
 *
 * @typedef {object} Motion
 * @property {number} duration milliseconds
 * @property {(scene: Scene) => readonly Sheet[]} hides the sheets that the motion reveals
 * @property {(pen: import('./pen.js').Pen, scene: Scene, at: number) => void} draw
 * @property {(scene: Scene, at: number) => string} note
 */

/** @type {Readonly<Record<string, Motion>>} */
const MOTIONS = Object.freeze({
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

/**
 * @param {string} step
 * @param {boolean} allHeads
 * @param {readonly import('../plan.js').Block[]} blocks
 */
export function motionOf(step, allHeads, blocks) {
  const isAlone = blocks.some((block) => block.kind === 'line' && block.items.length === 1);
  return isAlone || (allHeads && EACH.has(step)) ? reveal : MOTIONS[step];
}

/**
 * @param {readonly import('../plan.js').Block[]} blocks
 * @param {(shown: import('../plan.js').Shown) => Sheet} sheetOf
 * @param {{ row: number, mark: string }} what
 * @returns {Scene}
 */
export function sceneOf(blocks, sheetOf, { row, mark }) {
  /** @type {Product[]} */
  const products = [];
  /** @type {Line[]} */
  const lines = [];
  /** @type {Sheet[]} */
  const all = [];
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
 * Groups the items of a line into steps: the matrices before “=” or “→” and the one behind it.
 * @param {readonly (import('../plan.js').Shown | string)[]} items
 * @param {(shown: import('../plan.js').Shown) => Sheet} sheetOf
 */
function stepsOf(items, sheetOf) {
  /** @type {{ sources: Sheet[], signs: string[], result: Sheet }[]} */
  const steps = [];
  /** @type {Sheet[]} */
  let sources = [];
  /** @type {string[]} */
  let signs = [];
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
