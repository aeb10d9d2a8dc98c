// The trained model of an exhibit, also while untrained heads are shown.

import { GRAMMAR } from '../../lab/state/state.js';

/** @param {import('../../lab/frame.js').Frame} frame */
export function trainedOf({ source, sources, layer }) {
  if (source.name === GRAMMAR) return { source, layer };
  const trained = sources.find(({ name }) => name === GRAMMAR);
  if (!trained) throw new TypeError('model: expected a trained one');
  return { source: trained, layer: trained.layers - 1 };
}
