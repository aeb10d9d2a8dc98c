// Emergence of roles: the step at which each head took on its present role.

import { isNamed, sameRole } from './head-roles.ts';
import type { SeenRole } from './position-roles.ts';
import type { Look } from './training-model.ts';

export interface Emergence {
  layer: number;
  head: number;
  role: SeenRole;
  step: number;
}

/**
 * @param looks evaluations in order; the last is the one on the screen
 * @param positional by role, the best score of a head that knows positions only
 */
export function emergenceOf(
  looks: readonly Look[],
  positional: Readonly<Record<string, number>>,
): Emergence[] {
  const newest = looks.at(-1) as Look;
  return newest.roles.flatMap(({ layer, head, best }, index) =>
    isNamed(best, positional)
      ? [{ layer, head, role: best, step: stepOf(looks, index, positional) }]
      : [],
  );
}

/** @param index index of the head */
function stepOf(
  looks: readonly Look[],
  index: number,
  positional: Readonly<Record<string, number>>,
) {
  const now = (looks.at(-1) as Look).roles[index].best;
  let first = looks.length - 1;
  for (; first > 0; first--) {
    const { best } = looks[first - 1].roles[index];
    if (!sameRole(best, now) || !isNamed(best, positional)) break;
  }
  return looks[first].step;
}
