// headwise/models: real models from their files, computed here, every head visible. Importing it does nothing by itself.

export { HeadwiseError } from '../arguments/errors.js';
export { openModel } from './open.js';
export { fromHub } from './sources/hub.js';
export { headStatistics, rankHeads } from './statistics.js';
