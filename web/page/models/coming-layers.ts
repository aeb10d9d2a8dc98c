// The maps of a run that is under way, layer by layer: who asks for a layer waits until it is there.

import type { LayerMaps } from 'headwise/models';

interface Layer {
  maps: Promise<LayerMaps>;
  resolve: (maps: LayerMaps) => void;
  reject: (error: unknown) => void;
}

export function createComing() {
  const layers: Map<string, Layer> = new Map();

  function layerOf({ layer, kind }: Pick<LayerMaps, 'layer' | 'kind'>): Layer {
    const name = `${kind} ${layer}`;
    const known = layers.get(name);
    if (known) return known;
    let settle!: Omit<Layer, 'maps'>;
    const maps = new Promise<LayerMaps>((resolve, reject) => (settle = { resolve, reject }));
    maps.catch(() => {}); // no caller may ask for this layer
    const made = { maps, ...settle };
    layers.set(name, made);
    return made;
  }

  return {
    add: (maps: LayerMaps) => layerOf(maps).resolve(maps),
    of: (at: Pick<LayerMaps, 'layer' | 'kind'>) => layerOf(at).maps,
    /** Rejects all who wait: the run has ended without these layers. */
    end(error: unknown) {
      for (const { reject } of layers.values()) reject(error);
    },
  };
}
