// The entry `headwise/models` in Node, where a source may be the path of a folder or file.

import { openAnywhere } from './open.ts';
import { openPath } from './sources/path-node.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export * from '../types/models.ts'; // holds no values: this makes the types importable by name
export { fromHub } from './sources/hub.ts';
export {
  alignWords,
  circuits,
  compareHeads,
  composition,
  patch,
  probeHeads,
  rollout,
  sweep,
} from './questions.ts';
export { rankHeads } from './ranking.ts';
export { headStatistics } from './statistics.ts';
export { trainable } from './trainable/trainable.ts';

export const openModel: typeof import('./open.ts').openModel = (
  source: any,
  options?: unknown,
): Promise<any> => openAnywhere(source, options, openPath);
