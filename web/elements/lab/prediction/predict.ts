// Predictions of a trained model, with all changes in the current layer.
// The next words and their probabilities, or the correction of each word; and each head's part of a
// word's logit.

import { logitsAfter, unembeddingOf } from './rest.ts';
import type { Answer, Question } from '../answer/answer.ts';
import type { Engine } from '../../shared/engine.ts';
import type { PlainTensor } from '../answer/source.ts';

export interface Prediction {
  answer: Answer;
  /** the likeliest id of each token */
  best: readonly number[];
  /** probabilities of all ids after the last token; their sum is 1 */
  shares: Float32Array;
}

const known: WeakMap<Answer, Promise<Prediction | null>> = new WeakMap();

/** @returns null: this model predicts nothing, or not for two sentences */
export function predictionOf(engine: Engine, answer: Answer): Promise<Prediction | null> {
  let made = known.get(answer);
  if (!made) {
    made = predict(engine, answer);
    known.set(answer, made);
    made.catch(() => known.delete(answer));
  }
  return made;
}

async function predict(engine: Engine, answer: Answer) {
  const { question, trace } = answer;
  const { source, queries, layer } = question;
  if (!source.whole || question.keys) return null;
  const ids = queries.map(({ id }) => id);
  let logits: PlainTensor;
  if (isPlain(question)) logits = (await (await source.whole.start(engine)).forward(ids)).logits;
  else if (trace) {
    const { name, whole } = source;
    logits = await logitsAfter(engine, { name, whole }, layer, trace.sum);
  } else return null;
  const [rows, columns] = logits.shape;
  const last = logits.data.subarray((rows - 1) * columns);
  const { data: shares } = await engine.softmax({ data: last, shape: [1, columns] });
  return { answer, best: largestInRows(logits), shares };
}

/** Whether the layer computes the same as in the whole model. */
export function isPlain({ edits, padding, scaled, causal, source }: Question) {
  const asIs = scaled && padding === 0 && causal === source.fixed?.causal;
  return asIs && Object.keys(edits).length === 0;
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

/** The ids with the largest probabilities, the largest first. */
export function largestOf(shares: Float32Array, count: number) {
  const ids = Array.from(shares.keys());
  return ids.sort((a, b) => shares[b] - shares[a] || a - b).slice(0, count);
}

/**
 * Each head's part of the logit of a word: its contribution to a token, times the word's row of the
 * unembedding. Later norms and layers change it further.
 *
 * @param answer with its trace
 * @param id id of the word
 * @returns (heads)
 */
export async function pushesOf(
  engine: Engine,
  { question, trace }: Answer,
  query: number,
  id: number,
): Promise<Float32Array | null> {
  const { whole } = question.source;
  if (!whole || !trace) return null;
  const { data: vectors, shape } = unembeddingOf(await whole.parameters());
  const [heads, length, width] = trace.contributions.shape;
  const rows = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const at = (head * length + query) * width;
    rows.set(trace.contributions.data.subarray(at, at + width), head * width);
  }
  const weight = { data: vectors.slice(id * shape[1], (id + 1) * shape[1]), shape: [1, shape[1]] };
  return (await engine.linear({ data: rows, shape: [heads, width] }, weight)).data;
}
