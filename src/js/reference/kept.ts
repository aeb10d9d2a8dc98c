// What a call of the reference keeps: its maps as they are, and how its gradients are computed. A window is cut from the
// maps, cell by cell, and pooled.

import { checkBackward } from '../attention/gradients.ts';
import { disposed } from '../arguments/errors.ts';
import { expectTargets, fillTargets } from '../arguments/targets.ts';
import { binBegin, checkWindow } from '../attention/window.ts';
import type { Differentiable } from '../attention/gradients.ts';
import type { AttentionWindow, BackwardOptions, Gradients } from '../types/index.ts';
import type { MapSizes } from '../attention/window.ts';
import type { Wanted } from './backward.ts';
import type { DoubleTensor, Input } from './types.ts';

export class ReferenceKept {
  #sizes;
  #maps;
  #expectReady;
  #call;
  #backward;

  /**
   * @param maps (B, H, L, T)
   * @param expectReady throws if the engine was disposed
   */
  constructor(
    sizes: MapSizes,
    maps: Float64Array,
    expectReady: () => void,
    call: Differentiable,
    backward: (gradOutput: ArrayLike<number>, wanted: Wanted) => Gradients<DoubleTensor>,
  ) {
    this.#sizes = sizes;
    this.#maps = maps;
    this.#expectReady = expectReady;
    this.#call = call;
    this.#backward = backward;
  }

  /** @returns (height, width) */
  attentionWindow(window: AttentionWindow): DoubleTensor {
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

  backward(gradOutput: Input, options?: BackwardOptions): Gradients<DoubleTensor> {
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

function mean(cells: number[]) {
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

function largest(cells: number[]) {
  return cells.reduce((max, cell) => Math.max(max, cell), -Infinity); // NaN, if there is one
}
