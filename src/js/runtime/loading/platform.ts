// The interface to the environment. Implementations for the browser and Node are separate files, because code for Node breaks
// some bundlers' browser builds.

import type { CoreModule } from '../core-module.ts';
import type { Operation } from '../operation.ts';
import type { Variant } from './variants.ts';

export interface Port {
  /** a worker finds an operation by its name; only an inline worker reads `operation` */
  post: (message: any, transfer?: Transferable[], operation?: Operation) => void;
  listen: (receive: (message: any) => void, fail: (error: Error) => void) => void;
  /** whether the program must stay alive while a request is pending (Node) */
  keepAlive: (active: boolean) => void;
  close: () => void;
}

/** Emscripten's glue */
export type CoreFactory = (options: Record<string, unknown>) => Promise<CoreModule>;

export interface Platform {
  fetch: (url: string) => Promise<Response>;
  /** why threads cannot start here, in a sentence; empty if they can */
  threadsObstacle: () => string;
  hardwareThreads: () => number;
  /** the `fixed` core for one thread from its file (Node), or null: then the built-in copy is used */
  ownModule?: () => Promise<WebAssembly.Module | null>;
  /** address of a variant that is not built in */
  coreFile: (variant: Exclude<Variant, 'fixed'>) => string;
  /** glue of the threaded builds */
  threadsFactory: () => Promise<CoreFactory>;
  /** keeps the program alive until the returned function is called (Node) */
  keepAlive?: () => () => void;
}

/**
 * A worker's mailbox, the same in the browser and in Node.
 *
 * rejects if no worker can start
 */
export type OpenWorker = () => Promise<Port>;

export {};
