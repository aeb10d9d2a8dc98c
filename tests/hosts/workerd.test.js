// Tests the workers of web/examples/apps in workerd, which compiles WebAssembly only when a program
// is deployed: they answer with Node's results. Without a module for load() the error asks for one.

import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { build } from 'esbuild';
import { load, tensor } from 'headwise';
import { openModel } from 'headwise/models';
import { createTransformer, writeModel } from 'headwise/training';
import { distDir, root } from '../../src/build/tools/paths.js';
import { freePort, startServer } from '../web/support/programs.js';
import { hostsDir, npmWith, unlessMissing } from './support/install.js';

const EXAMPLES = join(root, 'web/examples/apps');
const FILES = ['headwise.js', 'headwise-fixed.wasm', 'models-fixed.wasm'];
const MODEL = 'model.safetensors';
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

      const { code, message } = await answerOf({ worker: WITHOUT });
      assert.equal(code, 'unsupported');
      assert.match(message, /load\(\{ wasm \}\)/);
    }));

  test('workerd: a model with the core that is given computes', (t) =>
    unlessMissing(t, 'workerd', async () => {
      const vocab = [...' abcdefghijklmnopqrstuvwxyz'];
      const sizes = { vocabSize: vocab.length, contextLen: 16, embedDim: 8, numHeads: 2 };
      const config = { ...sizes, numLayers: 1, causal: true };
      const transformer = createTransformer(await load(), config);
      const file = writeModel({ config, state: transformer.stateDict(), vocab });
      const model = await openModel({ [MODEL]: file });
      const run = await model.run('the cat');
      const map = await run.attention({ layer: 0, head: 1 });
      const expected = JSON.parse(JSON.stringify({ texts: run.input?.texts, map }));
      assert.deepEqual(await answerOf({ name: 'workerd-model', file }), expected);
    }));
}

/**
 * The example's answer.
 *
 * @param {{ name?: string, worker?: string, file?: Uint8Array }} [what] the folder of the example, another worker in its
 *   place, and its model, with which it is bundled
 */
async function answerOf({ name: example = 'workerd', worker, file } = {}) {
  const installed = await npmWith('workerd', ['workerd@1.20261117.1']);
  const folder = join(hostsDir, 'workerd/site');
  await rm(folder, { recursive: true, force: true });
  await cp(join(EXAMPLES, example), folder, { recursive: true });
  const dist = join(folder, 'node_modules/headwise/dist');
  await mkdir(dist, { recursive: true });
  for (const name of FILES) await copyFile(join(distDir, name), join(dist, name));
  if (worker) await writeFile(join(folder, 'worker.js'), worker);
  if (file) {
    await writeFile(join(folder, MODEL), file);
    await build({
      entryPoints: [join(folder, 'worker.js')],
      outfile: join(folder, 'bundle.js'),
      alias: { 'headwise/models': join(distDir, 'models.js') },
      external: ['*.wasm', `./${MODEL}`],
      ...{ bundle: true, format: 'esm', logLevel: 'error' },
    });
  }
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
