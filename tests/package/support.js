// Shared by the tests of apps: the tools and the package, installed in build/apps; programs with a time limit; a browser that
// reads the results of an app's page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../../src/build/tools/chromium.ts';
import { withLock } from '../../src/build/tools/lock.js';
import { buildDir, distDir, root } from '../../src/build/tools/paths.js';
import { run } from '../../src/build/tools/run.js';
import { step } from '../../src/build/tools/say.js';
import { ifChanged } from '../../src/build/tools/stamp.ts';

/** @typedef {import('./apps/tries.js').Tried} Tried */

const SOURCES = join(root, 'tests/package/apps');
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund'];
const PATIENCE = 120_000;

/** Where everything is installed. */
export const appsDir = join(buildDir, 'apps');

/** @param {string} path below node_modules */
export const installed = (path) => join(appsDir, 'node_modules', path);

/** Installs the tools, and the packed package. */
export async function prepareApps() {
  await withLock(join(buildDir, 'apps.lock'), async () => {
    const lists = ['package.json', 'package-lock.json'].map((name) => join(SOURCES, name));
    const tools = { inputs: lists, outputs: [installed('vite')] };
    await mkdir(appsDir, { recursive: true });
    await ifChanged(join(appsDir, 'tools.stamp'), tools, async () => {
      for (const path of lists) await copyFile(path, join(appsDir, path.slice(SOURCES.length + 1)));
      await rm(join(appsDir, 'package.stamp'), { force: true });
      await step('Installing what the package is tried with, 1.2 GB', '1 min', () =>
        // Not ci: a mirror may lack other systems' builds of a tool, and then the list of packages lacks them too.
        run('npm', ['install', ...QUIET], { cwd: appsDir }),
      );
    });
    const pack = {
      inputs: [distDir, join(root, 'package.json')],
      outputs: [installed('headwise')],
    };
    await ifChanged(join(appsDir, 'package.stamp'), pack, async () => {
      const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', appsDir];
      const [{ filename }] = JSON.parse(await run('npm', packing));
      const options = [...QUIET, '--offline', '--no-save'];
      await run('npm', ['install', ...options, join(appsDir, filename)], { cwd: appsDir });
    });
  });
}

/**
 * A fresh copy of the apps' sources, below the folder that has the packages.
 *
 * @param {string} name
 * @param {string} [source] a folder of tests/package/apps
 */
export async function freshApp(name, source = '') {
  const folder = join(appsDir, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(SOURCES, source), folder, {
    recursive: true,
    filter: (path) =>
      !/package(-lock)?\.json$/.test(path) &&
      (source !== '' || !/\/(next|react|svelte|vue)$/.test(path)),
  });
  if (source) await copyFile(join(SOURCES, 'tries.js'), join(folder, 'tries.js'));
  return folder;
}

/**
 * Runs a program and resolves to its output. One that does not end is stopped, and the error has its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
export function within(command, args, { cwd, env = {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let output = '';
    child.stdout.on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(stdout);
      else
        reject(new Error(`${command} ${args.join(' ')}: ended with ${code ?? signal}\n${output}`));
    });
  });
}

/**
 * Asserts that each way of loading computed, and that the backends are the expected ones.
 *
 * @param {readonly Tried[]} tried
 * @param {readonly string[]} expected for each way `simd threads`, and after a colon a part of the reason
 */
export function assertTried(tried, expected) {
  for (const one of tried) {
    assert.equal(one.error, undefined, one.way);
    assert.ok((one.difference ?? Infinity) < 1e-6, `${one.way}: difference ${one.difference}`);
  }
  const backends = tried.map(({ simd, threads }) => `${simd} ${threads}`);
  assert.deepEqual(
    backends,
    expected.map((text) => text.split(':')[0]),
    tried.map(({ way, reason }) => `${way}: ${reason}`).join('\n'),
  );
  for (const [at, text] of expected.entries()) {
    const part = text.split(':')[1];
    if (part) assert.ok(tried[at].reason?.includes(part.trim()), tried[at].reason);
  }
}

/**
 * Opens an app's page and resolves to its results. Requests to other servers than the named ones fail the test.
 *
 * @param {string} url
 * @param {readonly string[]} [servers] other origins that the page may ask
 * @returns {Promise<Tried[]>}
 */
export async function triedIn(url, servers = []) {
  const { browser, stop } = await launchChromium();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(data|blob):$/.test(protocol)) return;
      if (![new URL(url).origin, ...servers].includes(origin))
        faults.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    await page
      .waitForFunction('globalThis.tried', null, { timeout: PATIENCE })
      .catch((error) => faults.push(String(error)));
    assert.deepEqual(faults, []);
    return /** @type {Tried[]} */ (await page.evaluate('globalThis.tried'));
  } finally {
    await stop();
  }
}
