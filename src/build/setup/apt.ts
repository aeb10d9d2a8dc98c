// Debian's package tools: lists installed packages, installs missing ones, and fetches single packages
// of another release without installing them. It never upgrades or removes what the system has.

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { find, run, start } from '../tools/run.js';
import { Stop } from '../tools/say.js';

const CONFIGURATION = '/etc/apt';
const PATIENCE = ['-oDPkg::Lock::Timeout=600', '-oAcquire::Retries=3'];

type AptSource = { uris: string[]; suites: string[]; components: string[] };

/** Where packages of another release come from. */
export interface Archive {
  /** such as 'trixie' */
  suite: string;
  /** such as 'main' */
  components: string;
  /** the file with the keys that sign it */
  keyring: string;
}

/** Whether packages can be installed here: Debian's tools are present and we are root. */
export function canInstall() {
  return process.getuid?.() === 0 && find('apt-get') !== null;
}

/** Reads the lists of packages, once in a process. */
let updated: Promise<unknown> | undefined;

/** Installs packages of the system's own release that are not installed yet. */
export async function install(packages: readonly string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '--no-install-recommends', '--no-upgrade', '--no-remove', ...PATIENCE];
  // A source that the set-up does not need may be unreachable; whether that matters shows when the packages
  // are asked for.
  updated ??= start('apt-get', ['update', ...PATIENCE], { env });
  await updated;
  await run('apt-get', ['install', ...options, ...packages], { env });
}

/**
 * Downloads packages of another release into `folder/packages`, with lists and caches of their own
 * below `folder`, checked against the distribution's keys as usual. Resolves to the files.
 */
export async function download(
  { suite, components, keyring }: Archive,
  packages: readonly string[],
  folder: string,
): Promise<string[]> {
  const parts = join(folder, 'sources');
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  const files = join(folder, 'packages');
  for (const path of [parts, join(lists, 'partial'), join(cache, 'archives', 'partial'), files]) {
    await mkdir(path, { recursive: true });
  }
  const source = {
    Types: 'deb',
    URIs: await mirror(),
    Suites: suite,
    Components: components,
    'Signed-By': keyring,
  };
  const lines = Object.entries(source).map(([field, value]) => `${field}: ${value}\n`);
  await writeFile(join(parts, `${suite}.sources`), lines.join(''));
  const options = [
    '-oDir::Etc::SourceList=/dev/null',
    `-oDir::Etc::SourceParts=${parts}`,
    `-oDir::State::Lists=${lists}`,
    `-oDir::Cache=${cache}`,
    '-oAPT::Sandbox::User=root', // the folder is root's own
    '-oAcquire::Languages=none',
    '-oAcquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
    '-oAcquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false',
    ...PATIENCE,
  ];
  await run('apt-get', [...options, 'update']);
  await run('apt-get', [...options, 'download', ...packages.map((name) => `${name}/${suite}`)], {
    cwd: files,
  });
  return (await readdir(files)).map((name) => join(files, name));
}

/**
 * The names of this distribution and of its release, such as 'debian' and 'bookworm'; empty where
 * it does not say.
 */
export async function distribution() {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?(\\w+)"?$`, 'm').exec(text)?.[1] ?? '';
  return { name: field('ID'), release: field('VERSION_CODENAME') };
}

/** The addresses that the system itself gets its distribution from. */
async function mirror() {
  const { name, release } = await distribution();
  for (const source of await systemSources()) {
    if (!source.suites.includes(release)) continue;
    if (source.components.includes('main')) return source.uris.join(' ');
  }
  throw new Stop(`No source for ${name} ${release} was found in ${CONFIGURATION}.`);
}

async function systemSources(): Promise<AptSource[]> {
  const folder = join(CONFIGURATION, 'sources.list.d');
  const names = (await readdir(folder).catch(() => [])).sort();
  const sources: AptSource[] = [];
  for (const path of [
    join(CONFIGURATION, 'sources.list'),
    ...names.map((name) => join(folder, name)),
  ]) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (path.endsWith('.list')) sources.push(...parseOneLineSources(text));
    if (path.endsWith('.sources')) sources.push(...parseDeb822Sources(text));
  }
  return sources;
}

/** The older format: `deb [options] address suite component...`, one source to a line. */
export function parseOneLineSources(text: string): AptSource[] {
  const sources: AptSource[] = [];
  for (const line of text.split('\n')) {
    const found = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (!found) continue;
    const [, uri, suite, components] = found;
    sources.push({ uris: [uri], suites: [suite], components: words(components) });
  }
  return sources;
}

/**
 * The newer format: paragraphs of `Field: value`, where a line that begins with a space continues
 * the field.
 */
export function parseDeb822Sources(text: string): AptSource[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const sources: AptSource[] = [];
  for (const paragraph of lines.join('\n').split(/\n\s*\n/)) {
    const unfolded = paragraph.replace(/\n[ \t]+/g, ' ');
    const field = (name: string) =>
      words(new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1] ?? '');
    if (!field('Types').includes('deb') || field('Enabled')[0]?.toLowerCase() === 'no') continue;
    sources.push({ uris: field('URIs'), suites: field('Suites'), components: field('Components') });
  }
  return sources;
}

function words(text: string) {
  return text.split(/\s+/).filter(Boolean);
}
