// Tests the worker of web/examples/apps in workerd, which compiles WebAssembly only when a program
// is deployed: it answers with Node's result. Without a module for load() the error asks for one.

import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { load, tensor } from 'headwise';
import { distDir, root } from '../../src/build/tools/paths.js';
import { freePort, startServer } from '../web/support/programs.js';
import { hostsDir, npmWith, unlessMissing } from './support/install.js';

const EXAMPLE = join(root, 'web/examples/apps/workerd');
const FILES = ['headwise.js', 'headwise-fixed.wasm'];
const WITHOUT = `import { load } from 'headwise';
export default {
  fetch: () => load().catch(({ code, message }) => Response.json({ code, message })),
};`;

if (process.env.HEADWISE_TEST_ALL) {
  test('workerd: the module given computes; without it the error says what to do', (t) =>
    unlessMissing(t, 'workerd', async () => {
      const headwise = await load();
      const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
      const x = tensor([1, 0, 2, -1, 0, 1, 1, 0.5, 2, -1, 0, 1], [3, 4]);
      const { attention } = layer.forward(x, { attention: true });
      const { shape, data } = attention;
      assert.deepEqual(await answerOf(), { shape, data: [...data] });

      const { code, message } = await answerOf(WITHOUT);
      assert.equal(code, 'unsupported');
      assert.match(message, /load\(\{ wasm \}\)/);
    }));
}

/**
 * The example's answer.
 *
 * @param {string} [worker] another one in its place
 */
async function answerOf(worker) {
  const installed = await npmWith('workerd', ['workerd@1.20261117.1']);
  const folder = join(hostsDir, 'workerd/site');
  await rm(folder, { recursive: true, force: true });
  await cp(EXAMPLE, folder, { recursive: true });
  const dist = join(folder, 'node_modules/headwise/dist');
  await mkdir(dist, { recursive: true });
  for (const name of FILES) await copyFile(join(distDir, name), join(dist, name));
  if (worker) await writeFile(join(folder, 'worker.js'), worker);
  const port = await freePort();
  const settings = join(folder, 'config.capnp');
  await writeFile(settings, (await readFile(settings, 'utf8')).replace(':8080', `:${port}`));
  const program = join(installed, '@cloudflare/workerd-linux-64/bin/workerd');
  const url = `http://127.0.0.1:${port}/`;
  const server = await startServer(program, ['serve', 'config.capnp'], { cwd: folder, url });
  try {
    return await (await fetch(url)).json();
  } finally {
    await server.stop();
  }
}
