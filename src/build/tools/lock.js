// A lock for one process at a time. It is a folder, because of several processes that make the same folder one succeeds. Its
// owner keeps its time fresh and is named in it; a stale lock belongs to a process that was stopped, and another takes it over.

import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './say.js';

const REFRESH_MS = 1_000;
const STALE_MS = 10_000;
/** An owner that still runs has this long: on a busy machine, work that blocks its loop may take longer than STALE_MS. */
const LOST_MS = 600_000;
const POLL_MS = 200;
/** The file in the lock that names its owner. */
const OWNER = 'owner';

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
    // another may have taken over, if this process was asleep
    if ((await ownerOf(path)) === process.pid) await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function acquire(path) {
  await mkdir(dirname(path), { recursive: true });
  for (let told = false; ;) {
    try {
      await mkdir(path);
      await writeFile(join(path, OWNER), String(process.pid));
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

/**
 * Whether its owner was stopped.
 *
 * @param {string} path the lock's folder
 */
export async function isStale(path) {
  const made = await stat(path).catch(() => null);
  if (made === null) return false;
  const age = Date.now() - made.mtimeMs;
  return age > LOST_MS || (age > STALE_MS && !isRunning(await ownerOf(path)));
}

/** The number of the process that holds it; NaN for none. @param {string} path */
async function ownerOf(path) {
  return Number(await readFile(join(path, OWNER), 'utf8').catch(() => NaN));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
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
