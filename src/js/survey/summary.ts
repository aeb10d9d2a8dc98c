// The summary of a survey: mean, smallest, largest and spread of every statistic of every head. The texts are added in the
// order of the file, one at a time, so that the bits do not depend on shards.

import { columnsOf, rowsOf } from './plan.ts';
import type { Plan, TextRecord } from './plan.ts';

/** A text that the model cannot read. */
interface Unread {
  /** as in the column of this name: the number of its line, from 0 */
  text: number;
  /** the same number, from 1 as in an editor and in all messages */
  line: number;
  tokens: number;
}

export class Summary {
  #plan;
  /** number of texts with numbers */
  #count = 0;
  #means;
  /** sums of squared differences from the mean, as of Welford 1962 */
  #squares;
  #least;
  #most;
  #unread: Unread[] = [];

  constructor(plan: Plan) {
    const size = columnsOf(plan).length * rowsOf(plan);
    this.#plan = plan;
    this.#means = new Float64Array(size);
    this.#squares = new Float64Array(size);
    this.#least = new Float64Array(size).fill(Infinity);
    this.#most = new Float64Array(size).fill(-Infinity);
  }

  add({ text, tokens, values }: TextRecord) {
    if (Number.isNaN(values[0])) {
      this.#unread.push({ text, line: text + 1, tokens });
      return;
    }
    this.#count++;
    values.forEach((value, i) => {
      const away = value - this.#means[i];
      this.#means[i] += away / this.#count;
      this.#squares[i] += away * (value - this.#means[i]);
      if (value < this.#least[i]) this.#least[i] = value;
      if (value > this.#most[i]) this.#most[i] = value;
    });
  }

  /** Texts without numbers. */
  get unread(): readonly Unread[] {
    return this.#unread;
  }

  toJSON() {
    const { shard, heads, ...plan } = this.#plan;
    const rows = rowsOf(this.#plan);
    const columns = columnsOf(this.#plan);
    const places = heads.flatMap((count, layer) =>
      Array.from({ length: count }, (_, head) => ({ layer, head })),
    );
    const numbersAt = (at: number) => ({
      mean: this.#means[at],
      min: this.#least[at],
      max: this.#most[at],
      spread: Math.sqrt(this.#squares[at] / this.#count),
    });
    const summaries = places.map((place, row) => ({
      ...place,
      ...Object.fromEntries(columns.map((name, i) => [name, numbersAt(i * rows + row)])),
    }));
    return {
      ...plan,
      shard: shard.join('/'),
      ...{ read: this.#count, unread: this.#unread },
      heads: this.#count > 0 ? summaries : [],
    };
  }
}
