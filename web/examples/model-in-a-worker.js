// A model in a worker: this thread never waits, and a newer text stops the run of the one before.

import { openModel } from 'headwise/models';

const model = await openModel('bert', { worker: true });
let running = new AbortController();

async function show(text) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  try {
    const run = await model.run(text, { signal });
    return await run.attention({ layer: 0, head: 1 });
  } catch (error) {
    if (signal.aborted) return null; // a newer text came
    throw error;
  }
}

const maps = await Promise.all([
  show('the animal'),
  show('the animal did'),
  show('the animal did not'),
]);
console.log(maps.map((map) => map !== null).join()); // false,false,true
console.log(maps[2]?.shape[0] === model.tokenize('the animal did not').ids.length); // true
model.dispose();
