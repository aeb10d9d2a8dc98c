// Where things are: the project's folders, and the cache folder shared by every clone on this
// machine. It only names places; it creates nothing.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
export const buildDir = join(root, 'build');
export const distDir = join(root, 'dist');
export const siteDir = join(buildDir, 'site');

const home = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
export const cacheDir = join(home, 'headwise');
