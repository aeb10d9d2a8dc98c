// Experiment: the probability of a model's answer without each head, and without another one beside it. Without drawing.

import { largestOf } from '../../elements/lab/prediction/predict.ts';
import type { Engine } from '../tensors.ts';
import type { Transformer } from '../../elements/lab/answer/source.ts';

export type At = readonly [layer: number, head: number];

export interface Effects {
  /** the likeliest token after the last one, with all heads */
  answer: number;
  /** its probability with all heads, and without the chosen one */
  all: number;
  base: number;
  /** for each layer, each head: its probability when this head is removed beside the chosen one */
  without: readonly (readonly number[])[];
  /** index of the newest earlier token that is the answer; null: there is none */
  earlier: number | null;
  /** for each layer, each head: weight from the last token to that one, or its largest weight on an earlier token */
  looks: readonly (readonly number[])[];
}

/** @param removed the chosen head; null: none */
export async function readEffects(
  engine: Engine,
  model: Transformer,
  ids: readonly number[],
  removed: At | null,
): Promise<Effects> {
  const { logits, attention } = await model.forward(ids, { attention: true });
  if (!attention) throw new TypeError('the maps that were asked for are missing');
  const last = ids.length - 1;
  const sharesOf = async ({ data, shape }: typeof logits) => {
    const row = { data: data.slice(last * shape[1], (last + 1) * shape[1]), shape: [1, shape[1]] };
    return (await engine.softmax(row)).data;
  };
  const shares = await sharesOf(logits);
  const [answer] = largestOf(shares, 1);
  const shareWithout = async (removeHeads: readonly At[]) =>
    (await sharesOf((await model.forward(ids, { removeHeads })).logits))[answer];
  const chosen = removed ? [removed] : [];
  const base = removed ? await shareWithout(chosen) : shares[answer];
  const without: number[][] = [];
  const [heads] = attention[0].shape.slice(-3);
  for (let layer = 0; layer < attention.length; layer++) {
    without.push([]);
    for (let head = 0; head < heads; head++) {
      const isChosen = removed?.[0] === layer && removed[1] === head;
      without[layer].push(isChosen ? base : await shareWithout([...chosen, [layer, head]]));
    }
  }
  const found = ids.lastIndexOf(answer, last - 1);
  const earlier = last > 0 && found >= 0 ? found : null;
  const looks = attention.map(({ data, shape }) => {
    const [rows, columns] = shape.slice(-2);
    return Array.from({ length: heads }, (_, head) => {
      const row = data.subarray(
        (head * rows + last) * columns,
        (head * rows + last) * columns + last,
      );
      return earlier === null ? Math.max(0, ...row) : row[earlier];
    });
  });
  return { answer, all: shares[answer], base, without, earlier, looks };
}

/** The head with the largest number, or the smallest. */
export function extreme(numbers: readonly (readonly number[])[], sign: 1 | -1): At {
  let best: At = [0, 0];
  numbers.forEach((row, layer) =>
    row.forEach((value, head) => {
      if (sign * value > sign * numbers[best[0]][best[1]]) best = [layer, head];
    }),
  );
  return best;
}
