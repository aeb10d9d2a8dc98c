// npm run make scorm -- --lesson masks: the one-file page as a SCORM 1.2 package, which learning platforms take and which
// reports to them when the lesson is done.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGLISH, sizeOf } from '../make/model.js';
import { buildAll } from '../build.js';
import { buildDir, distDir, root } from '../tools/paths.js';
import { Stop, runMain, say } from '../tools/say.js';

const HELP = `npm run make scorm -- [--lesson <name>[.<scene>]] [--locked <names>] [--lang <tag>] [--theme <name>]
                 [--text <sentence>] [--model <name>] [--title <title>] [--out <file>]
                 [--pass <percent>] [--class-key <key>]`;
/** The settings that are written into the page, which reads them. */
const SETTINGS = /** @type {const} */ ([
  'lesson',
  'locked',
  'lang',
  'theme',
  'text',
  'model',
  'pass',
  'class-key',
]);
const OPTIONS = Object.fromEntries(
  [...SETTINGS, 'title', 'out'].map((name) => [name, { type: /** @type {const} */ ('string') }]),
);
const NOTICES = ['LICENSE', 'THIRD-PARTY-NOTICES.md'];

/**
 * @param {Record<string, string | undefined>} options
 * @returns {Promise<Uint8Array>} the package
 */
export async function makePackage(options) {
  // not before npm packages are installed
  const { scormPackage } = await import('../../../web/page/embed-builder/package.ts');
  const read = (/** @type {string} */ name) => readFile(join(distDir, name), 'utf8');
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

/** Whether a package carries the model of English. @param {Record<string, string | undefined>} options */
async function needsEnglish({ lesson = '', model }) {
  const { lessons } = await import('../../../web/lessons/lessons.ts');
  const { needs } = lessons.find(({ id }) => id === lesson.split('.')[0]) ?? {};
  return [model, needs].includes('english');
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    return /** @type {Record<string, string | undefined>} */ (
      parseArgs({ args, options: OPTIONS }).values
    );
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const options = readOptions(process.argv.slice(2));
    await buildAll();
    const { closing, lessons } = await import('../../../web/lessons/lessons.ts');
    const [lesson] = (options.lesson ?? '').split('.');
    const known = [...lessons, closing].map(({ id }) => id);
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
