// What the module needs of its environment. The browser's and Node's versions are separate files, because code for Node
// breaks some bundlers' browser builds.

/** @import { CoreModule } from '../core-module.js' */
/** @import { Operation } from '../operation.js' */
/** @import { Variant } from './variants.js' */

/**
 * A worker's mailbox, the same in the browser and in Node.
 *
 * @typedef {object} Port
 * @property {(message: any, transfer?: Transferable[], operation?: Operation) => void} post a worker knows every operation, and
 *   finds `operation` by its name; only an inline worker learns of it here
 * @property {(receive: (message: any) => void, fail: (error: Error) => void) => void} listen
 * @property {(active: boolean) => void} keepAlive whether the program must stay alive while this waits (Node)
 * @property {() => void} close
 *
 * @typedef {(options: Record<string, unknown>) => Promise<CoreModule>} CoreFactory Emscripten's
 *
 * @typedef {object} Platform
 * @property {(url: string) => Promise<Response>} fetch
 * @property {() => string} threadsObstacle why threads cannot work here, in a sentence; empty if they can
 * @property {() => number} hardwareThreads
 * @property {(variant: Exclude<Variant, 'fixed'>) => string} coreFile the address of a variant that is not built in
 * @property {() => Promise<CoreFactory>} threadsFactory the threaded builds' glue
 * @property {() => () => void} [keepAlive] keeps the program alive until what it returns is called (Node)
 *
 * @typedef {() => Promise<Port>} OpenWorker rejects where no worker can start
 */

export {};
