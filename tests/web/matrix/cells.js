// Every environment, one after another: response headers x place x browser, for the page with its files and for the one
// file. Each cell says what a person gets there: the lab and on what it runs, or a sentence.

import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { isolation, serve } from '../../../src/build/server.ts';
import { buildDir, distDir, siteDir } from '../../../src/build/tools/paths.js';
import { strictPolicy } from '../support/chromium.js';
import { browsers } from '../support/browsers.js';

/** @typedef {{ what: 'threads' | 'worker' | 'page' | 'sentence' | 'blank', text: string }} Cell */

const POLICY = 'Content-Security-Policy';
/** Without the hashes for the page's own document, which is none of the subjects. */
const strict = strictPolicy[POLICY].replaceAll(/ 'sha256-[^']*'/g, '');

/** @type {Readonly<Record<string, Record<string, string>>>} */
export const headers = Object.freeze({
  none: {},
  'Access-Control-Allow-Origin: *': { 'Access-Control-Allow-Origin': '*' },
  'COOP and COEP': isolation,
  'Document-Isolation-Policy': { 'Document-Isolation-Policy': 'isolate-and-require-corp' },
  'strict CSP': { [POLICY]: strict },
  'CSP without wasm': { [POLICY]: strict.replace(" 'wasm-unsafe-eval'", '') },
});

/** Where the page stands. In a frame of another origin, the page around it is a plain one, as a platform's is. */
export const places = Object.freeze({
  top: 'the page itself',
  frame: '`<iframe>`',
  sandboxed: '`<iframe sandbox="allow-scripts">` on another origin',
  foreign: '`<iframe>` on another origin',
});

/** The page with its files, and the one file. */
export const subjects = Object.freeze(['embed.html', 'headwise.html']);

const PATIENCE = 12_000;
/** Nothing runs where even the script is refused; that is told by the text that stays. */
const NOTHING = 2_000;

/** What a page shows: asked again and again until it is one thing or the other. */
const LOOK = `
  const visible = (one) => one && one.getClientRects().length > 0 && one.textContent.trim();
  const waiting = document.querySelector('#waiting');
  const alert = [...document.querySelectorAll('[role=alert]')].find(visible);
  if (alert) return { state: 'failed', text: alert.innerText.replace(alert.querySelector('button')?.innerText ?? '', '') };
  if (visible(waiting)) return { state: 'waiting', text: waiting.textContent };
  const backend = document.querySelector('#lab')?.mounted?.backend() ?? null;
  const status = document.querySelector('.status-line');
  if (visible(status) && backend) return { state: 'works', backend };
  return { state: document.body && document.body.textContent.trim() ? 'starting' : 'blank', text: '' };
`;

/**
 * @param {import('../support/browsers.js').BrowserName} browser
 * @param {(done: string) => void} [tell]
 * @returns {Promise<{ name: string, cells: Record<string, Cell> }>} cells by `subject | headers | place`
 */
export async function measure(browser, tell = () => {}) {
  const folder = await makeCourse();
  const driver = await browsers[browser]();
  const around = await serve({ root: folder });
  /** @type {Record<string, Cell>} */
  const cells = {};
  /** @param {string} where @param {Cell} cell */
  const note = (where, cell) => {
    cells[where] = cell;
    tell(`${driver.name} | ${where}: ${cell.what} ${cell.text}`);
  };
  try {
    for (const subject of subjects) {
      for (const [name, sent] of Object.entries(headers)) {
        const server = await serve({ root: folder, headers: framing(sent) });
        for (const place of Object.keys(places)) {
          const where = { place, subject, own: server.url, around: around.url };
          note(`${subject} | ${name} | ${place}`, await measureOne(driver, folder, where));
        }
        await server.close();
      }
    }
    await driver.goto(`${pathToFileURL(join(distDir, 'headwise.html'))}?lang=en`);
    note('headwise.html | none | file', await look(driver.run));
    return { name: driver.name, cells };
  } finally {
    await driver.close();
    await around.close();
  }
}

/** A folder with what is embedded, for the page around it to stand beside. */
async function makeCourse() {
  const folder = join(buildDir, 'pages/matrix');
  await rm(folder, { recursive: true, force: true });
  await cp(siteDir, folder, { recursive: true, filter: (path) => !path.endsWith('/check') });
  return folder;
}

/**
 * @param {import('../support/browsers.js').Driver} driver
 * @param {string} folder
 * @param {{ place: string, subject: string, own: string, around: string }} where
 */
async function measureOne(driver, folder, { place, subject, own, around }) {
  const address = `${own}${subject}?lang=en`;
  if (place === 'top') {
    await driver.goto(address);
    return look(driver.run);
  }
  const sandbox = place === 'sandboxed' ? ' sandbox="allow-scripts"' : '';
  const html = `<!doctype html><link rel="icon" href="data:,"><iframe${sandbox} src="${address}" width="900" height="700"></iframe>`;
  await writeFile(join(folder, 'course.html'), html);
  // localhost and 127.0.0.1 are not even one site
  const base = place === 'frame' ? own : around.replace('localhost', '127.0.0.1');
  await driver.goto(`${base}course.html`);
  return look(driver.runInFrame);
}

/** The headers for a page around the frame: its policy has to allow frames. @param {Record<string, string>} sent */
function framing(sent) {
  const policy = sent[POLICY];
  return policy ? { ...sent, [POLICY]: `${policy}; frame-src *` } : sent;
}

/**
 * @param {import('../support/browsers.js').Run} run
 * @returns {Promise<Cell>}
 */
async function look(run) {
  const began = Date.now();
  for (;;) {
    const seen = await run(LOOK).catch((error) => ({ state: 'blank', text: String(error) }));
    if (seen.state === 'works') {
      const { threads, reason } = seen.backend;
      const what = /^No worker/.test(reason) ? 'page' : threads > 1 ? 'threads' : 'worker';
      return { what, text: tidy(reason) };
    }
    if (seen.state === 'failed') return { what: 'sentence', text: tidy(seen.text) };
    const waited = Date.now() - began;
    if (seen.state === 'waiting' && waited > NOTHING)
      return { what: 'sentence', text: tidy(seen.text) };
    if (waited > PATIENCE) return { what: 'blank', text: tidy(seen.text ?? '') };
    await wait(100);
  }
}

/** Without what differs from one run, or one machine, to the next. @param {string} text */
function tidy(text) {
  return text
    .replace(/ \(evaluating '[^']*'\)/, '') // WebKit quotes our code, whose names are the minifier's
    .replace(/\s+/g, ' ')
    .replace(/(https?|blob):[^\s)]*localhost[^\s):]*(:\d+)?[^\s)]*/g, '…')
    .replace(/^\d+ threads\./, 'As many threads as there are.')
    .trim();
}
