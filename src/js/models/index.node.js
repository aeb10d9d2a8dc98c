// headwise/models in Node, where a source may be the path of a folder or file.

import { open } from './open.js';
import { openPath } from './sources/path-node.js';

/**
 * Types by name.
 *
 * @typedef {import('./sources/hub.js').HubSource} HubSource
 * @typedef {import('./sources/source.js').ModelSource} ModelSource
 */

export { HeadwiseError } from '../arguments/errors.js';
export * from '../types/models.js'; // holds no values: this makes the types importable by name
export { fromHub } from './sources/hub.js';
export { rankHeads } from './ranking.js';
export { headStatistics } from './statistics.js';
export { trainable } from './trainable/trainable.js';

/** @type {typeof import('./open.js').openModel} */
export const openModel = (source, options = {}) => open(source, options, openPath);
