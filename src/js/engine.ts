// The public handle of an engine in WebAssembly. Other entries create their handles in it, which the reference does not compute.

import { Headwise } from './headwise.ts';
import { create, stateOf } from './runtime/handle.ts';
import { LOADED, MAKE } from './runtime/make.ts';
import type { Handle, Runtime } from './runtime/handle.ts';
import type { LoadedOptions } from './runtime/loading/load-options.ts';
import type { Operation } from './runtime/operation.ts';
import type { Backend } from './types/index.ts';

export class Engine extends Headwise {
  #loaded;

  constructor(runtime: Runtime, backend: Backend, loaded: LoadedOptions) {
    super(runtime, backend);
    this.#loaded = loaded;
  }

  [LOADED]() {
    stateOf(this).runtime.expectReady();
    return this.#loaded;
  }

  [MAKE](
    operation: Operation,
    Kind: new (runtime: Runtime, slot: any, resolved: any) => Handle,
    config: unknown,
  ) {
    return create(this, operation, Kind, config);
  }
}
