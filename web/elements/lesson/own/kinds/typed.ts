// Question kind: a number or a shape. The engine computes it, also for known mistakes.

import { readNumber, readShape } from '../../questions/read-answer.ts';
import { MATRICES, readMatrix, selectionOf, shapeOf, toleranceOf, valueOf } from '../quantities.ts';
import { areFew, askedOf, LETTERS, only, quantityIn } from './parts.ts';
import type { Answer, Given, Made } from './parts.ts';
import type { Quantity } from '../quantities.ts';

export function number(given: Given): Made | null {
  const { about, line, entries, tolerance: asked } = given;
  const quantity = quantityIn(about, line, given);
  const isFew = areFew(entries, line, given.wrong);
  const others = only(entries, 'wrong').map(({ line: at, value }) => {
    const plain = readNumber(value);
    const other = plain === null ? quantityIn(value, at, given) : null;
    if (plain === null && !other) return null;
    return (known: ReturnType<typeof askedOf>) => plain ?? valueOf(known, other as Quantity);
  });
  if (!quantity || !isFew || others.includes(null)) return null;
  const keys = others.map((_, i) => LETTERS[i]);
  const tolerance = asked ?? toleranceOf(quantity);
  return {
    kind: 'number',
    keys,
    async solve({ compute, drawn }) {
      const known = askedOf(await compute(drawn.state));
      const mistakes = Object.fromEntries(keys.map((key, i) => [key, others[i]?.(known)]));
      const right = valueOf(known, quantity);
      const selection = selectionOf(known, quantity);
      const clear = Number.isFinite(right);
      return { right, tolerance, clear, mistakes, ...(selection && { selection }) };
    },
  };
}

export function shape({ about, line, entries, wrong }: Given): Made | null {
  const expected = Object.keys(MATRICES).join(', ');
  const wanted = readMatrix(about);
  if (!wanted) wrong(line, 'matrix', { expected, got: about });
  const isFew = areFew(entries, line, wrong);
  const others = only(entries, 'wrong').map(({ line: at, value }) => {
    const [sizes, matrix] = [readShape(value), readMatrix(value)];
    if (!sizes && !matrix)
      return wrong(at, 'matrix', { expected: `${expected}, 12 x 64`, got: value });
    return (answer: Answer) => sizes ?? shapeOf(answer, matrix as any);
  });
  if (!wanted || !isFew || others.includes(null)) return null;
  const keys = others.map((_, i) => LETTERS[i]);
  return {
    kind: 'shape',
    keys,
    async solve({ compute, drawn }) {
      const answer = await compute(drawn.state);
      const mistakes = Object.fromEntries(keys.map((key, i) => [key, others[i]?.(answer)]));
      return { right: shapeOf(answer, wanted), mistakes };
    },
  };
}
