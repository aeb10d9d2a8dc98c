// What a call of the reference keeps: its maps as they are, and how its gradients are computed. A window is cut from the
// maps, cell by cell, and pooled.

import { checkBackward } from '../attention/gradients.js';
import { disposed } from '../arguments/errors.js';
import { expectTargets, fillTargets } from '../arguments/targets.js';
import { binBegin, checkWindow } from '../attention/window.js';

/** @import { Differentiable } from '../attention/gradients.js' */
/** @import { AttentionWindow, BackwardOptions, Gradients } from '../types/index.js' */
/** @import { MapSizes } from '../attention/window.js' */
/** @import { Wanted } from './backward.js' */
/** @import { DoubleTensor, Input } from './types.js' */

export class ReferenceKept {
  #sizes;
  #maps;
  #expectReady;
  #call;
  #backward;

  /**
   * @param {MapSizes} sizes
   * @param {Float64Array} maps (B, H, L, T)
   * @param {() => void} expectReady throws if the engine was disposed
   * @param {Differentiable} call
   * @param {(gradOutput: ArrayLike<number>, wanted: Wanted) => Gradients<DoubleTensor>} backward
   */
  constructor(sizes, maps, expectReady, call, backward) {
    this.#sizes = sizes;
    this.#maps = maps;
    this.#expectReady = expectReady;
    this.#call = call;
    this.#backward = backward;
  }

  /**
   * @param {AttentionWindow} window
   * @returns {DoubleTensor} (height, width)
   */
  attentionWindow(window) {
    this.#expectReady();
    const checked = checkWindow(this.#sizes, window);
    this.#expectReady(); // a getter among the options may have disposed
    const { rowBegin, rowEnd, columnBegin, columnEnd, height, width } = checked;
    const { numHeads, rows, columns } = this.#sizes;
    const firstRow = (checked.batch * numHeads + checked.head) * rows;
    const data = new Float64Array(height * width);
    for (let y = 0; y < height; y++) {
      const top = rowBegin + binBegin(y, rowEnd - rowBegin, height);
      const bottom = rowBegin + binBegin(y + 1, rowEnd - rowBegin, height);
      for (let x = 0; x < width; x++) {
        const left = columnBegin + binBegin(x, columnEnd - columnBegin, width);
        const right = columnBegin + binBegin(x + 1, columnEnd - columnBegin, width);
        const cells = [];
        for (let i = top; i < bottom; i++) {
          const row = (firstRow + i) * columns;
          cells.push(...this.#maps.subarray(row + left, row + right));
        }
        data[y * width + x] = checked.max ? largest(cells) : mean(cells);
      }
    }
    return { data, shape: [height, width] };
  }

  /**
   * @param {Input} gradOutput
   * @param {BackwardOptions} [options]
   * @returns {Gradients<DoubleTensor>}
   */
  backward(gradOutput, options) {
    this.#expectReady();
    const checked = checkBackward(this.#call, gradOutput, options, 'float64');
    this.#expectReady(); // a getter among the options may have disposed
    const gradients = this.#backward(checked.gradOutput.data, checked);
    expectTargets(checked.out);
    fillTargets(checked.out, gradients);
    return gradients;
  }

  dispose() {
    this.#maps = new Float64Array(0);
    this.#expectReady = this.#backward = () => {
      throw disposed('kept call');
    };
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {number[]} cells */
function mean(cells) {
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

/** @param {number[]} cells */
function largest(cells) {
  return cells.reduce((max, cell) => Math.max(max, cell), -Infinity); // NaN, if there is one
}
