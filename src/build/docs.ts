// npm run make docs: writes web/docs/api with TypeDoc from the package's declarations, one page per import with its names grouped
// by task, and puts the examples of web/examples into the README and the recipes.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.ts';
import { writeExamples } from './examples.ts';
import { grouped } from './make/api-groups.ts';
import { buildDir, distDir, root } from './tools/paths.js';
import { runMain, say } from './tools/say.js';
import { filesBelow } from './tools/stamp.ts';

/** The folder of the API pages. */
export const apiDir = join(root, 'web/docs/api');

/** The imports, and the declarations of each. */
const ENTRIES = {
  headwise: 'index.d.ts',
  reference: 'reference.d.ts',
  formats: 'formats.d.ts',
  doctor: 'doctor.d.ts',
  training: 'training.d.ts',
  models: 'models.d.ts',
  element: 'element.d.ts',
  map: 'map.d.ts',
  react: 'react.d.ts',
  anywidget: 'anywidget.d.ts',
};
const COMPILER = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'esnext.disposable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  skipLibCheck: true,
  strict: true,
};
/** Descriptions of the imports. */
const ABOUT: Readonly<Record<string, string>> = {
  headwise: 'load the engine, and compute with it',
  reference: 'the same in plain JavaScript and float64',
  training: 'a small transformer, tasks, and what heads do',
  formats: 'files that hold tensors',
  doctor: 'what an implementation of attention does wrong',
  models: 'real models from their files, every head of them',
  element: '`<headwise-lab>` and `<headwise-map>`',
  map: '`<headwise-map>` alone, and maps as SVG without an element',
  react: 'the elements with types for JSX',
  anywidget: 'maps in a notebook',
};
/** The kinds of declarations that become tables. */
const TABLES = [
  'parameters',
  'interfaceProperties',
  'classProperties',
  'typeDeclaration',
  'typeAliasProperties',
  'propertyMembers',
  'enumMembers',
];

/**
 * Writes the API pages.
 *
 * @param out a folder; it is emptied first
 */
export async function writeApi(out: string) {
  const { Application } = await import('typedoc');
  const { format, resolveConfig } = await import('prettier');
  const work = join(buildDir, 'docs');
  await mkdir(work, { recursive: true });
  // TypeDoc names a page after its file, so each import gets a file of its name that re-exports the declarations.
  const files = [];
  for (const [name, declarations] of Object.entries(ENTRIES)) {
    const file = join(work, `${name}.d.ts`);
    const from = relative(work, join(distDir, 'types', declarations)).replace(/\.d\.ts$/, '.js');
    const isDefault = name === 'anywidget' ? `export { default } from '${from}';\n` : '';
    await writeFile(file, `export * from '${from}';\n${isDefault}`);
    files.push(file);
  }
  const tsconfig = join(work, 'tsconfig.json');
  await writeFile(tsconfig, JSON.stringify({ compilerOptions: COMPILER, files }));
  await rm(out, { recursive: true, force: true });
  const application = await Application.bootstrapWithPlugins({
    entryPoints: files,
    tsconfig,
    plugin: ['typedoc-plugin-markdown'],
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    outputs: [{ name: 'markdown', path: out }],
    entryFileName: 'README',
    outputFileStrategy: 'modules',
    expandObjects: true,
    groupOrder: ['Functions', 'Classes', 'Variables', '*'],
    ...Object.fromEntries(TABLES.map((name) => [`${name}Format`, 'table'])),
    logLevel: 'Error',
  } as any); // what the plugin takes is not in TypeDoc's types
  const project = await application.convert();
  if (!project || application.logger.hasErrors()) throw new Error('TypeDoc failed');
  await application.generateOutputs(project);
  const options = { ...(await resolveConfig(join(apiDir, 'page.md'))), parser: 'markdown' };
  for (const file of await filesBelow(out)) {
    const name = basename(file, '.md');
    const text = name in ABOUT ? grouped(name, await readFile(file, 'utf8')) : contents();
    await writeFile(file, await format(text.replace(`# ${name}\n`, headingOf(name)), options));
  }
}

/** @param name of an entry */
const importedAs = (name: string) => (name === 'headwise' ? name : `headwise/${name}`);

/** @param name of an entry */
function headingOf(name: string) {
  return `# ${importedAs(name)}\n\nMade from the declarations by \`npm run make docs\`. [All pages](README.md)\n`;
}

/** The index of the API pages. */
function contents() {
  const lines = Object.entries(ABOUT).map(
    ([name, about]) => `- [\`${importedAs(name)}\`](${name}.md): ${about}`,
  );
  return `# API\n\nWhat can be imported, made from the declarations by \`npm run make docs\`.\n\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll();
    await writeApi(apiDir);
    await writeExamples();
    say(`The examples in the documentation and ${relative(root, apiDir)} are up to date.`);
  });
}
