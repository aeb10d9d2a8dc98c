// Runs the programs of web/docs/doctor.md: each framework saves right results, and the cells and
// scripts for autograders give points for right results and none for a mistake. Only with
// HEADWISE_TEST_ALL: the frameworks take 2 GB.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { root } from '../../src/build/tools/paths.js';
import { run, start } from '../../src/build/tools/run.js';
import { makeConsumer } from '../package/consumer.js';
import { plainPython, pythonWith, pythonWithFrameworks } from '../web/support/python.js';

const NUMPY = 'numpy==2.4.6';
const JAX = [NUMPY, 'jax==0.10.2', 'jaxlib==0.10.2', 'flax==0.12.8', 'keras==3.15.1'];

/** A learner's variables before the snippet: inputs `x` of (2, 5, 16), and the output. */
const BEFORE = {
  NumPy: `
W_Q, W_K, W_V, W_O = (rng.standard_normal((16, 16)) / 4 for _ in range(4))
b_Q, b_K, b_V, b_O = (rng.standard_normal(16) for _ in range(4))
split = lambda y: y.reshape(2, 5, 4, 4).transpose(0, 2, 1, 3)
q, k, v = split(x @ W_Q + b_Q), split(x @ W_K + b_K), split(x @ W_V + b_V)
scores = np.where(np.tri(5) == 1, q @ k.transpose(0, 1, 3, 2) / 2, -np.inf)
maps = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
output = (maps @ v).transpose(0, 2, 1, 3).reshape(2, 5, 16) @ W_O + b_O`,
  PyTorch: `
import torch
x = torch.from_numpy(x).float()
layer = torch.nn.MultiheadAttention(16, 4, batch_first=True)
later = torch.triu(torch.ones(5, 5, dtype=torch.bool), 1)
output, maps = layer(x, x, x, attn_mask=later, average_attn_weights=False)`,
  JAX: `
import jax, flax.linen as nn
x = x.astype('float32')
layer = nn.MultiHeadDotProductAttention(num_heads=4)
params = layer.init(jax.random.key(0), x)
mask = nn.make_causal_mask(x[..., 0])
output, more = layer.apply(params, x, mask=mask, sow_weights=True, mutable='intermediates')
[maps] = more['intermediates']['attention_weights']`,
  Keras: `
os.environ['KERAS_BACKEND'] = 'jax'
import keras
layer = keras.layers.MultiHeadAttention(num_heads=4, key_dim=4)
output, maps = layer(x, x, return_attention_scores=True)`,
};

if (process.env.HEADWISE_TEST_ALL) {
  /** @type {Awaited<ReturnType<typeof makeConsumer>>} */
  let consumer;
  /** @type {string} */
  let manual;
  before(async () => {
    consumer = await makeConsumer();
    manual = await readFile(join(root, 'web/docs/doctor.md'), 'utf8');
  });
  after(() => consumer?.remove());

  /** @param {string} language @param {string} holds @returns {string} the program with these words */
  function programWith(language, holds) {
    const all = [...manual.matchAll(/^```(\w+)\n(.*?)^```/gms)];
    const [match] = all.filter(([, name, code]) => name === language && code.includes(holds));
    return match[2];
  }

  /** @param {string} python @param {string} program run where the package is installed */
  async function runPython(python, program) {
    const file = await consumer.write('program.py', program);
    return start(python, [file], { cwd: consumer.folder });
  }

  /** @param {keyof typeof BEFORE} framework @param {string} [more] after what the learner has */
  async function save(framework, more = '') {
    const wanted = framework === 'JAX' || framework === 'Keras';
    const python = wanted ? await pythonWith('python-keras', JAX) : await pythonWithFrameworks();
    const snippets = [...manual.matchAll(/^```python\n(.*?^np\.savez.*?)^```/gms)];
    const [, snippet] = snippets[Object.keys(BEFORE).indexOf(framework)];
    const begin =
      'import os, numpy as np\nrng = np.random.default_rng(0)\nx = rng.standard_normal((2, 5, 16))';
    const program = `${begin}${BEFORE[framework]}\n${more}\n${snippet}`;
    const { status, output } = await runPython(python, program);
    assert.equal(status, 0, output);
  }

  for (const framework of /** @type {(keyof typeof BEFORE)[]} */ (Object.keys(BEFORE))) {
    test(`${framework}: the snippet saves right results`, async () => {
      await save(framework);
      const { status, output } = await start('npx', ['headwise', 'grade', 'submission.npz'], {
        cwd: consumer.folder,
      });
      assert.equal(status, 0, output);
      assert.match(output, /: right/);
    });
  }

  test('JavaScript: the program reports right results', async () => {
    const program = programWith('javascript', 'headwise/doctor');
    const learner = `import { createMultiHeadAttention } from 'headwise/reference';
const shape = [2, 5, 16];
const x = { data: Float32Array.from({ length: 160 }, (_, i) => Math.sin(i * i)), shape };
const layer = createMultiHeadAttention({ embedDim: 16, numHeads: 4, seed: 3 });
const { in_proj_weight, in_proj_bias, 'out_proj.weight': W_O, 'out_proj.bias': b_O } = layer.stateDict();
const { output, attention } = layer.forward(x, { causal: true, attention: true });
`;
    await consumer.write(
      'learner.js',
      `${learner}${program}\nconsole.log(verdict, faults.length);`,
    );
    assert.equal((await consumer.node('learner.js')).trim(), 'right 0');
  });

  for (const [wrong, verdict] of /** @type {const} */ ([
    ['', 'right'],
    ['output = (maps @ v).transpose(0, 2, 1, 3).reshape(2, 5, 16) @ W_O', 'a bias missing'],
  ])) {
    test(`nbgrader’s cell and Gradescope’s script: ${verdict}`, async () => {
      await save('NumPy', wrong);
      const cell = await runPython(plainPython(), programWith('python', 'import json, subprocess'));
      assert.equal(cell.status, wrong ? 1 : 0, cell.output);
      if (wrong) assert.match(cell.output, /AssertionError: .*b_O/);

      const grader = join(consumer.folder, 'autograder');
      await mkdir(join(grader, 'results'), { recursive: true });
      const script = programWith('sh', '/autograder/source')
        .replaceAll('/autograder/source', consumer.folder)
        .replaceAll('/autograder/', `${grader}/`);
      await writeFile(join(consumer.folder, 'save_submission.py'), '');
      await run('sh', ['-c', script], { cwd: consumer.folder });
      const results = JSON.parse(await readFile(join(grader, 'results/results.json'), 'utf8'));
      assert.equal(results.tests[0].score, wrong ? 0 : 1);
      if (wrong) assert.match(results.tests[0].output, /b_O/);
    });
  }
}
