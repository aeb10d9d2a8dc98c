// Tests npx headwise grade: verdicts in words, as JSON and as JUnit, and the exit code of each.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { tensor } from 'headwise';
import { diagnose } from 'headwise/doctor';
import { writeNpz } from 'headwise/formats';
import { createMultiHeadAttention } from 'headwise/reference';
import { distDir } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
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
 * @param {import('../../src/js/types/index.ts').ForwardOptions} options changes of the defaults
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
  return run('grade', ...args);
}

/** @param {...string} args */
async function run(...args) {
  const program = join(distDir, 'command.node.js');
  const { status, output } = await start(process.execPath, [program, ...args], { cwd: folder });
  return { status, output };
}

test('commands have help, and an unknown one is told', async () => {
  const { status, output } = await run('grad', 'right.npz');
  assert.equal(status, 2);
  assert.match(output, /^unknown command "grad": did you mean grade\?\n\nnpx headwise COMMAND/);
  assert.match((await run('measure-all')).output, /^unknown command "measure-all"\n/);
  const helps = [
    ['help'],
    ['--help'],
    ['help', 'grade'],
    ['grade', '--help'],
    ['survey', '--help'],
  ];
  for (const args of helps) {
    const help = await run(...args);
    assert.equal(help.status, 0, args.join(' '));
    assert.match(help.output, /^npx headwise (COMMAND|grade|survey)/);
  }
  assert.match((await run('--version')).output, /^\d+\.\d+\.\d+\n$/);
  const none = await run();
  assert.equal(none.status, 2);
  assert.match(none.output, /^npx headwise COMMAND/);
  assert.match((await run('grade')).output, /^grade: expected a file/);
});

test('the first difference is one line', async () => {
  const { output } = await grade('fault <&>.npz');
  assert.match(
    output,
    /^ {2}First difference: attention\[\d+, \d+, \d+, \d+\] is 0\.\d+, expected 0\.\d+\.$/m,
  );
});

test('a forgotten option is told before any mistake', async () => {
  const { inputs, parameters, output, attention } = causalCall();
  const submission = { inputs, parameters, output, attention, options: { numHeads: 4 } };
  const found = await diagnose(submission);
  assert.deepEqual(found.forgotten, { option: 'causal', value: true });
  assert.deepEqual([found.verdict, found.faults.length], ['different', 0]);
  const right = { numHeads: 4, causal: true };
  assert.equal((await diagnose({ ...submission, options: right })).verdict, 'right');
  const { attention: _, ...without } = submission;
  const heads = await diagnose({ ...without, options: { numHeads: 2, causal: true } });
  assert.deepEqual(heads.forgotten, { option: 'numHeads', value: 4 });
  // a mask that the code forgot is a mistake of the code
  const plain = causalCall(false);
  const missing = await diagnose({ ...submission, ...plain, options: right });
  assert.equal(missing.forgotten, undefined);
  assert.equal(missing.verdict, 'fault');
  await writeFile(
    join(folder, 'forgotten.npz'),
    writeNpz({ query: inputs.query, output, attention, ...parameters }),
  );
  const { status, output: text } = await grade('forgotten.npz');
  assert.equal(status, 1);
  assert.match(text, /^forgotten\.npz: different\n {2}With causal=True these numbers are right: /);
});

/** A correct layer's call. */
function causalCall(causal = true) {
  const layer = createMultiHeadAttention({ embedDim: 16, numHeads: 4, seed: 3 });
  const query = tensor(
    Float32Array.from({ length: 2 * 5 * 16 }, (_, i) => Math.sin(3 * i)),
    [2, 5, 16],
  );
  const { output, attention } = layer.forward(query, { causal, attention: true });
  return { inputs: { query }, parameters: layer.stateDict(), output, attention };
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
  assert.match(output, /missing\.npz: cannot be checked\n {2}there is no such file/);
  for (const args of [[], ['--tolerance', 'much', 'right.npz'], ['--colour', 'right.npz']]) {
    assert.equal((await grade(...args)).status, 2, args.join(' '));
  }
});

test('the search for mistakes ends at its limit, and reports its progress', async () => {
  const { status, output } = await grade('--seconds', '1e-9', 'right.npz', 'fault <&>.npz');
  assert.equal(status, 1, output);
  assert.match(output, /^right\.npz: right\n {2}Looked for 0 of \d\d mistakes in 1e-9 s\.$/m);
  assert.match(output, /^fault <&>\.npz: different\n {2}None of 0 known mistakes and 0 pairs/m);
  assert.match(
    output,
    /^ {2}Looked for 0 of \d\d mistakes and 0 of \d+ pairs of them in 1e-9 s\.$/m,
  );
  const json = await grade('--json', '--seconds', '1e-9', 'right.npz');
  assert.equal(JSON.parse(json.output)[0].stopped.seconds, 1e-9);
  assert.equal((await grade('--seconds', '0', 'right.npz')).status, 2);
});

test('JUnit has a test case for each file, and escapes names', async () => {
  await grade('--junit', 'results.xml', 'right.npz', 'fault <&>.npz', 'missing.npz');
  const xml = await readFile(join(folder, 'results.xml'), 'utf8');
  assert.match(xml, /<testsuite name="headwise" tests="3" failures="1" errors="1">/);
  assert.match(xml, /<testcase classname="attention" name="right\.npz"\/>/);
  assert.match(xml, /name="fault &#60;&#38;&#62;\.npz"><failure message="scale missing">/);
  assert.equal(xml.match(/<testcase /g)?.length, 3);
});
