// The interface to the environment. Implementations for the browser and Node are separate files, because code for Node breaks
// some bundlers' browser builds.

/** @import { CoreModule } from '../core-module.js' */
/** @import { Operation } from '../operation.js' */
/** @import { Variant } from './variants.js' */

/**
 * A worker's mailbox, the same in the browser and in Node.
 *
 * @typedef {object} Port
 * @property {(message: any, transfer?: Transferable[], operation?: Operation) => void} post a worker finds an operation by its
 *   name; only an inline worker reads `operation`
 * @property {(receive: (message: any) => void, fail: (error: Error) => void) => void} listen
 * @property {(active: boolean) => void} keepAlive whether the program must stay alive while a request is pending (Node)
 * @property {() => void} close
 *
 * @typedef {(options: Record<string, unknown>) => Promise<CoreModule>} CoreFactory Emscripten's glue
 *
 * @typedef {object} Platform
 * @property {(url: string) => Promise<Response>} fetch
 * @property {() => string} threadsObstacle why threads cannot start here, in a sentence; empty if they can
 * @property {() => number} hardwareThreads
 * @property {(variant: Exclude<Variant, 'fixed'>) => string} coreFile address of a variant that is not built in
 * @property {() => Promise<CoreFactory>} threadsFactory glue of the threaded builds
 * @property {() => () => void} [keepAlive] keeps the program alive until the returned function is called (Node)
 *
 * @typedef {() => Promise<Port>} OpenWorker rejects if no worker can start
 */

export {};
