// A hub of models for tests of the page, and the page of an owner who allows it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolation, serve } from '../../../src/build/server.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { serveFiles } from '../../models/support/file-server.js';
import { openMenu } from './tools.js';

export const COMMIT = 'c'.repeat(40);

/**
 * The answers of a hub for a repository: its list of files, and the files.
 *
 * @param {string} name
 * @param {Record<string, Uint8Array>} files
 * @param {Record<string, number>} [sizes] sizes in the list that are not the files'
 */
export function repository(name, files, sizes = {}) {
  const siblings = Object.entries(files).map(([rfilename, { length }]) => {
    return { rfilename, size: sizes[rfilename] ?? length };
  });
  const list = Buffer.from(JSON.stringify({ sha: COMMIT, siblings }));
  /** @type {Record<string, Uint8Array>} */
  const answers = {};
  for (const revision of ['main', COMMIT])
    answers[`/api/models/${name}/revision/${revision}`] = list;
  for (const [file, bytes] of Object.entries(files))
    answers[`/${name}/resolve/${COMMIT}/${file}`] = Uint8Array.from(bytes);
  return answers;
}

/**
 * Serves repositories as a hub does, and the page of an owner who allows that hub, until the test ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, Uint8Array>} answers
 */
export async function serveHub(t, answers) {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-expose-headers': '*',
  };
  const hub = await serveFiles(answers, {}, headers);
  t.after(() => hub.close());
  const html = await readFile(join(siteDir, 'index.html'), 'utf8');
  const meta = `<meta name="headwise-hub" content="${hub.url}" />`;
  const server = await serve({
    root: siteDir,
    headers: isolation,
    pages: { 'allowed.html': html.replace('<title>', `${meta}<title>`) },
  });
  t.after(() => server.close());
  return { hub, server };
}

/**
 * Opens the models page of that owner.
 *
 * @param {ReturnType<typeof import('./chromium.js').useChromium>} chromium
 * @param {Awaited<ReturnType<typeof serveHub>>} both
 * @param {Parameters<typeof chromium.open>[0] & { path?: string }} [options]
 */
export async function openRoom(
  chromium,
  { server, hub },
  { path = 'allowed.html?lang=en', ...options } = {},
) {
  const isNamed = path.includes('hub='); // then the page opens the room itself, and hides its lab
  const opened = await chromium.open({
    settle: !isNamed,
    server: { ...server, url: server.url },
    path,
    hash: '',
    elsewhere: new RegExp(`^${hub.url}`),
    expected: [/404|Failed to load resource/],
    ...options,
  });
  if (!isNamed) {
    await openMenu(opened.page, 'Tools');
    await opened.page.getByRole('button', { name: 'Open a model' }).click();
  }
  await opened.page.locator('.models-room').waitFor();
  return opened;
}
