// Computes a mixture of heads, or each head minus another.
// Both are weighted sums, which the engine computes.

import { chooseScale, chooseSignedScale } from '../../../views/scale.ts';
import { RUN, sharesOf } from '../state/blends.ts';
import { DEFAULT_STATE } from '../state/state.ts';
import { sameValue } from '../state/values.ts';
import { blendSelectionText } from './selection-text.ts';
import type { LabState } from '../state/state.ts';
import type { Engine } from '../../shared/engine.ts';
import type { Answer } from '../answer/answer.ts';
import type { Blend, BlendNeeds } from './blend.ts';

/** Cells per request: larger blocks would hold up the page. */
const BLOCK = 2 ** 14;

export function blender(engine: BlendNeeds['engine'], compute: BlendNeeds['compute']) {
  let other: { run: unknown; answer: Promise<Answer> } | null = null;

  function answerOf(run: Readonly<Record<string, unknown>>) {
    if (!other || !sameValue(other.run, run)) {
      const initial = Object.fromEntries(RUN.map((name) => [name, DEFAULT_STATE[name]]));
      other = { run, answer: compute({ ...initial, ...run }) };
      other.answer.catch(() => {
        other = null;
      });
    }
    return other.answer;
  }

  /** @returns null: the two cannot be compared */
  return async function blendOf(
    { mix, compare, off }: LabState,
    answer: Answer,
  ): Promise<Blend | null> {
    const { heads } = answer.question;
    const all = Array.from({ length: heads }, (_, head) => mapOf(answer, head));
    const plain = {
      answer,
      weights: [],
      head: 0,
      other: null,
      selectionText: blendSelectionText,
    };
    if (compare && 'head' in compare) {
      const head = compare.head < heads ? compare.head : 0;
      const rows = all.map((_, h) => all.map((__, i) => Number(i === h) - Number(i === head)));
      const values = await sums(await engine(), all, rows);
      const scale = chooseSignedScale(values);
      return { ...plain, kind: 'head', values, count: heads, scale, head };
    }
    if (compare) {
      const run = await answerOf(compare.run);
      const { rows, columns, question } = run;
      if (question.heads !== heads || rows !== answer.rows || columns !== answer.columns)
        return null;
      const values = await sums(await engine(), [answer.attention, run.attention], [[1, -1]]);
      const scale = chooseSignedScale(values);
      return { ...plain, kind: 'run', values, count: heads, scale, other: run };
    }
    const weights = sharesOf(mix, heads, off);
    const values = await sums(await engine(), all, [weights]);
    return { ...plain, kind: 'mix', values, count: 1, scale: chooseScale(values), weights };
  };
}

/** Weighted sums of arrays, by the engine: one sum for each row of weights. */
async function sums(
  engine: Engine,
  parts: readonly Float32Array[],
  rows: readonly (readonly number[])[],
) {
  const { length } = parts[0];
  const values = new Float32Array(rows.length * length);
  const weight = {
    data: Float32Array.from(rows.flat()),
    shape: [rows.length, parts.length],
  };
  for (let start = 0; start < length; start += BLOCK) {
    const size = Math.min(BLOCK, length - start);
    const x = new Float32Array(size * parts.length);
    parts.forEach((part, p) => {
      for (let i = 0; i < size; i++) x[i * parts.length + p] = part[start + i];
    });
    const { data } = await engine.linear({ data: x, shape: [size, parts.length] }, weight);
    for (let row = 0; row < rows.length; row++) {
      for (let i = 0; i < size; i++) values[row * length + start + i] = data[i * rows.length + row];
    }
  }
  return values;
}

function mapOf({ attention, rows, columns }: Answer, head: number) {
  return attention.subarray(head * rows * columns, (head + 1) * rows * columns);
}
