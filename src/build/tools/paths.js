// The project's folders, and the cache folder that all clones on this machine share. It creates
// none of them.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
export const buildDir = join(root, 'build');
export const distDir = join(root, 'dist');
export const siteDir = join(buildDir, 'site');
/** What npm run models fetched. */
export const modelsDir = join(buildDir, 'models');

const home = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
export const cacheDir = join(home, 'headwise');
