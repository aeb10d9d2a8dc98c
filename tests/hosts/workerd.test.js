// The module in workerd, which compiles WebAssembly only when a program is deployed: it says so, and with `load({ wasm })` it
// computes what Node computes.

import assert from 'node:assert/strict';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { distDir } from '../../src/build/tools/paths.js';
import { freePort, startServer } from '../web/support/programs.js';
import { hostsDir, npmWith, unlessMissing } from './support/install.js';

const FILES = ['headwise.js', 'headwise-fixed.wasm'];
/**
 * The same for both; its text goes along with the worker.
 *
 * @param {Pick<typeof import('headwise'), 'load' | 'tensor'>} module
 * @param {import('headwise').LoadOptions} [options]
 */
async function compute({ load, tensor }, options) {
  const headwise = await load(options);
  const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
  const { output } = layer.forward(tensor([1, 0, 0, 1, 0, 1, 1, 0], [2, 4]), { causal: true });
  return [...output.data];
}

const WORKER = `import * as headwise from './headwise.js';
import wasm from './headwise-fixed.wasm';
${compute}
export default {
  async fetch() {
    const without = await compute(headwise).catch(({ code, message }) => ({ code, message }));
    return Response.json({ without, computed: await compute(headwise, { wasm }) });
  },
};`;

/** @param {number} port */
const settings = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "headwise.js", esModule = embed "headwise.js"),
    (name = "headwise-fixed.wasm", wasm = embed "headwise-fixed.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);`;

if (process.env.HEADWISE_TEST_ALL) {
  test('workerd: the module given computes; without it the error says what to do', (t) =>
    unlessMissing(t, 'workerd', tryWorkerd));
}

async function tryWorkerd() {
  const installed = await npmWith('workerd', ['workerd@1.20261117.1']);
  const folder = join(hostsDir, 'workerd/site');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const name of FILES) await copyFile(join(distDir, name), join(folder, name));
  await writeFile(join(folder, 'worker.js'), WORKER);
  const port = await freePort();
  await writeFile(join(folder, 'config.capnp'), settings(port));
  const program = join(installed, '@cloudflare/workerd-linux-64/bin/workerd');
  const url = `http://127.0.0.1:${port}/`;
  const server = await startServer(program, ['serve', 'config.capnp'], { cwd: folder, url });
  try {
    const { without, computed } = await (await fetch(url)).json();
    assert.equal(without.code, 'unsupported');
    assert.match(without.message, /load\(\{ wasm \}\)/);
    assert.deepEqual(computed, await compute(await import('headwise')));
  } finally {
    await server.stop();
  }
}
