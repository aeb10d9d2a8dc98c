// Makes build/site/, the page for any static host: its script bundled, its files copied, and
// beside them those files of the package that are fetched when the page runs. All paths in it are
// relative.

import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { distDir, root, siteDir } from '../tools/paths.js';
import { step } from '../tools/say.js';
import { ifChanged } from '../tools/stamp.js';
import { bundle } from './esbuild.js';

const kPage = join(root, 'web/page');
const kFetched = ['worker.js', 'threads.js', 'headwise-fixed-threads.wasm'];
const kCopied = ['.html', '.css', '.svg', '.png', '.ico', '.webmanifest'];

/** Makes build/site/ unless nothing that it is made of has changed. */
export async function buildSite() {
  const inputs = [join(root, 'web'), distDir, join(root, 'src/build')];
  const outputs = ['index.html', 'page.js', ...kFetched].map((name) => join(siteDir, name));
  await ifChanged(join(root, 'build/site.stamp'), { inputs, outputs }, () =>
    step('Building the page', '1 s', async () => {
      await rm(siteDir, { recursive: true, force: true });
      await mkdir(siteDir, { recursive: true });
      await bundle({
        entryPoints: [join(kPage, 'page.js')],
        outfile: join(siteDir, 'page.js'),
        platform: 'browser',
        // Elements adopt their styles: strict policies allow no inline ones.
        loader: { '.css': 'text' },
        external: kFetched.map((name) => `./${name}`),
      });
      for (const name of await readdir(kPage)) {
        if (kCopied.includes(extname(name))) await cp(join(kPage, name), join(siteDir, name));
      }
      for (const name of kFetched) await cp(join(distDir, name), join(siteDir, name));
    }),
  );
}
