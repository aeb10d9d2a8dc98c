// The page that measures trained models: headwise in a worker, and llama.cpp in WebAssembly (@wllama/wllama), which makes a
// worker of its own and shows no maps.

const PACKAGE = '/build/bench/node_modules/@wllama/wllama/esm';

/** @param {object} plan of models-worker.js */
async function headwise(plan) {
  const worker = new Worker(new URL('./models-worker.js', import.meta.url), { type: 'module' });
  const answer = () =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  await answer();
  worker.postMessage(plan);
  const report = await answer();
  worker.terminate();
  return report;
}

/** @param {{ source: string, text: string, written: number, rounds: number, threads: number }} plan */
async function wllama({ source, text, written, rounds, threads }) {
  const { Wllama } = await import(`${PACKAGE}/index.js`);
  const engine = new Wllama(
    { default: `${PACKAGE}/wasm/wllama.wasm` },
    { suppressNativeLog: true },
  );
  const file = await (await fetch(`${source}model.gguf`)).blob();
  await engine.loadModel([file], { n_ctx: 512, n_threads: threads, n_gpu_layers: 0 });
  const report = { threads, tokens: 0, run: Infinity, perSecond: 0 };
  for (let round = 0; round < rounds; round++) {
    const options = { max_tokens: written, temperature: 0, cache_prompt: false };
    const prompt = `${round} ${text}`; // another one each time, or its cache answers
    const { timings } = await engine.createCompletion({ prompt, ...options });
    report.tokens = timings.prompt_n;
    report.run = Math.min(report.run, timings.prompt_ms);
    report.perSecond = Math.max(report.perSecond, timings.predicted_per_second);
  }
  await engine.exit();
  return report;
}

Object.assign(globalThis, { engines: { headwise, wllama } });
