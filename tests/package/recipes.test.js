// Every example is run: in Node and in Chromium with the package as it is packed, in Python where there is PyTorch, surveys in
// survey-engines.test.js. Its output is the one in its comments. The README and the recipes show all of them, word for word.

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { load as loadReference } from 'headwise/reference';
import { examplesIn, readExamples, showing, withExamples } from '../../src/build/examples.ts';
import { buildDir } from '../../src/build/tools/paths.js';
import { readFolderGoldens } from '../golden/models/read.js';
import { useChromium } from '../web/support/chromium.js';
import { makeSite } from '../web/support/embed.js';
import { pythonWithFrameworks, run } from '../web/support/python.js';
import { makeConsumer } from './consumer.js';

const examples = await readExamples();
/** Folders that programs open by these names. */
const models = await readFolderGoldens();
const texts = await Promise.all(showing.map((file) => readFile(file, 'utf8')));
const recipes = texts.flatMap((text) => examplesIn(text, examples));
/** @param {string} extension */
const written = (extension) => recipes.filter(({ file }) => extname(file) === extension);

/** @type {import('./consumer.js').Consumer} */
let consumer;
const chromium = useChromium();
const PAGES = join(buildDir, 'pages/recipes');
before(async () => {
  consumer = await makeConsumer();
  await makeSite('recipes/headwise', {});
});
after(() => consumer?.remove());

test('the README and the recipes show every example, once, as it is: npm run make docs', () => {
  for (const text of texts) assert.equal(withExamples(text, examples), text);
  assert.deepEqual(recipes.map(({ file }) => file).sort(), [...examples.keys()].sort());
  assert.deepEqual([...new Set(recipes.map(({ file }) => extname(file)))].sort(), [
    '.html',
    '.js',
    '.py',
    '.sh',
  ]);
});

test('every program and every page in the recipes is an example', () => {
  const blocks = texts.flatMap((text) => [
    ...text.matchAll(/^```(?:js|html|python|sh(?= ))(.*)$/gm),
  ]);
  assert.equal(blocks.length, examples.size);
  for (const [block, file] of blocks) assert.ok(examples.has(file.trim()), block);
});

for (const { title, code } of written('.js')) {
  test(`in Node: ${title}`, async () => {
    if (code.includes('layer.json') && !process.env.HEADWISE_TEST_ALL) await writeLayer();
    else if (code.includes('layer.json')) await runPython();
    for (const { name, path } of models) {
      if (code.includes(`'${name}`))
        await cp(path, join(consumer.folder, name), { recursive: true });
    }
    await consumer.write('recipe.js', code);
    const printed = (await consumer.node('recipe.js')).trimEnd().split('\n');
    const expected = [...code.matchAll(/\); \/\/ (.*)$/gm)].map(([, text]) => text);
    assert.ok(expected.length > 0, 'a recipe that shows nothing');
    assert.deepEqual(printed, expected);
  });
}

for (const { title, file: path, code } of written('.html')) {
  test(`in Chromium: ${title}`, async () => {
    // a browser asks for an icon by itself
    await writeFile(
      join(PAGES, path),
      code.replace(/<(title|script)/, '<link rel="icon" href="data:," />$&'),
    );
    const { page, close } = await chromium.open({ root: PAGES, path, headers: {}, settle: false });
    const [, expected] = code.match(/textContent = .*; \/\/ (.*)$/m) ?? [];
    if (expected !== undefined) {
      await page.waitForFunction(
        (text) => document.querySelector('output')?.textContent === text,
        expected,
      );
    }
    for (const name of ['headwise-lab', 'headwise-map']) {
      for (const element of await page.locator(name).all()) {
        await element.getByRole('grid').first().waitFor();
        assert.equal(await element.evaluate((/** @type {any} */ one) => one.loaded), true);
      }
    }
    if (code.includes('<iframe')) {
      await page
        .frameLocator('iframe')
        .getByText(/Computed on your device/)
        .waitFor();
    }
    assert.ok(expected !== undefined || /<(headwise-|iframe)/.test(code), 'nothing to look at');
    await close();
  });
}

test('in Python and in Bash: the language’s own parser takes them', async () => {
  const check = 'import ast, sys; ast.parse(sys.stdin.read())';
  for (const { code } of written('.py')) await run('python3', ['-c', check], code);
  for (const { code } of written('.sh')) await run('bash', ['-n'], code);
});

/** Writes the file of the recipe in Python, from a layer of the reference. */
async function writeLayer() {
  const layer = (await loadReference()).createMultiHeadAttention({
    embedDim: 8,
    numHeads: 2,
    seed: 3,
  });
  const x = [[0, 1, 2].map((row) => Array.from({ length: 8 }, (_, i) => Math.sin(row * 8 + i)))];
  const { output, attention } = layer.forward(x, { attention: true });
  const state = Object.entries(layer.stateDict()).map(([name, value]) => [name, nested(value)]);
  const saved = {
    state: Object.fromEntries(state),
    x,
    output: nested(output),
    attention: nested(attention),
  };
  await consumer.write('layer.json', JSON.stringify(saved));
}

async function runPython() {
  const python = await pythonWithFrameworks();
  for (const { code } of written('.py').filter(({ file }) => file.startsWith('weights-'))) {
    await run(python, ['-c', `import os; os.chdir(${JSON.stringify(consumer.folder)})\n${code}`]);
  }
}

/**
 * @param {{ readonly data: ArrayLike<number>, readonly shape: readonly number[] }} tensor
 * @returns {unknown}
 */
function nested({ data, shape: [size, ...rest] }) {
  const numbers = Array.from(data);
  if (rest.length === 0) return numbers;
  const part = numbers.length / size;
  return Array.from({ length: size }, (_, i) =>
    nested({ data: numbers.slice(i * part, (i + 1) * part), shape: rest }),
  );
}
