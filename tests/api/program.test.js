// The engine in a program of its own: what it leaves behind, whether the program ends by itself, and under which flags of
// Node it works.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule } from './support/child.js';

const START = `import { load, loadInWorker } from 'headwise';
  const x = { data: Float32Array.from({ length: 960 }, (_, i) => Math.sin(i)), shape: [2, 60, 8] };
  const config = { embedDim: 8, numHeads: 2 };
`;

/** One forward in each way to load, and its last number. */
const ALL = `${START}
  const numbers = [];
  for (const options of [{}, { threads: 2 }]) {
    const local = await load(options);
    numbers.push(local.createMultiHeadAttention(config).forward(x).output.data.at(-1));
    const remote = await loadInWorker(options);
    const layer = await remote.createMultiHeadAttention(config);
    numbers.push((await layer.forward(x)).output.data.at(-1));
    numbers.push(local.backend.threads, remote.backend.threads);
  }
  console.log(JSON.stringify(numbers));
`;

/** @param {{ status: number | string, output: string, errors: string }} result */
function assertAll({ status, output, errors }) {
  assert.equal(status, 0, errors);
  const [first, second, one, alsoOne, third, fourth, two, alsoTwo] = JSON.parse(output);
  assert.ok(Number.isFinite(first) && first !== 0);
  assert.deepEqual([second, third, fourth], [first, first, first]);
  assert.deepEqual([one, alsoOne, two, alsoTwo], [1, 1, 2, 2]);
}

test('a program ends by itself though nothing was disposed', async () => {
  assertAll(await runModule(ALL));
});

test('a program ends by itself though nothing was called', async () => {
  const { status, errors } = await runModule(`${START}
    await Promise.all([load({ threads: 2 }), loadInWorker(), loadInWorker({ threads: 2 })]);
  `);
  assert.equal(status, 0, errors);
});

test('a program does not end while a worker has something to do', async () => {
  const { status, output, errors } = await runModule(`${START}
    const remote = await loadInWorker();
    const long = { data: new Float32Array(4 * 900 * 64), shape: [4, 900, 64] };
    void remote.scaledDotProductAttention(long, long, long).then(() => console.log('done'));
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, 'done\n');
});

test('code from strings is not needed', async () => {
  assertAll(await runModule(ALL, ['--disallow-code-generation-from-strings']));
});

test('where no worker may start, its engine works on the thread that asked, and says so', async () => {
  const { status, output, errors } = await runModule(
    `${START}
    const remote = await loadInWorker({ threads: 2 });
    const layer = await remote.createMultiHeadAttention(config);
    const expected = (await load()).createMultiHeadAttention(config).forward(x).output.data;
    const { data } = (await layer.forward(x)).output;
    const same = data.every((number, at) => Object.is(number, expected[at]));
    console.log(JSON.stringify([same, remote.backend]));`,
    ['--experimental-permission', '--allow-fs-read=*'],
  );
  assert.equal(status, 0, errors);
  const [same, { threads, reason }] = JSON.parse(output);
  assert.ok(same);
  assert.equal(threads, 1);
  assert.match(
    reason,
    /^No worker could be started \(Access .* One thread: the threaded build could not start/,
  );
});

test('import touches no global, and load and dispose leave none behind', async () => {
  const { status, output, errors } = await runModule(`
    import 'node:worker_threads';
    const events = ['exit', 'beforeExit', 'uncaughtException', 'unhandledRejection', 'message', 'warning'];
    const look = () => {
      const found = new Map(events.map((event) => ['listeners of ' + event, process.listenerCount(event)]));
      for (const name of Reflect.ownKeys(globalThis)) {
        const { value, get, set } = Object.getOwnPropertyDescriptor(globalThis, name);
        found.set(name, value).set(String(name) + ' (get)', get).set(String(name) + ' (set)', set);
      }
      return found.set('exit code', process.exitCode);
    };
    for (const name of Reflect.ownKeys(globalThis)) void globalThis[name]; // some are made when first read
    const before = look();
    const compare = (when) => {
      const now = look();
      for (const name of new Set([...before.keys(), ...now.keys()])) {
        const same = before.has(name) && now.has(name) && Object.is(before.get(name), now.get(name));
        if (!same) console.log(when, 'changed', name);
      }
    };
    const { load, loadInWorker } = await import('headwise');
    const { load: loadReference } = await import('headwise/reference');
    compare('import');
    const engines = await Promise.all([
      load(),
      load({ threads: 2 }),
      load({ threads: 3 }),
      loadInWorker(),
      loadInWorker({ threads: 2 }),
      loadReference(),
    ]);
    compare('load');
    for (const engine of engines) await engine.softmax([1, 2]);
    compare('a call');
    for (const engine of engines) await engine.dispose();
    compare('dispose');
    console.log('looked');
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, 'looked\n');
});

test('dispose ends the workers', async () => {
  const { status, output, errors } = await runModule(`
    let [started, ended] = [0, 0];
    process.on('worker', (worker) => {
      started++;
      worker.on('exit', () => ended++);
    });
    const { load, loadInWorker } = await import('headwise');
    for (let time = 0; time < 3; time++) {
      const engines = await Promise.all([load({ threads: 3 }), loadInWorker(), load()]);
      for (const engine of engines) await engine.dispose();
    }
    while (ended < started) await new Promise((resolve) => setTimeout(resolve, 10));
    console.log(started);
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, '9\n');
});
