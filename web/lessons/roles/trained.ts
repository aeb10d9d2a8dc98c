// The trained model of an exhibit, also while untrained heads are shown.

import { GRAMMAR } from '../../elements/lab/state/state.ts';
import type { Frame } from '../../elements/lab/frame.ts';

export function trainedOf({ source, sources, layer }: Frame) {
  if (source.name === GRAMMAR) return { source, layer };
  const trained = sources.find(({ name }) => name === GRAMMAR);
  if (!trained) throw new TypeError('model: expected a trained one');
  return { source: trained, layer: trained.layers - 1 };
}
