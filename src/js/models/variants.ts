// Variants of a run, side by side in one pass: of the same layer, each with changes of its own. A layer's weights are then read
// once for all of them, and its attention, if only the outputs of its heads change, is the run's.

import { joinHeads } from './head-layout.ts';
import { beside } from './model-layer.ts';
import { isOfStream, joinChanges } from './run-arguments.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Changes, Numbers, Replacement } from './saved-attention.ts';

/** Rows of all variants: from about as many on, a product is as fast as it gets. */
const MOST_ROWS = 256;
const MOST_VARIANTS = 32;

/** How many of the variants of one layer run side by side. @param count all */
export function variantsAtOnce(count: number, length: number): number {
  const most = Math.max(1, Math.min(MOST_VARIANTS, Math.floor(MOST_ROWS / length)));
  return Math.ceil(count / Math.ceil(count / most)); // groups of the same size
}

/** Begun variants, B of them. */
export interface Variants {
  /** (B L, D) */
  x: Float32Array;
  /** outputs of the first layer's heads, (B L, H E); null: they are computed */
  heads: Float32Array | null;
  /** of all B L rows */
  changes: Changes;
}

/**
 * @param own the changes of each variant: of heads, or of the stream, in the layer of `hidden`
 * @param run.changes of all variants
 * @param run.hidden (L, D), the layer's input
 * @param run.heads (H, L, E), outputs of its heads; null: the variants begin after the last layer
 */
export function variantsOf(
  own: readonly Changes[],
  run: { changes: Changes; hidden: Numbers; heads: Numbers | null; layer: number },
): Variants {
  const { changes, hidden, heads, layer } = run;
  const ofStream = own.map(({ replaced }) => ({
    removed: [],
    replaced: replaced.filter(({ name }) => isOfStream(name)),
  }));
  const [length] = hidden.shape;
  // another input of the layer changes the outputs of its heads
  const begins = ofStream.every(({ replaced }) =>
    replaced.every(({ name }) => name !== 'residual'),
  );
  return {
    x: beside(own.map(() => hidden.data)),
    heads: heads && begins ? beside(own.map((one) => joinHeads(headsOf(one, heads)))) : null,
    changes: joined(
      ofStream.map((one) => joinChanges(changes, one)),
      length,
      (one) => one.layer > layer || (one.layer === layer && (!begins || isOfStream(one.name))),
    ),
  };
}

/** The outputs of heads with a variant's changes. */
function headsOf({ removed, replaced }: Changes, heads: Numbers): Numbers {
  const given = replaced.find(({ name }) => name === 'heads');
  const { data, shape } = given?.tensor ?? heads;
  const size = shape[1] * shape[2];
  const all = data.slice();
  for (const { head } of removed) all.fill(0, head * size, (head + 1) * size);
  return new Tensor(all, shape);
}

/** The changes of variants, with one replacement of all their rows. @param counts whether the pass makes a replacement */
function joined(
  variants: readonly Changes[],
  length: number,
  counts: (one: Replacement) => boolean,
): Changes {
  const [{ removed }] = variants;
  const known = new Map<string, Replacement>();
  for (const [at, { replaced }] of variants.entries()) {
    for (const { layer, name, tensor, rows } of replaced.filter(counts)) {
      const key = `${layer} ${name}`;
      const { data } = tensor;
      const all = known.get(key) ?? {
        ...{ layer, name, rows: [] },
        tensor: new Tensor(new Float32Array(variants.length * data.length), [
          variants.length * tensor.shape[0],
          ...tensor.shape.slice(1),
        ]),
      };
      all.tensor.data.set(data, at * data.length);
      const own = rows ?? [...Array(length).keys()];
      known.set(key, { ...all, rows: [...(all.rows ?? []), ...own.map((row) => at * length + row)] }); // prettier-ignore
    }
  }
  const replaced = [...known.values()].map((one) => {
    const isWhole = one.rows?.length === variants.length * length;
    return isWhole ? { ...one, rows: null } : one;
  });
  return { removed, replaced };
}
