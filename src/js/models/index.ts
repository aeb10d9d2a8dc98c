// The entry `headwise/models`: opens real models from their files, runs them, and gives every head's maps. Importing it does
// nothing by itself.

export type { CachedModel } from './sources/cached.ts';
export type { HubFiles, HubSource } from './sources/hub.ts';
export type { ModelSource } from './sources/source.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export * from '../types/models.ts'; // holds no values: this makes the types importable by name
export { openModel } from './open.ts';
export { cachedModels, removeCachedModel } from './sources/cached.ts';
export { fromHub, hubFiles } from './sources/hub.ts';
export {
  alignWords,
  circuits,
  compareHeads,
  composition,
  contacts,
  patch,
  probeHeads,
  rollout,
  sweep,
} from './questions.ts';
export { rankHeads } from './ranking.ts';
export { headStatistics } from './statistics.ts';
export { trainable } from './trainable/trainable.ts';
