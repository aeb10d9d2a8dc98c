// The plan of a survey: everything that its bytes depend on. Journals and results contain it, so that only parts of the same
// survey are ever joined.

import { shorten } from '../arguments/errors.ts';

export interface Plan {
  /** version of the package */
  headwise: string;
  /** SHA-256 of the model's files */
  model: string;
  /** SHA-256 of the file of texts */
  texts: string;
  /** number of texts in that file */
  count: number;
  /** names of statistics */
  statistics: string[];
  /** number of heads of each layer */
  heads: number[];
  /** i of n: the texts i - 1, i - 1 + n, i - 1 + 2 n … of the file */
  shard: [i: number, n: number];
}

/** The statistics of one text. */
export interface TextRecord {
  /** index of its line in the file, from 0 */
  text: number;
  tokens: number;
  /** (columns, heads): for each statistic its values and its baselines; NaN of a text that the model cannot read */
  values: Float64Array;
}

/** Number of heads of all layers: rows for each text. */
export const rowsOf = ({ heads }: Plan) => heads.reduce((sum, count) => sum + count, 0);

/** The columns of numbers, in the order of a record's values. */
export const columnsOf = ({ statistics }: Plan) =>
  statistics.flatMap((name) => [name, `${name}_baseline`]);

/** Number of texts of a shard. */
export const sizeOf = ({ count, shard: [i, n] }: Plan) =>
  Math.max(0, Math.ceil((count - i + 1) / n));

/** @returns the first field in which two plans differ, in words; null: none */
export function differenceOf(expected: Plan, found: Partial<Plan>): string | null {
  const show = (value: unknown) => shorten(JSON.stringify(value) ?? 'none');
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name as keyof Plan];
    if (JSON.stringify(value) !== JSON.stringify(other)) {
      return `${name}: expected ${show(value)}, got ${show(other)}`;
    }
  }
  return null;
}
