// The package as a user gets it: packed, installed elsewhere, imported, typed and bundled.
// What the engine computes is tested in tests/api; here it only has to compute.

import assert from 'node:assert/strict';
import { access, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { withPage } from '../web/support/browsers.js';
import { makeConsumer } from './consumer.js';

/** @type {import('./consumer.js').Consumer} */
let consumer;

before(async () => {
  consumer = await makeConsumer();
});
after(() => consumer?.remove());

// A layer with a mask, from nested arrays; the difference to the float64 reference is printed.
const forward = `
  const x = [[1, 0, 2, -1], [0, 1, 1, 0.5], [2, -1, 0, 1]];
  const options = { causal: true, attention: true };
  const config = { embedDim: 4, numHeads: 2, seed: 7 };
  const results = [];
  for (const from of [await headwise.load(), await reference.load()]) {
    const layer = from.createMultiHeadAttention(config);
    results.push(layer.forward(x, options));
    layer.dispose();
    from.dispose();
  }
  const [computed, expected] = results.map(({ output }) => [...output.data]);
  const difference = Math.max(...computed.map((value, i) => Math.abs(value - expected[i])));
  const report = { difference, shape: results[0].attention.shape };
`;
const imports = `
  import * as headwise from 'headwise';
  import * as reference from 'headwise/reference';
`;

/** @param {string} text */
function assertForward(text) {
  const { difference, shape } = JSON.parse(text);
  assert.ok(difference < 1e-5, `difference ${difference}`);
  assert.deepEqual(shape, [2, 3, 3]);
}

test('the tarball holds dist/, the documentation, and what npm always adds', () => {
  const folders = /^(dist|web\/docs|web\/examples)\//;
  const others = consumer.packed.filter((path) => !folders.test(path)).sort();
  assert.deepEqual(others, [
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
    'src/build/THIRD-PARTY-NOTICES.md',
  ]);
  assert.ok(consumer.packed.includes('dist/THIRD-PARTY-NOTICES.md'));
});

test('every link of the packed documentation leads to a packed file', async () => {
  const pages = consumer.packed.filter((path) => path.endsWith('.md'));
  assert.ok(pages.includes('web/docs/models.md'));
  const dead = [];
  for (const page of pages) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [, link] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const target = join(page, '..', link);
      const isFolder = consumer.packed.some((path) => path.startsWith(`${target}/`));
      if (!isFolder && !consumer.packed.includes(target)) dead.push(`${page}: ${link}`);
    }
  }
  assert.deepEqual(dead, []);
});

test('each entry has one declaration, besides the parts that several share', () => {
  const types = consumer.packed.filter((path) => path.startsWith('dist/types/'));
  const own = types.filter((path) => !/\/shared-[\w-]+\.d\.ts$/.test(path)).sort();
  const entries = [
    ...[
      'anywidget',
      'doctor',
      'element',
      'formats',
      'index',
      'map',
      'models',
      'react',
      'reference',
    ],
    'training',
  ];
  assert.deepEqual(
    own,
    entries.map((name) => `dist/types/${name}.d.ts`),
  );
  assert.ok(types.length <= 20, types.join(' '));
});

test('an uncaught error prints its sentence, not the package', async () => {
  await consumer.write(
    'uncaught.js',
    `import { load } from 'headwise';
     (await load()).createMultiHeadAttention({ embedDim: 8, numHeads: 3 });`,
  );
  const { status, output } = await start(process.execPath, ['uncaught.js'], {
    cwd: consumer.folder,
  });
  assert.equal(status, 1);
  assert.match(output, /numHeads: expected a divisor of embedDim 8/);
  assert.ok(output.length < 3000, `${output.length} characters`);
});

test('Node computes a forward pass', async () => {
  await consumer.write('forward.js', `${imports}${forward}console.log(JSON.stringify(report));`);
  assertForward(await consumer.node('forward.js'));
});

test('Node does so without generating code from strings', async () => {
  assertForward(await consumer.node('forward.js', '--disallow-code-generation-from-strings'));
});

