// The maps of a run that is under way, layer by layer: who asks for a layer waits until it is there.

import type { LayerMaps } from 'headwise/models';

interface Layer {
  maps: Promise<LayerMaps>;
  resolve: (maps: LayerMaps) => void;
  reject: (error: unknown) => void;
}

export function createComing() {
  const layers: Map<number, Layer> = new Map();

  function layerOf(layer: number): Layer {
    const known = layers.get(layer);
    if (known) return known;
    let settle!: Omit<Layer, 'maps'>;
    const maps = new Promise<LayerMaps>((resolve, reject) => (settle = { resolve, reject }));
    maps.catch(() => {}); // no caller may ask for this layer
    const made = { maps, ...settle };
    layers.set(layer, made);
    return made;
  }

  return {
    /** @param maps of the stack that is shown, layer by layer */
    add: (maps: LayerMaps) => layerOf(maps.layer).resolve(maps),
    of: (layer: number) => layerOf(layer).maps,
    /** Rejects all who wait: the run has ended without these layers. */
    end(error: unknown) {
      for (const { reject } of layers.values()) reject(error);
    },
  };
}
