// The scope of a browser's worker: receives messages for a server, and says that it has started.

/** @param scope the worker's own scope, which has the messages of a Worker */
export function announce(scope: Worker, server: { receive: (message: any) => void }) {
  scope.onmessage = ({ data }: MessageEvent) => server.receive(data);
  scope.postMessage('ready');
  if (!navigator.locks) return;
  // The lock is held while this worker lives: no event tells a page that the browser has ended a worker.
  const lock = `headwise ${crypto.randomUUID()}`;
  const hold = () => {
    scope.postMessage({ lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // locks are refused in a frame with an opaque origin
}
