// Pages of other people, as a test wants them: what is embedded lies beside them, as on a teacher's own server.

import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDir, distDir } from '../../../src/build/tools/paths.js';

/** What the elements and the page in a frame consist of. */
const PARTS =
  /^(element.*|map.*|headwise|worker|threads|reference|formats|training)\.js$|\.wasm$|^headwise\.html$/;

/**
 * A folder with the files of dist/ that pages load, and pages of the test's own.
 *
 * @param {string} name of the folder
 * @param {Record<string, string>} pages
 */
export async function makeSite(name, pages) {
  const folder = join(buildDir, 'pages', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(distDir)) {
    if (PARTS.test(file)) await copyFile(join(distDir, file), join(folder, file));
  }
  for (const [file, text] of Object.entries(pages)) await writeFile(join(folder, file), text);
  return folder;
}

/**
 * A page that has this body and loads the elements. Nothing in it is inline, so that strict policies take it.
 *
 * @param {string} body
 */
export function pageWith(body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
    <link rel="icon" href="data:,"><script type="module" src="element.js"></script><body>${body}</body></html>`;
}

/** The same for the element of maps alone. @param {string} body */
export const pageWithMaps = (body) => pageWith(body).replace('element.js', 'map.js');
