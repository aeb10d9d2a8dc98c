// headwise/models: real models from their files, computed here, every head visible. Importing it does nothing by itself.

/**
 * Types by name.
 *
 * @typedef {import('./sources/hub.js').HubSource} HubSource
 * @typedef {import('./sources/source.js').ModelSource} ModelSource
 */

export { HeadwiseError } from '../arguments/errors.js';
export * from '../types/models.js'; // holds no values: this makes the types importable by name
export { openModel } from './open.js';
export { fromHub } from './sources/hub.js';
export { rankHeads } from './ranking.js';
export { headStatistics } from './statistics.js';
export { trainable } from './trainable/trainable.js';
