// Reads files and folders of a disk, in Node.

import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HeadwiseError } from '../../arguments/errors.ts';
import { isShard, onlyAmong } from './weight-files.ts';
import type { Bytes } from './bytes.ts';

const MOST_FILES = 10_000;

/**
 * @param path a path, or an address that begins with file:
 * @returns the files of a folder, or one file, or the shards of one
 */
export async function openPath(
  path: string | URL,
): Promise<{ files: Map<string, Bytes> } | { file: Bytes; name: string }> {
  const root = resolve(typeof path === 'string' ? path : fileURLToPath(path));
  const about = await stat(root).catch((cause) => {
    const isMissing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR';
    const message = isMissing
      ? `source: there is no file or folder ${root}${otherSource(path)}`
      : `source: ${root} cannot be read: ${cause.message}`;
    throw new HeadwiseError('fetch', message, { cause });
  });
  if (about.isDirectory()) return { files: await filesBelow(root) };
  const name = basename(root);
  if (!isShard(name)) return { file: fileBytes(root), name };
  const folder = dirname(root);
  const there = new Set(await readdir(folder));
  const shards = onlyAmong([name]).filter((one) => there.has(one));
  return { files: new Map(shards.map((one) => [one, fileBytes(join(folder, one))])) };
}

/** Reads folder by folder, so that the root of a disk is refused soon. */
async function filesBelow(root: string) {
  const files: Map<string, Bytes> = new Map();
  const folders = [''];
  let count = 0;
  for (const folder of folders) {
    const path = join(root, folder);
    const entries = await readdir(path, { withFileTypes: true }).catch((cause) => {
      if (folder !== '' && cause.code === 'ENOENT') return []; // it was removed meanwhile
      const message = `source: ${path} cannot be read: ${cause.message}`;
      throw new HeadwiseError('fetch', message, { cause });
    });
    count += entries.length;
    if (count > MOST_FILES) {
      throw new HeadwiseError(
        'format',
        `source: expected at most ${MOST_FILES} files and folders in ${root}`,
      );
    }
    for (const entry of entries) {
      const name = `${folder}${entry.name}`;
      if (entry.isDirectory()) folders.push(`${name}/`);
      else files.set(name, fileBytes(join(root, name)));
    }
  }
  return files;
}

/** Suggests the right kind of source, for an error. */
function otherSource(path: string | URL) {
  if (typeof path !== 'string') return '';
  if (/^(https?|file):/.test(path)) return '; for an address give new URL(address)';
  return /^[\w-]+\/[\w.-]+$/.test(path) ? `; for a hub give fromHub('${path}')` : '';
}

function fileBytes(path: string): Bytes {
  return {
    size: async () => (await stat(path)).size,
    async range(begin, end) {
      const bytes = new Uint8Array(end - begin);
      const file = await open(path);
      try {
        for (let at = 0; at < bytes.length;) {
          const { bytesRead } = await file.read(bytes, at, bytes.length - at, begin + at);
          if (bytesRead === 0)
            throw new HeadwiseError('format', `${basename(path)}: ends too early`);
          at += bytesRead;
        }
      } finally {
        await file.close();
      }
      return bytes;
    },
  };
}
