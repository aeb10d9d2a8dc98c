// npm run make conformance: runs every suite on the engine and prints the source of each, its
// number of cases and its largest difference. --threads 2 and --simd relaxed choose another engine.

import { parseArgs } from 'node:util';
import { buildAll } from '../../src/build/build.ts';
import { runMain } from '../../src/build/tools/say.js';
import { read } from './read.js';
import { runSuite } from './run.js';
import { loaders } from './suites.js';
import { formatOutcomes } from './table.js';

/** @import { LoadOptions } from 'headwise' */

await runMain(async () => {
  const { values } = parseArgs({
    options: { threads: { type: 'string' }, simd: { type: 'string' } },
  });
  await buildAll();
  const { load } = await import('headwise'); // not earlier: it may just have been built
  const oracle = await (await import('headwise/reference')).load();
  const options = { ...values, threads: values.threads && Number(values.threads) };
  const engine = await load(/** @type {LoadOptions} */ (options));
  const { backend } = engine;
  const outcomes = [];
  for (const open of loaders) outcomes.push(await runSuite(await open(read), engine, oracle));
  engine.dispose();
  console.log(`\n${formatOutcomes(outcomes, backend)}`);
  return outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
});
