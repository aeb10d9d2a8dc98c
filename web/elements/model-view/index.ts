// Lazy entry point of the model overview.
// For given numbers in an element, and for the trained models of the lab.

export { createOverview } from '../lab/overview/overview.ts';
export { mountModel, readModel } from './mount-model.ts';
