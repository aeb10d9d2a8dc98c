// npx headwise grade: verdicts in words, as JSON and as JUnit, and the exit code of each. Files that the snippets of the
// documentation write are read.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { writeNpz } from 'headwise/formats';
import { createMultiHeadAttention } from 'headwise/reference';
import { distDir, root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { pythonWithFrameworks, run } from '../web/support/python.js';
import { Random } from '../api/support/random.js';

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwise-grade-'));
  await submit('right.npz', {});
  await submit('fault <&>.npz', { scale: 1 });
  await writeFile(join(folder, 'broken.npz'), 'PK, but no archive');
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * @param {string} file
 * @param {import('../../src/js/types/index.js').ForwardOptions} options what is done otherwise
 */
async function submit(file, options) {
  const x = new Random(1).tensor([2, 5, 16], 2);
  const layer = createMultiHeadAttention({ embedDim: 16, numHeads: 4, seed: 3 });
  const { output, attention } = layer.forward(x, { ...options, attention: true });
  const arrays = { query: x, output, attention, ...layer.stateDict() };
  await writeFile(join(folder, file), writeNpz(arrays));
}

/** @param {...string} args */
async function grade(...args) {
  const options = { cwd: folder };
  const program = join(distDir, 'grade.node.js');
  const { status, output } = await start(process.execPath, [program, 'grade', ...args], options);
  return { status, output };
}

test('a right submission: exit code 0', async () => {
  const { status, output } = await grade('right.npz');
  assert.equal(status, 0, output);
  assert.match(output, /^right\.npz: right\n {2}These inputs could not have shown: bias missing/);
});

test('a fault: exit code 1, with its explanation, and JSON', async () => {
  const { status, output } = await grade('right.npz', 'fault <&>.npz');
  assert.equal(status, 1, output);
  assert.match(output, /scale missing: The scores are q·k as they are/);
  const json = await grade('--json', 'right.npz', 'fault <&>.npz');
  assert.equal(json.status, 1);
  const [right, fault] = JSON.parse(json.output);
  assert.deepEqual([right.file, right.verdict], ['right.npz', 'right']);
  assert.equal(fault.faults[0].name, 'scale missing');
  assert.equal(fault.first.name, 'attention');
});

test('a file that cannot be read, or a wrong option: exit code 2', async () => {
  const { status, output } = await grade('right.npz', 'broken.npz', 'missing.npz');
  assert.equal(status, 2);
  assert.match(output, /broken\.npz: cannot be checked/);
  assert.match(output, /missing\.npz: cannot be checked\n {2}ENOENT/);
  for (const args of [[], ['--tolerance', 'much', 'right.npz'], ['--colour', 'right.npz']]) {
    assert.equal((await grade(...args)).status, 2, args.join(' '));
  }
});

test('JUnit has a test case for each file, and escapes names', async () => {
  await grade('--junit', 'results.xml', 'right.npz', 'fault <&>.npz', 'missing.npz');
  const xml = await readFile(join(folder, 'results.xml'), 'utf8');
  assert.match(xml, /<testsuite name="headwise" tests="3" failures="1" errors="1">/);
  assert.match(xml, /<testcase classname="attention" name="right\.npz"\/>/);
  assert.match(xml, /name="fault &#60;&#38;&#62;\.npz"><failure message="scale missing">/);
  assert.equal(xml.match(/<testcase /g)?.length, 3);
});

const PROGRAMS = {
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
};

test(
  'what the snippets of the documentation save is right',
  { skip: !process.env.HEADWISE_TEST_ALL },
  async () => {
    const text = await readFile(join(root, 'web/docs/doctor.md'), 'utf8');
    const snippets = [...text.matchAll(/^```python\n(np\.savez.*?)^```/gms)].map(
      ([, code]) => code,
    );
    const python = await pythonWithFrameworks();
    for (const [at, program] of Object.values(PROGRAMS).entries()) {
      const begin = `import os, numpy as np\nos.chdir(${JSON.stringify(folder)})\nrng = np.random.default_rng(0)\nx = rng.standard_normal((2, 5, 16))`;
      await run(python, ['-'], `${begin}${program}\n${snippets[at]}`);
      const { status, output } = await grade('submission.npz');
      assert.equal(status, 0, output);
    }
  },
);
