// Runs the suites in a browser: the same modules, bundled, with their data fetched.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { build } from 'esbuild';
import { distDir, root } from '../../src/build/tools/paths.js';
import { withPage } from '../web/support/browsers.js';
import { loaders } from './suites.js';

/**
 * Without HEADWISE_TEST_ALL, tests/web/page/check.test.js runs the page of the check in a worker.
 */
const PLACES = process.env.HEADWISE_TEST_ALL ? ['page', 'worker'] : ['page'];

const SCRIPT = `
  import { load, loadInWorker } from 'headwise';
  import { load as loadReference } from 'headwise/reference';
  import { runSuite } from './tests/conformance/run.js';
  import { loaders } from './tests/conformance/suites.js';

  const read = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const oracle = await loadReference();
  const loading = { page: load, worker: loadInWorker };
  const outcomes = {};
  for (const where of ${JSON.stringify(PLACES)}) {
    const engine = await loading[where]();
    outcomes[where] = [];
    for (const open of loaders) outcomes[where].push(await runSuite(await open(read), engine, oracle));
  }
  globalThis.outcomes = outcomes;
`;

test(`every suite passes in Chromium, in the ${PLACES.join(' and the ')}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwise-conformance-'));
  await build({
    stdin: { contents: SCRIPT, resolveDir: root },
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    alias: {
      headwise: join(distDir, 'headwise.js'),
      'headwise/reference': join(distDir, 'reference.js'),
    },
    logLevel: 'silent',
  });
  for (const name of ['worker.js', 'threads.js']) await cp(join(distDir, name), join(folder, name));
  for (const name of ['conformance', 'golden']) {
    await cp(join(root, 'tests', name), join(folder, name), { recursive: true });
  }
  const html = '<!doctype html><title>suites</title>';
  await writeFile(join(folder, 'index.html'), html);

  try {
    // the page's imports either failed or set the outcomes before its own import ends
    const outcomes = await withPage('Chromium', { root: folder }, ({ run }) =>
      run("await import('./page.js'); return globalThis.outcomes;"),
    );
    for (const where of PLACES) {
      assert.equal(outcomes[where]?.length, loaders.length);
      for (const { name, cases, passed, faults } of outcomes[where]) {
        assert.deepEqual(faults, [], `${name} in the ${where}`);
        assert.equal(passed, cases, `${name} in the ${where}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
