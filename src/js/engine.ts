// The public handle of an engine in WebAssembly. Other entries create their handles in it, which the reference does not compute.

import { Headwise } from './headwise.ts';
import { create } from './runtime/handle.ts';
import { MAKE } from './runtime/make.ts';
import type { Handle, Runtime } from './runtime/handle.ts';
import type { Operation } from './runtime/operation.ts';

export class Engine extends Headwise {
  [MAKE](
    operation: Operation,
    Kind: new (runtime: Runtime, slot: any, resolved: any) => Handle,
    config: unknown,
  ) {
    return create(this, operation, Kind, config);
  }
}
