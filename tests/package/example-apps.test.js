// The apps of web/examples with the packed package: built, served and opened. Only with HEADWISE_TEST_ALL, because
// tests/package/apps installs their tools. The slides and the worker for workerd are tried in tests/hosts.

import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { root } from '../../src/build/tools/paths.js';
import { startChromium } from '../web/support/chromium.js';
import { startServer } from '../web/support/programs.js';
import { appsDir, installed, prepareApps, within } from './support.js';

const EXAMPLES = join(root, 'web/examples/apps');

if (process.env.HEADWISE_TEST_ALL) {
  /** @type {Awaited<ReturnType<typeof startChromium>>} */
  let chromium;
  before(async () => {
    await prepareApps();
    chromium = await startChromium();
  });
  after(() => chromium?.stop());

  test('the app of Vite shows the maps that it computed', async () => {
    const folder = await copyOf('vite');
    const { build } = await import(createRequire(join(appsDir, 'package.json')).resolve('vite'));
    await build({ root: folder, configFile: false, logLevel: 'error' });
    const opened = await open({ root: join(folder, 'dist') });
    await opened.page.getByText('maps of 2 × 3 × 3').waitFor();
    await opened.page.locator('headwise-map').getByRole('grid').nth(1).waitFor();
    await opened.close();
  });

  test('the app of Next computes on its server, and shows the lab in the browser', async () => {
    const folder = await copyOf('next');
    const node = installed('node22/bin/node');
    const next = installed('next/dist/bin/next');
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    await within(node, [next, 'build', '--webpack'], { cwd: folder, env });
    const options = { cwd: folder, env };
    const server = await startServer(node, [next, 'start', '--port', '0'], options);
    try {
      const html = await (await fetch(server.url)).text();
      assert.match(html, /<p>maps of 2 × 2 × 2<\/p>/);
      const opened = await open({ server });
      await opened.page
        .locator('headwise-lab')
        .getByText(/Computed on your device/)
        .waitFor();
      await opened.close();
    } finally {
      await server.stop();
    }
  });

  /** @param {{ root?: string, server?: { url: string } }} site */
  const open = (site) => chromium.open({ ...site, hash: '', headers: {}, settle: false });
}

/**
 * A copy of an app, below the folder that has the packages.
 *
 * @param {string} name
 */
async function copyOf(name) {
  const folder = join(appsDir, `example-${name}`);
  await rm(folder, { recursive: true, force: true });
  await cp(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('package.json'),
  });
  return folder;
}
