// Writes the trained model: its parameters in 8 bits with all metadata for the page, and its card.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../../src/build/tools/paths.js';
import { Stop, say } from '../../../../src/build/tools/say.js';
import { cardOf } from './card.ts';
import { toEightBits } from './eight-bits.ts';
import type { Head } from './measure.ts';

export const ENGLISH = join(root, 'web/models/english');
const MOST = 4_000_000; // bytes
/** Roles that the page has words for. */
const SHOWN = ['previousToken', 'firstToken', 'duplicate', 'induction', 'fixedOffset'].concat([
  'verbToSubject',
  'nounToDeterminer',
  'pronounToAntecedent',
]);

/** @param made all results of train-english.ts */
export async function writeModel({ to = ENGLISH, ...made }: any) {
  const file = fileOf(made);
  if (file.length > MOST) throw new Stop(`The model has ${file.length} bytes, more than ${MOST}`);
  await mkdir(join(to, '..'), { recursive: true });
  await writeFile(`${to}.safetensors`, file);
  await writeFile(
    `${to}.md`,
    cardOf({ ...made, size: file.length, weights: weightsOf(made.model) }),
  );
  say(`${to}.safetensors: ${file.length} bytes`);
}

export function fileOf({ model, pieces, found, training, formats }: any) {
  const about = {
    task: 'english',
    trained: 'headwise',
    roles: JSON.stringify(found.heads.map(bestRole)),
    measured: String(found.sentences),
  };
  const { config } = model;
  const file = training.writeModel({ config, state: model.stateDict(), vocab: pieces, about });
  const small = toEightBits(formats, file);
  training.readModel(small); // or the reason that it is missing
  return small;
}

function weightsOf(model: any) {
  const tensors = Object.values<any>(model.stateDict()) as { data: Float32Array }[];
  return tensors.reduce((sum, { data }) => sum + data.length, 0);
}

function bestRole({ layer, head, roles }: Head) {
  const known = roles.filter(({ name }) => SHOWN.includes(name));
  const { name, offset, score, positional } = known.reduce((a, b) => (b.score > a.score ? b : a));
  const rounded = { score: Number(score.toFixed(2)), positional: Number(positional.toFixed(2)) };
  return { layer, head, name, ...(offset !== undefined && { offset }), ...rounded };
}
