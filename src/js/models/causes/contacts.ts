// Contacts of a protein from a run of ESM: a logistic regression over the maps of all heads (Rao et al. 2021), and what each head
// adds to it. A map counts without the first and the last token, symmetrised and with its average product taken off.

import { HeadwiseError } from '../../arguments/errors.ts';
import { optionNames, readOptions } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { probabilitiesOf } from '../output-head/predictions.ts';
import { partsOf } from '../run-parts.ts';
import { makePause } from '../yield-to-page.ts';
import { toPairs } from './heads.ts';
import { linearOf } from './parts.ts';
import type { ContactHead, Contacts, Run } from '../../types/models.ts';

const OPTIONS = optionNames('pairs');
/** The id of the end token, whose rows and columns count as zeros, in the code of every ESM. */
const END = 2;

/** Predicts contacts. Sums are in float64: first the bias, then the heads, layer by layer. */
export async function contactsOf(run: Run, options: unknown): Promise<Contacts> {
  const { opened, blocks, length, read } = partsOf(run).inner();
  const { contacts } = opened.description;
  if (!contacts) {
    const text =
      'contacts: expected a model with contact_head.regression in its file, such as ESM-2';
    throw new HeadwiseError('unsupported', text);
  }
  const size = length - 2;
  if (size < 1) {
    throw new RangeError(
      `run: expected at least 3 tokens, of which 2 are no residues, got ${length}`,
    );
  }
  const given = readOptions(options, 'options', OPTIONS);
  const pairs = given.pairs === undefined ? null : toPairs(given.pairs, size, size);
  const isEnd = Array.from({ length: size }, (_, at) => read.ids?.[at + 1] === END);
  const linear = linearOf(opened, contacts);
  const bias = linear.bias?.[0] ?? 0;
  const sums = new Float64Array(size * size).fill(bias);
  const heads: ContactHead[] = [];
  const pause = makePause(null);
  for (const layer of blocks.keys()) {
    const { data, shape } = await run.attention({ layer });
    for (let head = 0; head < shape[0]; head++) {
      const weight = linear.weight[heads.length];
      const map = data.subarray(head * length * length, (head + 1) * length * length);
      const { both, expected } = correction(map, size, isEnd);
      const addedAt = (i: number) => weight * (both[i] - expected(i));
      for (let i = 0; i < both.length; i++) sums[i] += addedAt(i);
      const cells = pairs?.map(([a, b]) => a * size + b);
      const ofPairs = cells && {
        contributions: cells.map(addedAt),
        terms: cells.map((i) => ({ both: both[i], expected: expected(i) })),
      };
      heads.push({ layer, head, weight, ...ofPairs });
      await pause();
    }
  }
  const logits = Float32Array.from(sums);
  const probabilities = probabilitiesOf(opened.engine, logits, 'sigmoid');
  const shape = [size, size];
  return {
    probabilities: new Tensor(probabilities, shape),
    logits: new Tensor(logits, shape),
    bias,
    heads,
  };
}

/**
 * A map plus its transpose, and its average product, by which it is corrected: a row's sum times a column's, over the sum of all.
 *
 * @param map (size + 2, size + 2)
 * @param isEnd whether a residue is an end token
 */
function correction(map: Float32Array, size: number, isEnd: readonly boolean[]) {
  const both = new Float64Array(size * size);
  const sums = new Float64Array(size);
  const at = (row: number, column: number) => map[(row + 1) * (size + 2) + column + 1];
  let all = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isEnd[row] || isEnd[column]) continue;
      const value = at(row, column) + at(column, row);
      both[row * size + column] = value;
      sums[row] += value;
    }
    all += sums[row];
  }
  const expected = (i: number) =>
    all > 0 ? (sums[Math.floor(i / size)] * sums[i % size]) / all : 0;
  return { both, expected };
}
