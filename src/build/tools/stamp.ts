// Skips work whose inputs have not changed: a stamp file holds what the inputs looked like the
// last time. It compares names, sizes and times, as make does, and reads no content.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Work {
  /** files and folders */
  inputs: readonly string[];
  /** files */
  outputs: readonly string[];
  /** any further value that the result depends on */
  also?: unknown;
}

/**
 * Does the work if the inputs changed since it last succeeded, or if an output is gone.
 *
 * @returns whether it was done
 */
export async function ifChanged(
  stampFile: string,
  what: Work,
  work: () => Promise<void>,
): Promise<boolean> {
  const now = await fingerprint(what.inputs, what.also);
  if (await isDone(stampFile, what, now)) return false;
  await rm(stampFile, { force: true });
  await work();
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, now);
  return true;
}

/**
 * Whether `ifChanged` has nothing to do.
 *
 * @param now the inputs' fingerprint
 */
export async function isDone(stampFile: string, { inputs, outputs, also }: Work, now?: string) {
  const before = await readFile(stampFile, 'utf8').catch(() => '');
  const present = await Promise.all(outputs.map((path) => stat(path).catch(() => null)));
  return present.every(Boolean) && before === (now ?? (await fingerprint(inputs, also)));
}

async function fingerprint(paths: readonly string[], also: unknown) {
  const hash = createHash('sha256').update(JSON.stringify(also ?? null));
  for (const path of paths) {
    for (const file of await filesBelow(path)) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** All files below a folder, in a fixed order; a file is itself. */
export async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
