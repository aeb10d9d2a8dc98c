// The page that the measurement runs in: the process that opened it calls `benchmark` and gets the report.

const page = /** @type {any} */ (globalThis);

page.benchmark = (/** @type {unknown} */ plan, /** @type {string} */ name) => {
  const worker = new Worker('/build/bench/page/browser.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { said, result, failed } }) => {
      if (said) page.say(said);
      else if (result) resolve(result);
      else reject(new Error(failed));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ plan, name });
  });
};
