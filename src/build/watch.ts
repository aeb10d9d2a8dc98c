// Builds again after each change of the sources.

import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tools/paths.js';
import { say } from './tools/say.js';

const SOURCES = ['src', 'web', 'CMakeLists.txt', 'package.json'];
/** An editor saves a file in several steps. */
const SAVED = 100; // ms

/**
 * Watches the sources until the signal ends it. One build runs at a time; it includes what changed until it began. A build that
 * fails says why, and the next change tries again.
 *
 * @param build builds
 * @param built called after each build that succeeded
 */
export async function watchSources(
  build: () => Promise<unknown>,
  built: () => void,
  signal?: AbortSignal,
) {
  let changed = false;
  let building = false;

  async function buildChanged() {
    building = true;
    while (changed) {
      await new Promise((resolve) => setTimeout(resolve, SAVED));
      changed = false;
      try {
        await build();
        if (!changed) built();
      } catch (error) {
        say((error as Error).message);
      }
    }
    building = false;
  }

  async function follow(name: string) {
    try {
      for await (const _ of watch(join(root, name), { recursive: true, signal })) {
        changed = true;
        if (!building) void buildChanged();
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  }

  await Promise.all(SOURCES.map(follow));
}
