// Compares surveys of 1,000 texts with the same statistics in Python: NumPy on the maps of transformers. Only with
// HEADWISE_TEST_ALL; a trained model only if npm run models has fetched it.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fetchedModel } from '../../src/build/models.ts';
import { distDir, root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';
import { pythonWith, run } from '../web/support/python.js';

const PACKAGES = ['numpy==2.4.6', 'pandas==3.1.1', 'torch==2.15.0', 'transformers==5.23.0'];
const SCRIPT = fileURLToPath(new URL('support/survey.py', import.meta.url));
const FOLDERS = join(root, 'tests/golden/models/folders');
const MODELS = {
  'BERT, random': join(FOLDERS, 'bert'),
  'GPT-2, random': join(FOLDERS, 'gpt2'),
  'MiniLM, trained': await fetchedModel('minilm'),
};
const COUNT = 1000;
/** The bound, relative to the largest number of a column. */
const WITHIN = 1e-5;

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwise-survey-'));
  await writeFile(join(folder, 'texts.jsonl'), (await textsOf()).join('\n'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Words of a line. */
const [LEAST, MOST] = [5, 30];

/** Different lines of the documentation as JSON, an empty one, and one that is too long for every model. */
async function textsOf() {
  const files = (await filesBelow(join(root, 'web/docs'))).filter(
    (file) => extname(file) === '.md',
  );
  const texts = await Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
  const lines = texts.join('\n').split('\n');
  const different = [...new Set(lines)].filter((line) => {
    const { length } = line.split(' ');
    return length >= LEAST && length <= MOST;
  });
  const long = different.slice(0, 100).join(' ');
  const all = [...different.slice(0, COUNT - 1), long].map((text) => JSON.stringify({ text }));
  assert.equal(all.length, COUNT);
  return ['', ...all];
}

for (const [name, model] of Object.entries(MODELS)) {
  const skip = !process.env.HEADWISE_TEST_ALL
    ? 'runs with npm run test:all'
    : model === null && 'no weights: npm run models fetches them';
  test(
    `${name}: the statistics of ${COUNT} texts are those of NumPy on transformers`,
    { skip },
    async (t) => {
      const python = await pythonWith('python-transformers', PACKAGES);
      const program = [join(distDir, 'command.node.js'), 'survey', String(model)];
      const args = [...program, 'texts.jsonl', '--out', 'survey.npz', '--threads', 'auto'];
      const { status, output } = await start(process.execPath, args, { cwd: folder });
      assert.equal(status, 0, output);
      const printed = await run(python, [
        ...[SCRIPT, String(model)],
        ...['texts.jsonl', 'survey.npz'].map((file) => join(folder, file)),
      ]);
      const { rows, texts, faint, apart } = JSON.parse(printed);
      assert.equal(texts, COUNT);
      assert.ok(rows > COUNT);
      t.diagnostic(`${faint} of ${rows} maps have weights that float32 hardly holds`);
      assert.ok(faint < rows / 10, `${faint} of ${rows} maps are too faint to compare baselines`);
      assert.equal(Object.keys(apart).length, 20);
      for (const [column, [difference, largest]] of Object.entries(apart)) {
        t.diagnostic(`${column}: at most ${difference.toExponential(1)} apart, up to ${largest}`);
        assert.ok(
          difference <= WITHIN * largest,
          `${column}: ${difference} apart, up to ${largest}`,
        );
      }
      await rm(join(folder, 'survey.npz'));
    },
  );
}
