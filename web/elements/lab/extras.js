// Lazy bundle of the lab: more views, provenance, edits, unknown words.

import { completeMessages } from '../messages/en-late.js';
import { createContributions as contributions } from './contributions/contributions.js';
import { createEditLine as editLine } from './edit-line.js';
import { createLines as lines } from './lines/lines.js';
import { createProvenance as provenance } from './provenance/provenance.js';
import { createUnknown as unknown } from './sentence/unknown.js';
import { createSteps as steps } from './steps/steps.js';

/**
 * @typedef {import('../messages/en.js').Messages} Messages
 * @typedef {import('./frame.js').Actions} Actions
 */

export { blender } from './blend/compute.js';
export { exportAs } from './export/export-as.js';
export { exportHeads } from './export/heads.js';
export { exportSteps } from './export/steps.js';

export const createContributions = worded(contributions);
export const createEditLine = worded(editLine);
export const createLines = worded(lines);
export const createProvenance = worded(provenance);
export const createSteps = worded(steps);
export const createUnknown = worded(unknown);

/**
 * Their English words come with them.
 *
 * @template {unknown[]} Rest
 * @template Made
 * @param {(messages: Messages, ...rest: Rest) => Made} create
 * @returns {(messages: Messages, ...rest: Rest) => Made}
 */
function worded(create) {
  return (messages, ...rest) => {
    completeMessages(messages);
    return create(messages, ...rest);
  };
}
