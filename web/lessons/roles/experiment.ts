// Experiment: roles of a trained model's heads on new sentences, without drawing.
// Also the model's predictions without one head.

import type { PlainTensor } from 'headwise';
import type { Evaluation } from 'headwise/training';
import type { Transformer } from '../../elements/lab/answer/source.ts';

/** Number of sentences in the measurement. */
export const SENTENCES = 256;
/** Percentage of disagreeing words in sentences that the model has to correct. */
const MISTAKES = 50;

/** The scores of all heads in all roles. */
export async function measureRoles(model: Transformer) {
  const { grammar, headRoles } = await import('headwise/training');
  return headRoles(model, grammar().heldOut(SENTENCES));
}

/**
 * The model's output for a sentence, and for others, without some heads.
 *
 * @returns `said`: the predicted token for each word
 */
export async function readProof(
  model: Transformer,
  tokens: readonly number[],
  removeHeads: readonly (readonly [layer: number, head: number])[],
): Promise<{ said: number[]; others: Evaluation }> {
  const { grammar } = await import('headwise/training');
  const { logits } = await model.forward(tokens, { removeHeads });
  const { tokens: others, targets, mask } = grammar().heldOut(SENTENCES, MISTAKES);
  return {
    said: largestInRows(logits),
    others: await model.evaluate({ tokens: others, targets, mask }, { removeHeads }),
  };
}

/**
 * @param tensor (rows, columns)
 * @returns the column of each row's largest number
 */
function largestInRows({ data, shape: [rows, columns] }: PlainTensor): number[] {
  return Array.from({ length: rows }, (_, row) => {
    let best = 0;
    for (let column = 1; column < columns; column++) {
      if (data[row * columns + column] > data[row * columns + best]) best = column;
    }
    return best;
  });
}
