// Runs test files with Node's own test runner, each in a process of its own, and one browser for all of them.

import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { shareChromium } from './tools/chromium.js';
import { FONTS, withFonts } from './tools/fonts.js';
import { root } from './tools/paths.js';

/** @param {string} folder */
const withTestFonts = (folder) => withFonts(FONTS[0], folder);
const PAGES = join('tests', 'web', sep);

/**
 * Shows the results as they come.
 *
 * @param {readonly string[]} files from the project's root
 * @returns {Promise<boolean>} whether all tests passed
 */
export async function runTests(files) {
  const pages = files.filter((file) => file.startsWith(PAGES));
  const others = files.filter((file) => !file.startsWith(PAGES));
  // to start one takes as long as many a file
  const browser = pages.length > 1 ? await shareChromium(withTestFonts) : null;
  if (browser) process.env.HEADWISE_CHROMIUM = browser.address;
  try {
    // Those of pages take longest: begun last, one of them would run alone at the end.
    return await show([...pages, ...others].map((file) => join(root, file)));
  } finally {
    await browser?.stop();
  }
}

/**
 * @param {string[]} files
 * @returns {Promise<boolean>}
 */
async function show(files) {
  // Node's own default leaves one processor idle: half of two.
  const results = run({ files, concurrency: availableParallelism() });
  let passed = true;
  results.on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) passed = false;
  });
  await pipeline(results.compose(new spec()), process.stdout, { end: false });
  return passed;
}
