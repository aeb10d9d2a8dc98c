// Trains the model in legs. At the end of each, a checkpoint is written to a file: the parameters
// and the optimiser's moments. A run that was stopped continues from there and ends with the same
// bytes as one that was not.

import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { batchAt, batchOf } from './stream.ts';
import type { Stream } from './stream.ts';

export const LENGTH = 256;
export const TRAINING = Object.freeze({ batchSize: 4, betas: [0.9, 0.95], learningRate: 0.003 });
export const LEG = 200; // steps
const WARM_UP = 300; // steps
/** The final part of the steps, in which the rate falls to 0. */
export const FALLING = 0.35;
/** Most time that a run takes, as a multiple of its allowance. */
const PATIENCE = 1.2;
const DATA_SEED = 1;
const CHECKED = 32; // held-out windows after each leg
const TOGETHER = 8;

interface Progress {
  step: number;
  /** loss on some held-out windows */
  loss: number;
  /** learning rate of the last step */
  rate: number;
  seconds: number;
}

interface Run {
  /** the package's entry */
  training: any;
  /** the package's entry */
  formats: any;
  model: any;
  stream: Stream;
  heldOut: Stream;
  /** offsets of held-out windows */
  places: readonly number[];
  /** a file's path */
  checkpoint: string;
  /** settings that a checkpoint must match */
  settings: string;
  /** 0: as many as the time allows */
  steps: number;
  /** steps from one checkpoint to the next */
  leg: number;
  /** allowed time */
  seconds: number;
  onLeg: (progress: Progress) => void;
}

export async function learn(
  run: Run,
): Promise<{ steps: number; seconds: number; finished: boolean }> {
  let at = await resume(run);
  const began = performance.now() / 1000 - at.seconds;
  while (at.steps === 0 || at.step < at.steps) {
    const steps = at.steps || run.steps || endOf(at, run);
    const rate = takeLeg(run, at.step, steps || Infinity);
    const seconds = performance.now() / 1000 - began;
    at = { step: at.step + run.leg, seconds, steps };
    await save(run, at, !steps || at.step <= (1 - FALLING) * steps);
    const { loss } = lossOn(run.model, run.heldOut, run.places.slice(0, CHECKED));
    run.onLeg({ step: at.step, loss, rate, seconds });
    if (seconds > PATIENCE * run.seconds) break;
  }
  return { steps: at.step, seconds: at.seconds, finished: at.step === at.steps };
}

/**
 * @param steps number of all steps
 * @returns the learning rate of the last step
 */
function takeLeg({ training, model, stream, leg }: Run, first: number, steps: number): number {
  const { batchSize, betas } = TRAINING;
  let rate = 0;
  for (let step = first; step < first + leg; step++) {
    const batch = batchOf(
      stream,
      { batchSize, length: LENGTH },
      (index) => new training.Random(DATA_SEED, step, index),
    );
    rate = rateAt(step, steps);
    model.trainStep(batch, { learningRate: rate, betas, clipNorm: 1 });
  }
  return rate;
}

/** The number of all steps, once the time before the rate falls is over; until then 0. */
function endOf(at: { step: number; seconds: number }, { seconds, leg }: Run) {
  const perLeg = at.step === 0 ? 0 : (at.seconds / at.step) * leg;
  const isOver = at.step > 0 && at.seconds + perLeg > (1 - FALLING) * seconds;
  return isOver ? Math.ceil(at.step / (1 - FALLING) / leg) * leg : 0;
}

function rateAt(step: number, steps: number) {
  const warm = Math.min(1, (step + 1) / WARM_UP);
  const left = steps === Infinity ? 1 : (steps - step) / (steps * FALLING);
  return TRAINING.learningRate * warm * Math.min(1, left);
}

export function lossOn(
  model: any,
  stream: Stream,
  places: readonly number[],
  removeHeads: number[][] = [],
) {
  let loss = 0;
  let right = 0;
  let counted = 0;
  for (let i = 0; i < places.length; i += TOGETHER) {
    const batch = batchAt(stream, places.slice(i, i + TOGETHER), LENGTH);
    const part = model.evaluate(batch, { removeHeads });
    loss += part.loss * part.counted;
    right += part.accuracy * part.counted;
    counted += part.counted;
  }
  return { loss: loss / counted, accuracy: right / counted, counted };
}

/**
 * The last checkpoint; or, if the last run was complete and there is more time now, the one where
 * its rate began to fall.
 */
async function resume(run: Run): Promise<{ step: number; seconds: number; steps: number }> {
  const last = await read(run, run.checkpoint);
  const before = await read(run, `${run.checkpoint}.before`);
  const isMore =
    last && (run.steps ? run.steps > last.at.steps : run.seconds > PATIENCE * last.at.seconds);
  const from = last && before && last.at.step === last.at.steps && isMore ? before : last;
  if (!from) return { step: 0, seconds: 0, steps: 0 };
  run.model.loadStateDict(from.state);
  run.model.loadOptimizerState(from.optimizer);
  return from === before ? { ...from.at, steps: 0 } : from.at;
}

const PARTS = ['state', 'first', 'second'];

async function read({ formats, settings }: Run, path: string) {
  if (!existsSync(path)) return null;
  const { tensors, metadata } = formats.readSafetensors(await readFile(path));
  if (metadata.settings !== settings) return null;
  const at = JSON.parse(metadata.at);
  const [state, first, second] = PARTS.map((part) => {
    const names = Object.keys(tensors).filter((name) => name.startsWith(`${part}/`));
    const floats = names.map((name) => {
      const data = formats.toFloat32(tensors[name]);
      return [name.slice(part.length + 1), { data, shape: tensors[name].shape }];
    });
    return Object.fromEntries(floats);
  });
  return { at, state, optimizer: { step: at.step, first, second } };
}

/** @param isBefore whether the rate has not begun to fall */
async function save(
  { formats, model, checkpoint, settings }: Run,
  at: { step: number; seconds: number; steps: number },
  isBefore: boolean,
) {
  const { first, second } = model.optimizerState();
  const parts = Object.entries({ state: model.stateDict(), first, second });
  const tensors = parts.flatMap(([part, named]) =>
    Object.entries<any>(named).map(([name, tensor]) => [`${part}/${name}`, tensor]),
  );
  const about = { settings, at: JSON.stringify(at) };
  const file = formats.writeSafetensors(Object.fromEntries(tensors), about);
  for (const path of isBefore ? [checkpoint, `${checkpoint}.before`] : [checkpoint]) {
    await writeFile(`${path}.new`, file);
    await rename(`${path}.new`, path); // writes the whole file or none
  }
}
