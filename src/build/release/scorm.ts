// npm run make scorm -- --lesson masks: the one-file page as a SCORM 1.2 package, which learning platforms take and which
// reports to them when the lesson is done.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGLISH, sizeOf } from '../make/model.ts';
import { buildAll } from '../build.ts';
import { buildDir, distDir, root } from '../tools/paths.js';
import { Stop, runMain, say } from '../tools/say.js';

const HELP = `npm run make scorm -- [--lesson <name>[.<scene>]] [--locked <names>] [--lang <tag>] [--theme <name>]
                 [--text <sentence>] [--model <name>] [--title <title>] [--out <file>]
                 [--pass <percent>] [--class-key <key>]`;
/** The settings that are written into the page, which reads them. */
const SETTINGS = [
  'lesson',
  'locked',
  'lang',
  'theme',
  'text',
  'model',
  'pass',
  'class-key',
] as const;
const OPTIONS = Object.fromEntries(
  [...SETTINGS, 'title', 'out'].map((name) => [name, { type: 'string' as const }]),
);
const NOTICES = ['LICENSE', 'THIRD-PARTY-NOTICES.md'];

/** @returns the package */
export async function makePackage(
  options: Record<string, string | undefined>,
): Promise<Uint8Array> {
  // not before npm packages are installed
  const { scormPackage } = await import('../../../web/page/embed-builder/package.ts');
  const read = (name: string) => readFile(join(distDir, name), 'utf8');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const english = (await needsEnglish(options)) ? await readFile(ENGLISH) : null;
  const notices = await Promise.all(NOTICES.map(async (name) => [name, await read(name)]));
  return scormPackage({
    page: await read('headwise.html'),
    english,
    settings: Object.fromEntries(SETTINGS.map((name) => [name, options[name]])),
    title: options.title ?? (options.lesson ? `headwise: ${options.lesson}` : 'headwise'),
    version,
    notices: Object.fromEntries(notices),
  });
}

async function readLessons() {
  const { lessons, tests } = await import('../../../web/lessons/lessons.ts');
  const { placeIn } = await import('../../../web/lessons/moved.ts');
  return { lessons, tests, placeIn };
}

/** Whether a package carries the model of English. */
async function needsEnglish({ lesson = '', model }: Record<string, string | undefined>) {
  const { lessons, placeIn } = await readLessons();
  const { needs } = lessons.find(({ id }) => id === placeIn(lesson).id) ?? {};
  return [model, needs].includes('english');
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values as Record<string, string | undefined>;
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const options = readOptions(process.argv.slice(2));
    await buildAll();
    const { lessons, tests, placeIn } = await readLessons();
    const lesson = placeIn(options.lesson ?? '').id;
    const known = [...lessons, ...tests].map(({ id }) => id);
    if (lesson && !known.includes(lesson)) {
      throw new Stop(`--lesson ${lesson}: there is no such lesson; there are ${known.join(', ')}`);
    }
    if (options.pass && !/^([1-9]\d?|100)$/.test(options.pass)) {
      throw new Stop(`--pass ${options.pass}: expected a whole number from 1 to 100`);
    }
    const withEnglish = await needsEnglish(options);
    if (withEnglish && !(await sizeOf(ENGLISH))) {
      const asking = options.model === 'english' ? '--model english' : `--lesson ${lesson}`;
      throw new Stop(`${asking}: web/models/english.safetensors is missing`);
    }
    const { out: asked, ...settings } = options;
    const out = resolve(asked ?? join(buildDir, `headwise-${lesson || 'lab'}.zip`));
    const bytes = await makePackage(settings);
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, bytes);
    say(`${out}: ${bytes.length} bytes${withEnglish ? ', with the model of English' : ''}`);
  });
}
