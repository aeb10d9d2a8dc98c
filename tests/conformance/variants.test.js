// Runs every suite on the relaxed variants, which round in other ways than the fixed one, within
// the same bounds. Each runs in its own process, because Node 20 has relaxed SIMD only behind a
// flag.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const report = fileURLToPath(new URL('./report.js', import.meta.url));
const flags = process.version.startsWith('v20.') ? ['--experimental-wasm-relaxed-simd'] : [];

for (const [threads, words] of /** @type {const} */ ([
  ['1', 'one thread'],
  ['2', '2 threads'],
])) {
  test(`every case of every suite, relaxed SIMD, ${words}`, async (t) => {
    const args = [...flags, report, '--simd', 'relaxed', '--threads', threads];
    const { code, output } = await new Promise((resolve) => {
      execFile(process.execPath, args, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, output: stdout + (error ? stderr : '') });
      });
    });
    assert.equal(code, 0, output);
    assert.ok(output.includes(`relaxed, ${words}`), output);
    t.diagnostic(output);
  });
}
