// The surveys of the recipes past one process, with the package as it is packed: Ray with two workers of which one is killed, a
// Slurm array's tasks, GNU parallel. Each gives the bytes of one survey of all texts. Only with HEADWISE_TEST_ALL.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { readExamples } from '../../src/build/examples.ts';
import { root } from '../../src/build/tools/paths.js';
import { find, run } from '../../src/build/tools/run.js';
import { pythonWith } from '../web/support/python.js';
import { until } from '../web/support/until.js';
import { makeConsumer } from './consumer.js';

const isRun = Boolean(process.env.HEADWISE_TEST_ALL);
const skip = !isRun && 'runs with npm run test:all';
const SHARDS = 8;
const WORDS = 'the animal did not cross street because it was too tired wide'.split(' ');
const TEXTS = Array.from({ length: 4000 }, (_, i) =>
  Array.from({ length: 5 + (i % 50) }, (__, j) => WORDS[(5 * i + 3 * j * j) % 12]).join(' '),
);

const examples = await readExamples();
/** @param {string} name */
const codeOf = (name) => examples.get(name) ?? assert.fail(name);

/** @type {import('./consumer.js').Consumer} */
let consumer;
/** @type {Buffer} */
let whole;
before(async () => {
  if (!isRun) return;
  consumer = await makeConsumer();
  await cp(join(root, 'tests/golden/models/folders/bert'), join(consumer.folder, 'bert'), {
    recursive: true,
  });
  await writeFile(join(consumer.folder, 'texts.txt'), TEXTS.join('\n'));
  await run('npx', ['headwise', 'survey', 'bert', 'texts.txt', '--out', 'whole.npz'], inFolder());
  whole = await readFile(pathOf('whole.npz'));
});
after(() => consumer?.remove());

const inFolder = (env = {}) => ({ cwd: consumer.folder, env: { ...process.env, ...env } });

/** @param {string} name */
const pathOf = (name) => join(consumer.folder, name);

/** @param {readonly string[]} [parts] that were there before */
async function assertSurvey(parts = []) {
  assert.ok((await readFile(pathOf('survey.npz'))).equals(whole), 'the survey has other bytes');
  const [one, other] = await Promise.all(
    ['survey', 'whole'].map((name) => readFile(pathOf(`${name}.npz.json`), 'utf8')),
  );
  assert.equal(one, other);
  const made = (await readdir(consumer.folder)).filter((name) => /^(shard|survey)/.test(name));
  assert.deepEqual(
    made.filter((name) => name.endsWith('.part')),
    [...parts],
  );
  for (const name of made) await rm(pathOf(name));
}

test('Ray: one of two workers is killed, and its shard goes on', { skip }, async (t) => {
  const python = await pythonWith('python-ray', ['ray==2.60.0']);
  const start =
    'import ray, sys\nray.init(num_cpus=2, include_dashboard=False)\nexec(sys.stdin.read())';
  const driver = spawn(python, ['-c', start], inFolder());
  let said = '';
  driver.stdout.on('data', (text) => (said += text));
  driver.stderr.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => driver.on('close', resolve));
  driver.stdin.end(codeOf('survey-ray.py'));
  try {
    const part = pathOf('shard-1.npz.part');
    await until(async () => (await sizeOf(part)) > 20_000, 'records of the first shard');
    const [worker, ...below] = await chainTo('ray::survey', 'shard-1.npz');
    for (const id of [worker, ...below]) process.kill(id, 'SIGKILL');
    const kept = await sizeOf(part);
    assert.ok(kept > 20_000, 'the shard had ended before its worker was killed');
    t.diagnostic(`killed with ${kept} bytes in the journal`);
    assert.equal(await ended, 0, said);
  } finally {
    driver.kill();
  }
  await assertSurvey();
});

/** @param {string} path */
const sizeOf = async (path) => (await stat(path).catch(() => ({ size: 0 }))).size;

/**
 * The processes from a worker to the headwise that it started, by id.
 *
 * @param {string} title the worker's begins with it
 * @param {string} argument of headwise
 */
async function chainTo(title, argument) {
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(about),
  );
  const chain = all
    .filter((one) => one?.folder === consumer.folder && one.command.includes(argument))
    .slice(-1);
  while (chain[0] && !chain[0].command.startsWith(title)) {
    const parent = all.find((one) => one?.id === chain[0]?.parent);
    assert.ok(parent, `no ${title} above ${chain.map((one) => one?.command)}`);
    chain.unshift(parent);
  }
  assert.ok(chain.length > 1, `no worker of ${argument}`);
  return chain.map((one) => /** @type {NonNullable<typeof one>} */ (one).id);
}

/** @param {string} id */
async function about(id) {
  try {
    const status = await readFile(`/proc/${id}/stat`, 'utf8');
    const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const command = (await readFile(`/proc/${id}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return {
      id: Number(id),
      parent: Number(parent),
      command,
      folder: await readlink(`/proc/${id}/cwd`),
    };
  } catch {
    return null; // it has ended
  }
}

test('Slurm: the tasks of an array, one of which runs twice', { skip }, async () => {
  const script = await consumer.write('survey.sh', codeOf('survey-slurm.sh'));
  assert.match(codeOf('survey-slurm.sh'), new RegExp(`^#SBATCH --array=1-${SHARDS}$`, 'm'));
  for (const task of [1, 2, 3, 3, 4, 5, 6, 7, 8].map(String)) {
    const slurm = { SLURM_ARRAY_TASK_ID: task, SLURM_ARRAY_TASK_COUNT: String(SHARDS) };
    await run('bash', [script], inFolder({ ...slurm, SLURM_CPUS_PER_TASK: '2' }));
  }
  const parts = Array.from({ length: SHARDS }, (_, i) => `shard-${i + 1}.npz`);
  await run('npx', ['headwise', 'survey', '--merge', ...parts, '--out', 'survey.npz'], inFolder());
  await assertSurvey();
});

const noParallel = !find('parallel') && 'GNU parallel is missing: apt-get install parallel';
test('GNU parallel: all shards, merged', { skip: skip || noParallel }, async () => {
  const script = await consumer.write('survey.sh', codeOf('survey-parallel.sh'));
  await run('bash', [script], inFolder());
  await assertSurvey();
});
