// npm run make train-english: trains a small model of English with our own engine, on texts from
// package registries, and writes it and its card to web/models/. A stopped run continues; --minutes
// N limits its time, --steps N its steps; the same steps give the same bytes.

import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from '../../../src/build/build.ts';
import { distDir } from '../../../src/build/tools/paths.js';
import { Stop, runMain, say } from '../../../src/build/tools/say.js';
import { readCorpus } from './english/corpus.ts';
import { LEG, LENGTH, TRAINING, learn } from './english/learn.ts';
import { inEightBits } from './english/eight-bits.ts';
import { measure } from './english/measure.ts';
import { prepare } from './english/prepare.ts';
import { writeModel } from './english/write-model.ts';
import { ENGLISH_DIR } from './english/sources.ts';

const CONFIG = {
  contextLen: LENGTH,
  embedDim: 128,
  numHeads: 4,
  numLayers: 4,
  mlpDim: 512,
  positions: 'rotary',
  norm: 'pre',
  activation: 'gelu',
  tied: true,
  seed: 1,
};

const OPTIONS = {
  minutes: { type: 'string' },
  steps: { type: 'string' },
  dist: { type: 'string', default: distDir },
  to: { type: 'string' },
} as const;

await runMain(async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const steps = toNumber('steps', values.steps ?? '0');
  const minutes = toNumber('minutes', values.minutes ?? (steps ? 'Infinity' : '60'));
  if (values.dist === distDir) await buildAll();
  const entry = (name: string) => import(pathToFileURL(join(resolve(values.dist), name)).href);
  const [{ load }, training, formats] = await Promise.all(
    ['headwise.node.js', 'training.js', 'formats.js'].map(entry),
  );
  await mkdir(ENGLISH_DIR, { recursive: true });
  const long = steps ? `${steps} steps, on one processor about ${Math.ceil(steps / 90)}` : minutes;
  say(
    `Training takes ${long} min; what is done goes to ${ENGLISH_DIR}, and the next run goes on there`,
  );
  const data = prepare(await readCorpus(), training);
  const headwise = await load({ threads: 1, simd: 'fixed' });
  const model = training.createTransformer(headwise, {
    vocabSize: data.pieces.length,
    ...CONFIG,
  });
  const settings = `${JSON.stringify({ ...model.config, ...TRAINING })} ${data.hash}`;
  const name = createHash('sha256').update(settings).digest('hex').slice(0, 8);
  const reached = await learn({
    ...data,
    training,
    formats,
    model,
    checkpoint: join(ENGLISH_DIR, `checkpoint-${name}.safetensors`),
    settings,
    steps: Math.ceil(steps / LEG) * LEG,
    leg: LEG,
    seconds: 60 * minutes,
    onLeg: ({ step, loss, rate, seconds }) =>
      say(`step ${step}: held-out loss ${loss.toFixed(3)}, rate ${rate}, ${Math.round(seconds)} s`),
  });
  model.loadStateDict(inEightBits(training, formats, model)); // the file that the page loads
  const found = await measure({ ...data, training, model });
  await writeModel({ ...data, model, found, reached, training, formats, to: values.to });
  headwise.dispose();
});

function toNumber(name: string, text: string) {
  const number = Number(text);
  if (text !== '' && number >= 0) return number;
  throw new Stop(`--${name}: expected a number, got ${text}`);
}
