// What shows all heads of a model at a glance, in one script that is loaded when one of them is wanted: given numbers in an
// element, and the trained models of the lab.

export { createOverview } from '../lab/overview/overview.js';
export { mountModel, readModel } from './mount-model.js';
