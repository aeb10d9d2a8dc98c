// Experiment: roles of a trained model's heads on new sentences.
// Also the model's predictions without one of them. Nothing here draws.

/**
 * @typedef {import('../../lab/answer/source.js').Transformer} Transformer
 * @typedef {import('headwise/training').Evaluation} Evaluation
 */

/** Sentences that are asked about. */
export const SENTENCES = 256;
/** Of 100 words that must agree, this many do not, where the model has something to correct. */
const MISTAKES = 50;

/**
 * The scores of all heads in all roles.
 * @param {Transformer} model
 */
export async function measureRoles(model) {
  const { grammar, headRoles } = await import('headwise/training');
  return headRoles(model, grammar().heldOut(SENTENCES));
}

/**
 * The model's output for a sentence, and for others, without some heads.
 * @param {Transformer} model
 * @param {readonly number[]} tokens
 * @param {readonly (readonly [layer: number, head: number])[]} removeHeads
 * @returns {Promise<{ said: number[], others: Evaluation }>} said: the token that each word should be
 */
export async function readProof(model, tokens, removeHeads) {
  const { grammar } = await import('headwise/training');
  const { logits } = await model.forward(tokens, { removeHeads });
  const { tokens: others, targets, mask } = grammar().heldOut(SENTENCES, MISTAKES);
  return {
    said: largestInRows(logits),
    others: await model.evaluate({ tokens: others, targets, mask }, { removeHeads }),
  };
}

/**
 * @param {import('headwise').FloatTensor} tensor (rows, columns)
 * @returns {number[]} of each row, where it is largest
 */
function largestInRows({ data, shape: [rows, columns] }) {
  return Array.from({ length: rows }, (_, row) => {
    let best = 0;
    for (let column = 1; column < columns; column++) {
      if (data[row * columns + column] > data[row * columns + best]) best = column;
    }
    return best;
  });
}
