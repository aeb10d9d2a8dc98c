// Checks the architecture: which room may import which, and code that is allowed in one room only.
// The rules keep the core free of the browser, and the page free of arithmetic.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test from 'node:test';
import { root } from '../../src/build/tools/paths.js';
import { pointerSums } from './pointer-sums.js';
import { importsOf, includesOf, sources } from './source.js';

const CPP = ['.cpp', '.h'];
const SCRIPTS = ['.js', '.ts'];

/** Rooms of C++ and the rooms that each may include from. @type {Record<string, string[]>} */
const cppRooms = {
  kernels: ['kernels'],
  parallel: ['parallel'],
  core: ['core', 'kernels', 'parallel'],
  transformer: ['transformer', 'core', 'kernels', 'parallel'],
  session: ['session', 'transformer', 'core', 'kernels', 'parallel'],
  bindings: ['bindings', 'session', 'transformer', 'core', 'kernels', 'parallel'],
};

/** Rooms of JavaScript and what each may import. @type {Record<string, RegExp[]>} */
const jsRooms = {
  'src/js': [
    ...[/^src\/js\//, /^headwise:/, /^node:/],
    /^fflate\/browser$/, // bundled where it is used; without imports of its own
  ],
  'src/build': [
    ...[
      /^src\/build\//,
      /^node:/,
      /^(acorn|esbuild|@gfx\/zopfli|fflate|playwright-core|lzma1|prettier|rollup|rollup-plugin-dts|typedoc|typescript)$/,
    ],
    /^src\/js\/(attention\/(map-window|positions|schema|scores)|layer\/(cache|config)|transformer\/(config|optimizer)|arguments\/options|runtime\/fields)\.ts$/, // from which types and fields of the core are written
    ...[/^(github-slugger|markdown-it|minisearch)$/, /^web\/manual\/search-options\.ts$/],
    /^src\/js\/runtime\/loading\/wasm-streams\.ts$/, // the order of the embedded core's bytes
    /^web\/(lessons\/(lessons|moved)|words\/languages)\.ts$/, // which lessons and languages there are
    /^web\/elements\/lab\/state\/(state|locks)\.ts$/, // what a lab's settings may be, for Python
    /^web\/page\/small\/pages\.ts$/, // the small pages, which share a document
    /^web\/page\/embed-builder\/package\.ts$/, // how; the page packs them too
  ],
  'web/views': [/^web\/views\//],
  'web/ui': [/^web\/(ui|views)\//, /^uqr$/], // bundled where a QR code is shown; without imports of its own
  'web/elements': [
    /^web\/(elements|ui|views|lessons|words)\//,
    /^headwise(\/(reference|formats|doctor|training)|:model(-parameters|-english)?)?$/,
    /^web\/models\/[\w-]+\.json$/, // what experiments found
  ],
  'web/lessons': [/^web\/(lessons|elements|ui|views|words)\//, /^headwise\/(formats|training)$/],
  'web/words': [/^web\/words\//],
  'web/models': [/^web\/models\//, /^src\/build\//, /^node:/, /^fflate$/], // how they were trained, by Node
  'web/manual': [/^web\/(manual\/|ui\/template\.ts$)/, /^minisearch$/],
  'web/examples': [
    /^headwise(\/(reference|formats|doctor|element|models|training|(headwise|models)-fixed\.wasm))?$/,
    /^web\/examples\/apps\/workerd-model\/model\.safetensors$/, // which its reader puts there
    /^node:fs\/promises$/,
  ],
  'web/page': [
    /^web\/(page|elements|lessons|ui|views|words)\//,
    /^headwise(\/(models|doctor|formats|reference)|:(first|single-file|models-worker))?$/,
    /^fflate$/,
  ],
};

/** The tests that may use a timer: these are asked or done at different moments; no other waits by the clock. */
const TIMED = [
  'tests/api/results/cache.test.js', // stops calls early and late
  'tests/api/results/kept.test.js',
  'tests/bench/measure.js', // lets a processor rest
  'tests/conformance/check-worker.js', // is no test; it runs on the page
  'tests/web/lab/input.test.js', // types at every pace
  'tests/web/matrix/cells.js', // whether anything appears at all
  'tests/web/support/hurry.js', // shortens what a page waits
  'tests/web/support/until.js', // asks again
];

/**
 * Asserts that a pattern is found in no other code than that of one room.
 *
 * @param {RegExp} pattern
 * @param {string} room
 */
async function onlyIn(pattern, room) {
  const found = (await sources(['src'], CPP))
    .filter(({ path, code }) => !path.startsWith(`src/${room}/`) && pattern.test(code))
    .map(({ path }) => path);
  assert.deepEqual(found, []);
}

for (const [room, allowed] of Object.entries(cppRooms)) {
  test(`src/${room} includes from ${allowed.join(', ')} only`, async () => {
    for (const source of await sources([`src/${room}`], CPP)) {
      for (const include of includesOf(source)) {
        const from = include.split('/')[0];
        if (!(from in cppRooms)) continue;
        assert.ok(allowed.includes(from), `${source.path} includes ${include}`);
      }
    }
  });
}

for (const [room, allowed] of Object.entries(jsRooms)) {
  test(`${room} imports only what it may`, async () => {
    for (const source of await sources([room], SCRIPTS)) {
      for (const name of importsOf(source)) {
        const may = allowed.some((pattern) => pattern.test(name));
        assert.ok(may, `${source.path} imports ${name}`);
      }
    }
  });
}

test('no test waits a fixed time for what it could observe', async () => {
  const timed = /\bwaitForTimeout\b|\bsetTimeout\b|timers\/promises/;
  const found = (await sources(['tests'], SCRIPTS))
    .filter(({ path, text }) => timed.test(text) && path !== 'tests/style/house.test.js')
    .map(({ path }) => path);
  assert.deepEqual(found.sort(), TIMED);
});

test('test files, which run at the same time, share no folder of pages', async () => {
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const { path, code } of await sources(['tests'], SCRIPTS)) {
    for (const [, site, pages] of code.matchAll(/\bmakeSite\('([\w-]+)|'pages\/([\w-]+)/g)) {
      const folder = site ?? pages;
      assert.equal(owners.get(folder) ?? path, path, `build/pages/${folder}`);
      owners.set(folder, path);
    }
  }
  assert.ok(owners.size > 5);
});

test('each browser is started in one place', async () => {
  const starts =
    /\b(chromium|puppeteer|firefox|webkit)\s*\.launch\(|['"]puppeteer-core['"]|\bstartWebKit\b/;
  const found = (await sources(['src', 'tests'], SCRIPTS))
    .filter(({ path, code }) => starts.test(code) && path !== 'tests/style/house.test.js')
    .map(({ path }) => path);
  assert.deepEqual(found.sort(), [
    'src/build/tools/chromium.ts',
    'tests/web/support/browsers.js',
    'tests/web/support/webkit.js',
  ]);
});

test("only the package's Node files import from Node", async () => {
  for (const source of await sources(['src/js'], SCRIPTS)) {
    if (/[.-]node\.[jt]s$/.test(source.path)) continue;
    const names = importsOf(source).filter((name) => /^node:|[.-]node\.[jt]s$/.test(name));
    assert.deepEqual(names, [], source.path);
  }
});

test('the set-up imports only from Node: it runs before anything is installed', async () => {
  for (const { path, code } of await sources(['src/build'], SCRIPTS)) {
    const packages = [...code.matchAll(/^import\s(?!type\b)[^;]*?from\s*['"]([^.'"][^'"]*)['"]/gm)]
      .map((found) => found[1])
      .filter((name) => !name.startsWith('node:'));
    assert.deepEqual(packages, [], path);
  }
});

test('only src/bindings knows Emscripten', () => onlyIn(/#\s*include\s*<emscripten/, 'bindings'));

test('src/bindings only converts: it has no loops', async () => {
  for (const { path, code } of await sources(['src/bindings'], CPP))
    assert.ok(!/\b(for|while)\s*\(/.test(code), path);
});

test('only src/kernels knows vector instructions', () =>
  onlyIn(
    /#\s*include\s*"kernels\/simd\.h"|\b\w*mmintrin\.h|\barm_neon\.h|\bwasm_simd128\.h|\bv128_t\b|\bvector_size\b|\bext_vector_type\b|\b__builtin_wasm_/,
    'kernels',
  ));

test('outside src/kernels one place adds a number to an address: the views of src/core/base/matrix.h', async () => {
  const files = (await sources(['src'], CPP)).filter(
    ({ path }) => !path.startsWith('src/kernels/'),
  );
  const found = pointerSums(files).map((sum) => sum.split(':')[0]);
  assert.deepEqual(found, ['src/core/base/matrix.h']);
});

test('sums of an address and a number are found in every form', () => {
  const header = 'struct A { float* x_ = nullptr; float* row(int i) const; int size_; };';
  const code = `
    void f(const float* x, float *y, int n, float* (*z)()) {
      g(x + n, x - n, y += n, ++y, y++, &x[n], &a.x_[n], row(n) + n, (n ? x : y) + n, r.data() + n);
      g(x_ + n);
      g(n + n, x[n], *x + n, n * size_ + n, &n, x == y);
    }`;
  const found = pointerSums([
    { path: 'a.h', text: header },
    { path: 'a.cpp', text: code },
  ]);
  assert.deepEqual(
    [...found.join().matchAll(/a\.cpp:(\d)/g)].map(([, line]) => line).join(''),
    '3'.repeat(10) + '4',
  );
});

test('only src/parallel knows threads', () =>
  onlyIn(
    /#\s*include\s*<(thread|atomic|mutex|condition_variable|future|barrier|latch|semaphore|pthread\.h)>|\bstd::(thread|atomic|mutex)\b/,
    'parallel',
  ));

test('the top level holds what it should and nothing else', async () => {
  const allowed = [
    'CHANGELOG.md',
    'CMakeLists.txt',
    'LICENSE',
    'README.md',
    'package-lock.json',
    'package.json',
    'src',
    'tests',
    'web',
  ];
  const made = ['build', 'dist', 'node_modules'];
  const names = (await readdir(root)).filter((name) => !name.startsWith('.'));
  const others = names.filter((name) => !allowed.includes(name) && !made.includes(name));
  assert.deepEqual(others, []);
});

test('no file that is written by hand is longer than 600 lines, in C++ 1,000', async () => {
  const kinds = ['.js', '.ts', '.cpp', '.h', '.css', '.html', '.json', '.md'];
  for (const { path, text } of await sources(['src', 'web'], kinds)) {
    if (path.startsWith('web/docs/api/')) continue;
    const lines = text.split('\n').length - 1;
    const most = CPP.some((kind) => path.endsWith(kind)) ? 1000 : 600;
    assert.ok(lines <= most, `${path} has ${lines} lines`);
  }
});

test('every file says at its top what it is', async () => {
  for (const { path, text } of await sources(
    ['src', 'web', 'tests'],
    ['.js', '.ts', '.cpp', '.h', '.css'],
  )) {
    assert.ok(/^(#!.*\n)?(\/\/|\/\*)/.test(text), path);
  }
});
