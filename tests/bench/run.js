// npm run bench: headwise against the other engines that run attention in WebAssembly, on this machine. The engines take
// turns in one run, on the same weights and inputs, from JavaScript arrays to JavaScript arrays.

import { cpus } from 'node:os';
import { Stop, runMain, say } from '../../src/build/tools/say.js';
import { measureModels } from './models.js';
import { readOptions } from './options.js';
import { platformsHere, runOn, weigh } from './platforms.js';
import { downloadSize, prepare } from './prepare.js';
import { bestOf, details, markdown } from './report.js';

/** @import { Report } from './measure.js' */

await runMain(async () => {
  const {
    platforms: asked,
    threads: counts,
    heap,
    models,
    plan,
  } = readOptions(process.argv.slice(2));
  await prepare({ browser: models !== 'none' || asked.includes('chromium') });
  if (models === 'only') return console.log(await measureModels(counts, say));
  const platforms = platformsHere().filter((name) => asked.includes(name));
  if (!platforms.length) throw new Stop(`Not on this machine: ${asked.join(', ')}`);

  // Memory is the same on each platform: one measurement is enough.
  const weighing = platforms.findLast((name) => name !== 'chromium');

  /** @type {Report[]} */
  const reports = [];
  for (const platform of platforms) {
    for (const threads of counts) {
      say(`  ${platform}, threads: ${threads}`);
      const report = await runOn(platform, { ...plan, threads });
      if (heap && platform === weighing && threads === counts[0]) await weighAll(platform, report);
      console.log(details(report));
      reports.push(report);
    }
  }
  const sizes = await Promise.all(
    plan.engines.map(async (engine) => ({ engine, bytes: await downloadSize(engine) })),
  );
  const cores = cpus();
  const machine = `${cores[0]?.model.trim() || process.arch}, ${cores.length} cores`;
  console.log(`\n${markdown(reports, sizes, machine)}`);
  if (models === 'too') console.log(`\n${await measureModels(counts, say)}`);
});

/**
 * Adds the memory of each engine's best formulation.
 *
 * @param {'node' | 'node24'} platform
 * @param {Report} report
 */
async function weighAll(platform, { threads, races }) {
  say('    memory');
  for (const race of races) {
    for (const one of bestOf(race)) {
      const { shape, mode } = race;
      one.heap = await weigh(platform, { ...one, shape, mode, threads });
    }
  }
}
