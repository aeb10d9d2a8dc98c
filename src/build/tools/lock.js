// A lock for one process at a time. It is a folder, because of several processes that make the same folder one succeeds. Its
// owner keeps its time fresh; a stale lock belongs to a process that was stopped, and another takes it over.

import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './say.js';

const REFRESH_MS = 1_000;
const STALE_MS = 10_000;
const POLL_MS = 200;

/**
 * Does the work while holding the lock; waits for another process that holds it.
 *
 * @template T
 * @param {string} path the lock's folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  await acquire(path);
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, REFRESH_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function acquire(path) {
  await mkdir(dirname(path), { recursive: true });
  for (let told = false; ;) {
    try {
      await mkdir(path);
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (await isStale(path)) {
      await clearAway(path);
      continue;
    }
    if (!told) say('  Waiting for another headwise build on this machine.');
    told = true;
    await wait(POLL_MS);
  }
}

/** @param {string} path */
async function isStale(path) {
  const made = await stat(path).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > STALE_MS;
}

/**
 * Removes a stale lock. Of several processes that wait, one succeeds in renaming it; should the
 * lock have changed hands since it was looked at, it is given back.
 *
 * @param {string} path
 */
async function clearAway(path) {
  const aside = `${path}.${process.pid}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if (await isStale(aside)) await rm(aside, { recursive: true, force: true });
  else await rename(aside, path).catch(() => {});
}
