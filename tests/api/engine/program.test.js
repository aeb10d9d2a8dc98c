// Tests programs that use the engine: the state that each leaves behind, that it ends by itself,
// and the flags of Node under which it works.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../../src/build/tools/paths.js';
import { runModule, runScript } from '../support/child.js';

const dist = join(root, 'dist');

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

test('a program ends by itself without dispose', async () => {
  assertAll(await runModule(ALL));
});

test('a program ends by itself without any call', async () => {
  const { status, errors } = await runModule(`${START}
    await Promise.all([load({ threads: 2, threadsFrom: 0 }), loadInWorker(), loadInWorker({ threads: 2, threadsFrom: 0 })]);
  `);
  assert.equal(status, 0, errors);
});

test('a program does not end while a worker has work', async () => {
  const { status, output, errors } = await runModule(`${START}
    const remote = await loadInWorker();
    const long = { data: new Float32Array(4 * 900 * 64), shape: [4, 900, 64] };
    void remote.scaledDotProductAttention(long, long, long).then(() => console.log('done'));
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, 'done\n');
});

test('the engine works where code from strings is forbidden', async () => {
  assertAll(await runModule(ALL, ['--disallow-code-generation-from-strings']));
});

test('Node reads the core from its file, and the built-in copy has the same bits', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'headwise-core-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const name of await readdir(dist)) {
    if (name.endsWith('.js')) await copyFile(join(dist, name), join(folder, name));
  }
  const file = join(folder, 'headwise-fixed.wasm');
  const entry = JSON.stringify(pathToFileURL(join(folder, 'headwise.node.js')));
  const program = `
    let unpacked = false;
    const { atob } = globalThis;
    globalThis.atob = (text) => ((unpacked = true), atob(text));
    const { load } = await import(${entry});
    const { data } = (await load()).softmax([0.1, 0.7, -2]);
    console.log(JSON.stringify([unpacked, ...data]));`;
  const run = async () => {
    const { status, output, errors } = await runModule(program);
    assert.equal(status, 0, errors);
    return JSON.parse(output);
  };
  const [unpacked, ...absent] = await run();
  assert.ok(unpacked);
  await copyFile(join(dist, 'headwise-fixed.wasm'), file);
  assert.deepEqual(await run(), [false, ...absent]);
  await truncate(file, 1000);
  assert.deepEqual(await run(), [true, ...absent]);
  await copyFile(join(dist, 'headwise-relaxed.wasm'), file);
  assert.deepEqual(await run(), [true, ...absent]);
});

test('a bundle for require() starts the engine', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'headwise-bundle-'));
  t.after(() => rm(folder, { recursive: true }));
  const { build } = await import('esbuild');
  await build({
    stdin: {
      contents: `import { load } from './dist/headwise.node.js';
        load().then((engine) => console.log(engine.softmax([0, 0]).data[0]));`,
      resolveDir: root,
    },
    ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
    outfile: join(folder, 'program.cjs'),
  });
  const { status, output, errors } = await runScript(
    `require(${JSON.stringify(join(folder, 'program.cjs'))})`,
  );
  assert.equal(status, 0, errors);
  assert.equal(output, '0.5\n');
});

test('where no worker can start, its engine runs on the calling thread, and reports it', async () => {
  const { status, output, errors } = await runModule(
    `${START}
    const remote = await loadInWorker({ threads: 2, threadsFrom: 0 });
    const layer = await remote.createMultiHeadAttention(config);
    const expected = (await load()).createMultiHeadAttention(config).forward(x).output.data;
    const { data } = (await layer.forward(x)).output;
    const same = data.every((number, at) => Object.is(number, expected[at]));
    const { createTransformer } = await import('headwise/training');
    const sizes = { vocabSize: 5, contextLen: 3, embedDim: 8, numHeads: 2, numLayers: 2 };
    const losses = [];
    for (const engine of [remote, await load()]) {
      const model = await createTransformer(engine, sizes);
      await model.trainStep({ tokens: [1, 2, 3], targets: [2, 3, 4] });
      losses.push((await model.evaluate({ tokens: [1, 2], targets: [2, 3] })).loss);
    }
    console.log(JSON.stringify([same && losses[0] === losses[1], remote.backend]));`,
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

test('without a worker, dispose stops the work and frees the thread', async () => {
  const { status, output, errors } = await runModule(
    `${START}
    const engine = await loadInWorker();
    const long = { data: new Float32Array(8 * 5000 * 64), shape: [8, 5000, 64] }; // seconds
    let answer;
    await new Promise((onProgress) => {
      answer = engine.scaledDotProductAttention(long, long, long, { onProgress });
    });
    const before = process.cpuUsage(); // of all threads
    await engine.dispose();
    await answer.catch(({ code }) => console.log(code));
    process.on('exit', () => console.log(process.cpuUsage(before).user < 1e6));`,
    ['--experimental-permission', '--allow-fs-read=*'],
  );
  assert.equal(status, 0, errors);
  assert.equal(output, 'disposed\ntrue\n');
});

test('where a worker dies at its start, the engine runs without it, and the program continues', async () => {
  const deadly = `import { isMainThread } from 'node:worker_threads';
    if (!isMainThread) throw new Error('not today');`;
  const { status, output, errors } = await runScript(
    `import('headwise').then(async ({ load, loadInWorker }) => {
      const local = await load({ threads: 3, threadsFrom: 0 });
      const remote = await loadInWorker({ threads: 2, threadsFrom: 0 });
      for (const { threads, reason } of [local.backend, remote.backend]) console.log(threads, reason);
      console.log((await remote.softmax([0, 0])).data[0], local.softmax([0, 0]).data[0]);
    });`,
    ['--import', `data:text/javascript,${encodeURIComponent(deadly)}`],
  );
  assert.equal(status, 0, errors);
  const [local, remote, numbers] = output.split('\n');
  assert.match(local, /^1 One thread: the threaded build could not start \(.*not today\)\./);
  assert.match(remote, /^1 No worker could be started \(not today\), so .* One thread: /);
  assert.equal(numbers, '0.5 0.5');
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
      load({ threads: 2, threadsFrom: 0 }),
      load({ threads: 3, threadsFrom: 0 }),
      loadInWorker(),
      loadInWorker({ threads: 2, threadsFrom: 0 }),
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
      const engines = await Promise.all([load({ threads: 3, threadsFrom: 0 }), loadInWorker(), load()]);
      for (const engine of engines) await engine.dispose();
    }
    while (ended < started) await new Promise(setImmediate);
    console.log(started);
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, '9\n');
});

test('a worker that ends by itself rejects pending and later calls', async () => {
  const { status, output, errors } = await runModule(`
    let worker;
    process.on('worker', (started) => (worker = started));
    const { loadInWorker } = await import('headwise');
    const engine = await loadInWorker();
    const layer = await engine.createMultiHeadAttention({ embedDim: 4, numHeads: 2 });
    const long = { data: new Float32Array(4 * 900 * 64), shape: [4, 900, 64] };
    const pending = engine.scaledDotProductAttention(long, long, long);
    void worker.terminate();
    const say = ({ code, message }) => console.log(code, message);
    await pending.catch(say);
    await engine.softmax([1]).catch(say);
    await layer.stateDict().catch(say);
    await layer.dispose();
    await engine.dispose();
    await engine.softmax([1]).catch(say);
  `);
  assert.equal(status, 0, errors);
  assert.equal(output, 'internal the worker stopped: the worker ended with code 1\n'.repeat(4));
});

describe('unreferenced objects', () => {
  const GC = ['--expose-gc'];
  /** Lets finalizers run. */
  const COLLECT = `const collect = async () => {
    for (let time = 0; time < 3; time++) {
      gc();
      await new Promise(setImmediate);
    }
  };`;

  test('are freed without an end: generated texts and runs', async () => {
    const { status, output, errors } = await runModule(
      `${START} ${COLLECT}
      import { openModel } from 'headwise/models';
      import { createTransformer, writeModel } from 'headwise/training';
      const headwise = await load();
      const sizes = { vocabSize: 2, contextLen: 2048, embedDim: 128, numHeads: 1, numLayers: 2, mlpDim: 0, positions: 'rotary', causal: true };
      const transformer = createTransformer(headwise, sizes);
      const file = writeModel({ config: transformer.config, state: transformer.stateDict(), vocab: ['a', 'b'] });
      const ids = Array.from({ length: 1000 }, (_, i) => i % 2);
      const model = await openModel(file, { memoryLimit: 20_000_000 }); // caches of a text take 2 MB
      for (let time = 0; time < 20; time++) {
        await model.generate(ids).next();
        await collect();
      }
      const run = await (async () => new WeakRef(await model.run(ids)))();
      await collect();
      console.log(run.deref() === undefined ? 'enough' : 'the run is referenced');`,
      GC,
    );
    assert.equal(status, 0, errors);
    assert.equal(output, 'enough\n');
  });

  test('are freed without dispose: layers and transformers', async () => {
    const { status, output, errors } = await runModule(
      `${START} ${COLLECT}
      import { createTransformer } from 'headwise/training';
      const sizes = { vocabSize: 2, contextLen: 2, embedDim: 256, numHeads: 1, numLayers: 1, mlpDim: 0 };
      const memoryLimit = 12_000_000; // room for about four
      const [local, remote] = await Promise.all([load({ memoryLimit }), loadInWorker({ memoryLimit })]);
      for (let time = 0; time < 25; time++) {
        local.createMultiHeadAttention({ embedDim: 256, numHeads: 1 });
        await remote.createMultiHeadAttention({ embedDim: 256, numHeads: 1 });
        await collect();
        createTransformer(local, sizes);
        await createTransformer(remote, sizes);
        await collect();
      }
      console.log('enough');`,
      GC,
    );
    assert.equal(status, 0, errors);
    assert.equal(output, 'enough\n');
  });

  test('are freed without dispose: engines and their threads', async () => {
    const { status, output, errors } = await runModule(
      `${COLLECT}
      let [started, ended] = [0, 0];
      process.on('worker', (worker) => {
        started++;
        worker.on('exit', () => ended++);
      });
      const { load } = await import('headwise');
      await (async () => {
        for (let time = 0; time < 3; time++) (await load({ threads: 2, threadsFrom: 0 })).softmax([1]);
      })();
      for (let time = 0; time < 100 && ended < started; time++) await collect();
      console.log(started, ended);`,
      GC,
    );
    assert.equal(status, 0, errors);
    assert.equal(output, '3 3\n');
  });

  for (const threads of [1, 2]) {
    test(`do not keep a disposed engine's memory, ${threads} threads`, async () => {
      const { status, output, errors } = await runModule(
        `${START} ${COLLECT}
        const large = { data: new Float32Array(2400 * 8).fill(1), shape: [1, 2400, 8] };
        const held = [];
        const sizes = [];
        for (let time = 0; time < 5; time++) {
          const engine = await load({ threads: ${threads} });
          const layer = engine.createMultiHeadAttention({ embedDim: 8, numHeads: 4 });
          layer.forward(large, { attention: true }); // 90 MB and as much again for the result
          engine.dispose();
          held.push(engine, layer);
          await collect();
          sizes.push(process.memoryUsage.rss() / 1e6);
        }
        console.log(sizes.at(-1) - sizes[0]);`,
        GC,
      );
      assert.equal(status, 0, errors);
      assert.ok(Number(output) < 150, `${output} MB more after four engines`);
    });
  }
});
