// npm run make experiment: is one head enough? Trains several heads and one head with as many
// parameters on the same batches, each with the best of the same learning rates, and writes the
// results to web/models/one-head.json. The same bytes every time, on every machine.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildAll } from '../../../src/build/build.ts';
import { distDir, root } from '../../../src/build/tools/paths.js';
import { runMain, say } from '../../../src/build/tools/say.js';

const FILE = join(root, 'web/models/one-head.json');
const SEEDS = [1, 2, 3, 4, 5];
const RATES = [0.001, 0.002, 0.004, 0.008];
const HELD_OUT = 128;
const SMALL = { embedDim: 64, mlpDim: 0 };

export const experiments: readonly Experiment[] = [
  { name: 'binary', steps: 1000, heads: 4, config: { ...SMALL, numLayers: 1 } },
  { name: 'induction', steps: 400, heads: 4, config: { ...SMALL, numLayers: 2 } },
];

interface Experiment {
  /** name of the task */
  name: 'binary' | 'induction';
  steps: number;
  /** number of heads of the model with several */
  heads: number;
  /** options of both models */
  config: object;
}

type Side = { heads: number; learningRate: number; accuracies: number[] };

/** Loads the engine, and trains and tests models with it. */
export async function openLaboratory() {
  const entry = (name: string) => import(pathToFileURL(join(distDir, name)).href);
  const [{ load }, training] = await Promise.all([entry('headwise.node.js'), entry('training.js')]);
  const headwise = await load();

  /** @returns accuracy: on held-out examples */
  function tryOut(
    { name, steps, config }: Experiment,
    { heads, learningRate, seed }: { heads: number; learningRate: number; seed: number },
  ): { accuracy: number; parameters: number } {
    const task = training[name]();
    const { vocabSize, contextLen, causal } = task;
    const sizes = { vocabSize, contextLen, causal, numHeads: heads, seed };
    const model = training.createTransformer(headwise, { ...config, ...sizes });
    for (let step = 0; step < steps; step++) {
      model.trainStep(task.batch(0, step), { learningRate });
    }
    const { accuracy } = model.evaluate(task.heldOut(HELD_OUT));
    const arrays = Object.values<any>(model.stateDict()) as { data: Float32Array }[];
    model.dispose();
    return { accuracy, parameters: arrays.reduce((sum, { data }) => sum + data.length, 0) };
  }

  /**
   * Trains one model with each of the learning rates; the best of them, by the mean over all seeds,
   * counts.
   */
  function tune(experiment: Experiment, heads: number): Side & { parameters: number } {
    const sides = RATES.map((learningRate) => {
      const runs = SEEDS.map((seed) => tryOut(experiment, { heads, learningRate, seed }));
      const accuracies = runs.map(({ accuracy }) => accuracy);
      const [{ parameters }] = runs;
      const mean = accuracies.reduce((sum, one) => sum + one, 0) / accuracies.length;
      say(`${experiment.name}, ${heads} heads, learning rate ${learningRate}: ${mean.toFixed(4)}`);
      return { side: { heads, learningRate, accuracies, parameters }, mean };
    });
    return sides.reduce((a, b) => (b.mean > a.mean ? b : a)).side;
  }

  return { tryOut, tune, dispose: () => headwise.dispose() };
}

/** Runs every experiment. */
export async function experiment() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const laboratory = await openLaboratory();
  const tasks = experiments.map((one) => {
    const [several, alone] = [one.heads, 1].map((heads) => laboratory.tune(one, heads));
    const { parameters, ...severalSide } = several;
    const { parameters: _same, ...oneSide } = alone;
    if (parameters !== alone.parameters) throw new Error(`${one.name}: not as many parameters`);
    const { name, steps, config } = one;
    return { name, steps, parameters, config, several: severalSide, one: oneSide };
  });
  laboratory.dispose();
  return { version, seeds: SEEDS, learningRates: RATES, heldOut: HELD_OUT, tasks };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll();
    await writeFile(FILE, `${JSON.stringify(await experiment(), null, 2)}\n`);
    say('Written: web/models/one-head.json');
  });
}
