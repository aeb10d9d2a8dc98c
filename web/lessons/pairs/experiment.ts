// Experiment: the map of a head under two rules for its pairs, without drawing.

import { attend, ROTARY, withoutPositions } from '../positions/experiment.ts';
import { compare, differences, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

/**
 * The map of a head that was trained with halves: computed with halves, with neighbours instead,
 * and with neighbours after the columns of its matrices were reordered for them.
 */
export async function computePairings(
  engine: Engine,
  trace: Trace,
  { head, reordered }: { head: number; reordered: boolean },
) {
  const width = trace.query.shape[2];
  const half = width / 2;
  const order = Array.from({ length: width }, (_, at) => (at % 2) * half + Math.floor(at / 2));
  const mapOf = async (interleaved: boolean) => {
    const given = { head, ...(interleaved && reordered && { order }) };
    const [query, key] = [
      await withoutPositions(engine, trace, { ...given, part: 'query' }),
      await withoutPositions(engine, trace, { ...given, part: 'key' }),
    ];
    const positions = { ...ROTARY, interleaved };
    const one = ({ data, shape }: Matrix) => tensorOf(data, 1, ...shape);
    return (await attend(engine, one(query), one(key), { positions })).attention;
  };
  const [right, other] = [await mapOf(false), await mapOf(true)];
  return {
    right,
    other,
    less: tensorOf(await differences(engine, other, right), ...right.shape),
    difference: await compare(engine, other, right),
  };
}
