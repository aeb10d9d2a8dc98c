// The trained model that a drawing is about, also while the lab shows untrained heads.

/** @param {import('../../lab/frame.js').Frame} frame */
export function trainedOf({ source, sources, layer }) {
  if (source.whole) return { source, layer };
  const trained = sources.find(({ whole }) => whole !== null);
  if (!trained) throw new TypeError('model: expected a trained one');
  return { source: trained, layer: trained.layers - 1 };
}
