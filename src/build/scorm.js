// npm run scorm -- --lesson masks: the one-file page as a SCORM 1.2 package, which learning platforms take and which
// reports to them when the lesson is done.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from './build.js';
import { buildDir, distDir, root } from './tools/paths.js';
import { Stop, runMain, say } from './tools/say.js';

const kHelp = `npm run scorm -- [--lesson <name>[.<scene>]] [--locked <names>] [--lang <tag>] [--theme <name>]
                 [--text <sentence>] [--title <title>] [--out <file>]`;
/** What is written into the page, and read by it. */
const kSettings = /** @type {const} */ (['lesson', 'locked', 'lang', 'theme', 'text']);
const kOptions = Object.fromEntries(
  [...kSettings, 'title', 'out'].map((name) => [name, { type: /** @type {const} */ ('string') }]),
);
/** The same files give the same package, bit for bit. */
const kDate = new Date('2000-01-01T00:00:00');

/**
 * @param {Record<string, string | undefined>} options
 * @returns {Promise<Uint8Array>} the package
 */
export async function makePackage(options) {
  const { strToU8, zipSync } = await import('fflate');
  const page = await readFile(join(distDir, 'headwise.html'), 'utf8');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const attributes = kSettings
    .filter((name) => options[name] !== undefined)
    .map((name) => ` data-${name}="${escapeXml(options[name] ?? '')}"`);
  const title = options.title ?? (options.lesson ? `headwise: ${options.lesson}` : 'headwise');
  const files = {
    'imsmanifest.xml': manifest({ title, version, options }),
    'index.html': page.replace('<main id="lab">', () => `<main id="lab"${attributes.join('')}>`),
    LICENSE: await readFile(join(distDir, 'LICENSE'), 'utf8'),
    'THIRD-PARTY-NOTICES.md': await readFile(join(distDir, 'THIRD-PARTY-NOTICES.md'), 'utf8'),
  };
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, strToU8(text)]),
  );
  return zipSync(bytes, { level: 9, mtime: kDate });
}

/**
 * What a platform reads first.
 *
 * @param {{ title: string, version: string, options: Record<string, string | undefined> }} about
 */
function manifest({ title, version, options }) {
  // Two packages that show different things are two to a platform.
  const id = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="headwise-${id}" version="${escapeXml(version)}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="headwise">
    <organization identifier="headwise">
      <title>${escapeXml(title)}</title>
      <item identifier="lab" identifierref="page">
        <title>${escapeXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    return /** @type {Record<string, string | undefined>} */ (
      parseArgs({ args, options: kOptions }).values
    );
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${kHelp}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const options = readOptions(process.argv.slice(2));
    await buildAll();
    const { lessons } = await import('../../web/lessons/lessons.js');
    const [lesson] = (options.lesson ?? '').split('.');
    const known = lessons.map(({ id }) => id);
    if (lesson && !known.includes(lesson)) {
      throw new Stop(`--lesson ${lesson}: there is no such lesson; there are ${known.join(', ')}`);
    }
    const { out: asked, ...settings } = options;
    const out = resolve(asked ?? join(buildDir, `headwise-${lesson || 'lab'}.zip`));
    const bytes = await makePackage(settings);
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, bytes);
    say(`${out}: ${bytes.length} bytes`);
  });
}
