// Headwise with a trained model in a worker of a page, where it may wait for its threads: the times of one run with all
// maps, and of writing.

const ENTRY = '/dist/models.js';
const { openModel } = await import(ENTRY);

/** The least of some rounds. @param {number} rounds @param {() => Promise<unknown>} work */
async function least(rounds, work) {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

globalThis.onmessage = async ({ data }) => {
  const { source, text, tokens, written, rounds, options, threads } = data;
  const model = await openModel(new URL(source, location.href), { ...options, threads });
  const { ids } = model.tokenize(text);
  const input = tokens ? ids.slice(0, tokens) : ids;
  const run = async (/** @type {boolean} */ maps) => {
    const run = await model.run(input);
    for (let layer = 0; maps && layer < model.config.numLayers; layer++)
      await run.attention({ layer });
    run.dispose();
  };
  await run(true);
  const report = {
    threads: model.backend.threads,
    tokens: input.length,
    run: await least(rounds, () => run(false)),
    withMaps: await least(rounds, () => run(true)),
    perSecond: 0,
  };
  for (let round = 0; written && round < rounds; round++) {
    let [count, began] = [0, 0];
    for await (const _ of model.generate(input.slice(0, 16), { maxTokens: written })) {
      if (count++ === 0) began = performance.now();
    }
    report.perSecond = Math.max(
      report.perSecond,
      (1000 * (count - 1)) / (performance.now() - began),
    );
  }
  postMessage(report);
};
postMessage('ready');
