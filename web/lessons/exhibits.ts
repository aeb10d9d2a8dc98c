// All exhibits, by their names in scenes.

import { appears } from './appears/exhibits.ts';
import { answerKinds } from './answers/lazy.ts';
import { pairs } from './pairs/exhibits.ts';
import { digits } from './digits/exhibits.ts';
import { dropout } from './dropout/exhibits.ts';
import { headDid } from './head-did/exhibits.ts';
import { fiveWays } from './five-ways/exhibits.ts';
import { layer } from './layer/exhibits.ts';
import { why } from './why/exhibits.ts';
import { longTexts } from './long-texts/exhibits.ts';
import { masks } from './masks/exhibits.ts';
import { matrices } from './matrices/exhibits.ts';
import { roles } from './roles/exhibits.ts';
import { positions } from './positions/exhibits.ts';
import { scale } from './scale/exhibits.ts';
import { shapes } from './shapes/exhibits.ts';
import { sinks } from './sinks/exhibits.ts';
import type { ExhibitKind } from './exhibit-types.ts';

const all: readonly ExhibitKind[] = [
  ...why,
  ...fiveWays,
  ...shapes,
  ...scale,
  ...masks,
  ...layer,
  ...roles,
  ...longTexts,
  ...positions,
  ...pairs,
  ...matrices,
  ...sinks,
  ...dropout,
  ...digits,
  ...appears,
  ...headDid,
  ...answerKinds,
];

export const exhibits: ReadonlyMap<string, ExhibitKind> = new Map(
  all.map((kind) => [kind.name, kind]),
);
