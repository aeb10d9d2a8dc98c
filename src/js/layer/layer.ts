// The public handle of a multi-head attention layer, with its operations except forward. The parameters are in the core until
// it is disposed.

import { differentiableForward } from '../attention/gradients.ts';
import { Kept } from '../attention/kept.ts';
import { mapSizes } from '../attention/map-window.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { Handle, run, stateOf } from '../runtime/handle.ts';
import { bytesOf, readResults } from '../runtime/results.ts';
import { Cache, createCache } from './cache.ts';
import { LAYER, checkLayer, extraKeys } from './config.ts';
import { forward } from './forward.ts';
import { checkStateDict, parametersOf, writeParameters } from './parameters.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { LayerHandle } from '../runtime/core-module.ts';
import type { Runtime } from '../runtime/handle.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ResolvedConfig } from '../types/index.ts';

export class MultiHeadAttention extends Handle {
  declare readonly config: ResolvedConfig;

  constructor(runtime: Runtime, slot: any, config: ResolvedConfig) {
    super(runtime, 'layer', slot, { config });
    this.config = config;
  }

  /** @param given one to three inputs, then options */
  forward(...given: unknown[]) {
    return run(this, forward, given, (result, checked) => {
      if (!checked.keep) return result;
      const { config, changes } = checked;
      const layer = stateOf(this);
      const of = differentiableForward(config, checked);
      const about = { maps: mapSizes(checked, extraKeys(config)), of, layer, changes };
      result.kept = new Kept(layer.runtime, result.kept, about);
      return result;
    });
  }

  stateDict() {
    return run(this, stateDict);
  }

  loadStateDict(state: unknown) {
    return run(this, loadStateDict, [state]);
  }

  createCache(options: unknown) {
    const layer = stateOf(this);
    return run(
      this,
      createCache,
      [options],
      (slot, { batch, capacity }) => new Cache(layer, slot, { batch, capacity }),
    );
  }
}

export const createLayer: Operation = {
  name: 'createLayer',
  check: atCaller((_, [given]) => {
    const config = checkLayer(given);
    return { config, fields: fieldsOf(LAYER, config) };
  }),
  work: atCore(function* (core, { config, fields }) {
    return core.create(
      ({ Layer }, engine) => new Layer(engine, core.describe('LayerConfig', fields), config.seed),
    );
  }),
};

export const stateDict: Operation = {
  name: 'stateDict',
  check: atCaller(({ about: { config } }) => ({ config })),
  results: atHost(stateResults),
  work: atCore(function* (core, { config }, layer) {
    const results = stateResults({ config }, layer);
    core.expectRoom(bytesOf(results));
    return readResults(core, results);
  }),
};

function stateResults({ config }: { config: ResolvedConfig }, layer: LayerHandle) {
  return parametersOf(config, (core, buffer) => core.addressIn(layer, buffer));
}

export const loadStateDict: Operation = {
  name: 'loadStateDict',
  check: atCaller(({ runtime, about: { config } }, [state]) => ({
    config,
    parameters: checkStateDict(config, state, runtime.precision),
  })),
  changes: true,
  work: atCore(function* (core, { config, parameters }, layer) {
    writeParameters(core, layer, config, parameters);
  }),
};
