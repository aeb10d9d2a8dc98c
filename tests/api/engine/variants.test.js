// Runs the API tests on the three other variants of the core, each in its own process. npm run
// test:all includes it; npm test runs every suite of tests/conformance on all four variants.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';

const tests = fileURLToPath(new URL('../..', import.meta.url));
const hook = new URL('../support/as-variant.js', import.meta.url).href;

const relaxed = process.version.startsWith('v20.') ? ['--experimental-wasm-relaxed-simd'] : [];

/** These tests are about the choice of the variant, or about the memory of the embedded one. */
const OWN = ['load.test.js', 'memory.test.js', 'program.test.js', 'variants.test.js'];

/** Tests of the variant that rounds every product. */
const FIXED = ['sums.test.js'];

const files = (
  await Promise.all(
    ['api', 'golden', 'training'].map(async (folder) =>
      (await readdir(join(tests, folder), { recursive: true }))
        .filter((name) => name.endsWith('.test.js') && !OWN.includes(basename(name)))
        .map((name) => join(tests, folder, name)),
    ),
  )
).flat();

if (process.env.HEADWISE_TEST_ALL) {
  describe('the tests of the module', () => {
    for (const variant of ['fixed 2', 'relaxed 1', 'relaxed 2']) {
      test(`on ${variant}`, async (t) => {
        const { NODE_TEST_CONTEXT: _, ...env } = process.env;
        const own = variant.startsWith('fixed') ? [] : FIXED;
        const asked = files.filter((file) => !own.includes(basename(file)));
        const args = [...relaxed, '--import', hook, '--test', '--test-reporter=tap', ...asked];
        const child = spawn(process.execPath, args, { env: { ...env, HEADWISE_VARIANT: variant } });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding('utf8').on('data', (text) => (output += text));
        }
        const code = await new Promise((resolve) => child.on('close', resolve));
        const failed = output.split('\n').filter((line) => /^\s*not ok/.test(line));
        assert.equal(code, 0, failed.join('\n') || output.slice(-4000));
        t.diagnostic(/^# pass.*$/m.exec(output)?.[0] ?? '');
      });
    }
  });
}
