// Joins the shards of a survey into the file that one run of the whole survey writes, bit for bit.

import { openSurvey, writeSurvey } from './columns-node.ts';
import { differenceOf } from './plan.ts';
import type { Result } from './columns-node.ts';
import type { Plan, TextRecord } from './plan.ts';
import type { Summary } from './summary.ts';

/**
 * @param paths the results of all shards, in any order
 * @param out the joined result
 */
export async function mergeSurveys(paths: readonly string[], out: string): Promise<Summary> {
  const results = [];
  for (const path of paths) results.push(await openSurvey(path));
  const [{ plan }] = results;
  const [, n] = plan.shard;
  const shards: Result[] = [];
  for (const result of results) {
    const [i] = result.plan.shard;
    const difference = differenceOf({ ...plan, shard: [i, n] }, result.plan);
    if (difference)
      throw new Error(`${result.path}: it does not belong to ${paths[0]}: ${difference}`);
    if (shards[i - 1]) {
      throw new Error(`--merge: shard ${i}/${n} came twice: ${shards[i - 1].path}, ${result.path}`);
    }
    shards[i - 1] = result;
  }
  const missing = Array.from({ length: n }, (_, i) => i).filter((i) => !shards[i]);
  if (missing.length > 0) {
    const names = missing.map((i) => `${i + 1}/${n}`).join(', ');
    throw new Error(`--merge: expected all ${n} shards, got ${results.length}: ${names} missing`);
  }
  return writeSurvey(out, { ...plan, shard: [1, 1] }, inTurn(shards, plan));
}

/** The texts of all shards in the order of the file: one of each in turn. */
async function* inTurn(shards: readonly Result[], { count }: Plan): AsyncGenerator<TextRecord> {
  const sources = shards.map(({ records }) => records());
  let last = -1;
  for (let i = 0; i < count; i++) {
    const at = i % sources.length;
    const { done, value } = await sources[at].next();
    if (done || value.text <= last) {
      throw new Error(
        `${shards[at].path}: expected text ${i + 1} of ${count}, after line ${last + 1}`,
      );
    }
    last = value.text;
    yield value;
  }
  for (const source of sources) await source.next(); // checks the ends of the columns
}
