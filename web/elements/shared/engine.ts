// The types of the engine that answers the lab.

export type Engine = Awaited<ReturnType<typeof import('headwise').loadInWorker>>;

export type LoadEngine = () => Promise<Engine>;

export {};