test('importing in Node changes no global and keeps nothing running', async () => {
  await consumer.write(
    'import.js',
    `const before = Reflect.ownKeys(globalThis);
     const events = () => process.eventNames().map(String).join();
     const listening = events();
     const { load, loadInWorker, tensor, HeadwiseError } = await import('headwise');
     await import('headwise/reference');
     const added = Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).map(String);
     const types = [load, loadInWorker, tensor, HeadwiseError].map((value) => typeof value);
     const active = () => process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');
     const end = performance.now() + 10_000; // files that were read get closed
     while (active().length > 0 && performance.now() < end) await new Promise(setImmediate);
     const resources = active();
     console.log(JSON.stringify({ added, types, events: events() === listening, resources }));`,
  );
  const expected = { added: [], types: Array(4).fill('function'), events: true, resources: [] };
  assert.deepEqual(JSON.parse(await consumer.node('import.js')), expected);
});

test('every file that a script of the package asks for beside itself is there', async () => {
  const dist = join(consumer.folder, 'node_modules/headwise/dist');
  const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  const asked = new Set();
  for (const script of scripts) {
    const text = await readFile(join(dist, script), 'utf8');
    // The glue for Node names itself, and gets its files from the caller.
    if (script.endsWith('threads.node.js')) continue;
    for (const [, name] of text.matchAll(/new URL\(\s*["'`]([^"'`]*)["'`],\s*import\.meta\.url/g)) {
      asked.add(name);
      await access(join(dist, name));
    }
  }
  assert.ok(asked.has('./worker.js') && asked.has('./threads.js'), [...asked].join());
  // A worker's script that asks for itself sends Turbopack round in circles.
  assert.doesNotMatch(await readFile(join(dist, 'worker.js'), 'utf8'), /worker\.js/);
});

test('everything that can be imported is there with its types, and importing it on a server does nothing', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, { types = null }]) => types);
  assert.deepEqual(
    entries.map(([name]) => name),
    [
      ...['.', './reference', './training', './formats', './doctor', './models'],
      ...['./element', './map', './react', './anywidget'],
    ],
  );
  for (const [name, files] of entries) {
    assert.equal(Object.keys(files)[0], 'types', name);
    for (const file of Object.values(files))
      await access(join(consumer.folder, 'node_modules/headwise', file));
  }
  const names = entries.map(([name]) => name.replace('.', 'headwise'));
  await consumer.write(
    'all.js',
    `const before = Reflect.ownKeys(globalThis);
     for (const name of ${JSON.stringify(names)}) await import(name);
     console.log(Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).length);`,
  );
  assert.equal(await consumer.node('all.js'), '0\n');
});

test('every address that the package exports leads to a file', async () => {
  await consumer.write(
    'resolve.js',
    `import { readFileSync } from 'node:fs';
     import { fileURLToPath } from 'node:url';
     for (const name of ['headwise-fixed', 'headwise-fixed-threads', 'models-fixed']) {
       const path = fileURLToPath(import.meta.resolve('headwise/' + name + '.wasm'));
       if (!WebAssembly.validate(readFileSync(path))) throw new Error(path);
     }
     const text = readFileSync(fileURLToPath(import.meta.resolve('headwise/package.json')), 'utf8');
     console.log(JSON.parse(text).name);`,
  );
  assert.equal(await consumer.node('resolve.js'), 'headwise\n');
});

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
].slice(0, process.env.HEADWISE_TEST_ALL ? 2 : 1)) {
  test(`TypeScript knows the package (${moduleResolution})`, async () => {
    await consumer.write(
      'typed.ts',
      `import { load, loadInWorker, tensor, HeadwiseError } from 'headwise';
       import type { AttentionOptions, Headwise, Tensor } from 'headwise';
       import { load as loadReference } from 'headwise/reference';
       import { createTransformer, induction, train } from 'headwise/training';
       import { writeNpy } from 'headwise/formats';
       import { HeadwiseLab } from 'headwise/element';
       import widget from 'headwise/anywidget';
       const lab: HeadwiseLab = document.createElement('headwise-lab');
       lab.state = { text: 'typed', heads: 4 };
       const { vocabSize, contextLen } = induction();
       const small = { vocabSize, contextLen, embedDim: 8, numHeads: 2, numLayers: 1 };
       for await (const { loss } of train(createTransformer(await load(), small), induction(), { steps: 1 }))
         console.log(loss.toFixed(), writeNpy(tensor([loss])).length, widget.render);
       const engine: Headwise = await load({ threads: 'auto' });
       const options: AttentionOptions = { attention: true };
       const layer = engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
       const result = layer.forward(tensor([[1, 2, 3, 4, 5, 6, 7, 8]]), options);
       const output: Tensor = result.output;
       const shape: readonly number[] = output.shape;
       const worker = await loadInWorker();
       const later = await (await worker.createMultiHeadAttention(layer.config)).forward([[1]]);
       const data: ArrayLike<number> = later.output.data;
       const codeOf = (error: unknown): string => (error instanceof HeadwiseError ? error.code : '');
       await loadReference();
       // a requested result exists
       const maps: Tensor = layer.forward([[1]], { attention: true, causal: true }).attention;
       const { trace, attention } = layer.forward([[1]], undefined, undefined, { trace: true });
       const scores: Tensor = trace.scores;
       const ofCross: Tensor = layer.forward([[1]], [[1]], [[1]], { attention: true }).attention;
       const sent = await (await worker.createMultiHeadAttention(layer.config)).forward([[1]], { trace: true });
       const contributions: Tensor = sent.trace.contributions;
       const alone = engine.scaledDotProductAttention([[[1]]], [[[1]]], [[[1]]], { attention: true });
       const float64: Float64Array = (await loadReference()).createMultiHeadAttention(layer.config)
         .forward([[1]], { attention: true }).attention.data;
       // @ts-expect-error a result that was not requested may be absent
       const absent: Tensor = layer.forward([[1]]).attention;
       // @ts-expect-error as may one whose option is a variable
       const perhaps: Tensor = result.attention;
       // @ts-expect-error an unknown option beside a known one
       layer.forward([[1]], { attention: true, isCausal: true });
       console.log(maps, attention, scores, ofCross, contributions, alone.attention.shape, float64, absent, perhaps);
       // @ts-expect-error an unknown option
       layer.forward([[1]], { isCausal: true });
       // @ts-expect-error a mask names its meaning
       engine.scaledDotProductAttention([[[1]]], [[[1]]], [[[1]]], { mask: [[true]] });
       console.log(shape, data, codeOf(null), engine.backend.reason);\n`,
    );
    const options = { strict: true, noEmit: true, target: 'es2022', module, moduleResolution };
    const lib = ['es2022', 'dom'];
    const config = { compilerOptions: { ...options, lib, types: [] }, files: ['typed.ts'] };
    await consumer.write('tsconfig.json', JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, output } = await start(process.execPath, [tsc], { cwd: consumer.folder });
    assert.equal(status, 0, output);
  });
}

test('a bundle of a small app works in Chromium, from a plain server', async () => {
  await consumer.write(
    'app.js',
    `const before = Reflect.ownKeys(globalThis);
     const headwise = await import('headwise');
     const reference = await import('headwise/reference');
     const added = Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)).map(String);
     ${forward}
     document.title = JSON.stringify({ ...report, added });`,
  );
  const folder = join(consumer.folder, 'public');
  await mkdir(folder);
  await build({
    entryPoints: [join(consumer.folder, 'app.js')],
    outfile: join(folder, 'app.js'),
    bundle: true,
    format: 'esm',
    absWorkingDir: consumer.folder,
    logLevel: 'silent',
  });
  await consumer.write('public/index.html', '<!doctype html><title></title>');
  const [title, fault] = await withPage('Chromium', { root: folder }, ({ run }) =>
    run(`const fault = await import('./app.js').then(() => null, String);
         return [document.title, fault];`),
  );
  assert.equal(fault, null);
  assertForward(title);
  assert.deepEqual(JSON.parse(title).added, []);
});
