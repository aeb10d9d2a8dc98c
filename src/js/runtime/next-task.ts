// Yields to the event loop, sooner than a timer, which browsers delay.

/** Resolves after the messages that have already arrived are handled. */
export function nextTask(): Promise<void> {
  if (typeof setImmediate === 'function')
    return new Promise((resolve) => void setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
