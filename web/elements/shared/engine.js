// The types of the engine that answers the lab.

/**
 * @typedef {Awaited<ReturnType<typeof import('headwise').loadInWorker>>} Engine
 * @typedef {() => Promise<Engine>} LoadEngine
 */

export {};
