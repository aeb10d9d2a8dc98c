// Describes the current run for the export of programs.

import { parseCell } from '../answer/cells.ts';
import { MATRICES } from '../answer/matrices.ts';
import { UNTRAINED } from '../state/state.ts';
import type { CodeRun, Origin } from './code.ts';
import type { Cell } from '../answer/cells.ts';
import type { Axis } from '../answer/matrices.ts';
import type { Answer } from '../answer/answer.ts';

/** Whether a program can repeat this answer only from the vectors and weights themselves. */
export function needsTrace({ question, trace }: Answer) {
  return question.source.name !== UNTRAINED && !trace;
}

export function codeRunOf(answer: Answer): CodeRun {
  const { question } = answer;
  const { keys, heads, width, causal, padding, scaled } = question;
  const changes = Object.entries(question.edits).flatMap(([name, value]) => {
    const cell = parseCell(name);
    return cell && fits(cell, answer) ? [{ ...cell, value }] : [];
  });
  const ofKeys = keys ? answer.columnTokens : null;
  const plain = {
    queries: answer.rowTokens,
    keys: ofKeys,
    heads,
    width,
    causal,
    scaled,
    changes,
    block: question.source.block,
  };
  return { ...plain, padding: Math.min(padding, answer.columns), origin: originOf(answer) };
}

function originOf({ question, trace }: Answer): Origin {
  const { source, seed, queries, keys } = question;
  if (source.name === UNTRAINED) {
    const ids = queries.map(({ id }) => id);
    return { seed, ids, keyIds: keys && keys.map(({ id }) => id) };
  }
  if (!trace) throw new TypeError('trace: a trained layer is written down from its weights');
  const { first, second, weights, learned } = trace;
  return { x: first.x, x2: second && second.x, weights, learned };
}

/** Whether an edited cell exists: the sentence may be shorter than it was. */
function fits({ matrix, head, row, column }: Cell, { question, rows, columns }: Answer) {
  const { heads, width } = question;
  const sizes: Record<Axis, number> = {
    query: rows,
    key: columns,
    vocabulary: Infinity,
    head: width / heads,
    one: 1,
    model: width,
    all: width,
    out: width,
  };
  const known = MATRICES[matrix];
  // both sentences have the same positions
  const down = matrix === 'positions' ? Math.max(rows, columns) : sizes[known.rows];
  return (head ?? 0) < heads && row < down && column < sizes[known.columns];
}
