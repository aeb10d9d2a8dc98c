// npm run format: formats every file with Prettier or clang-format, for the style tests. With --check it only lists the
// files that differ.

import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.ts';
import { programs } from './setup/requirements.ts';
import { buildDir, root } from './tools/paths.js';
import { start } from './tools/run.js';
import { runMain, say } from './tools/say.js';
import { filesBelow } from './tools/stamp.ts';

const PRETTIER = [
  '--max-semi-space-size=64', // the default costs a sixth of the time in garbage collection
  join(root, 'node_modules/prettier/bin/prettier.cjs'),
];

/** Formats all JavaScript, CSS, HTML, JSON and Markdown; with `check` it only compares. */
export async function formatWeb({ check = false } = {}) {
  const mode = check ? '--check' : '--write';
  const cache = ['--cache', `--cache-location=${join(buildDir, 'prettier.json')}`];
  const args = [...PRETTIER, mode, ...cache, '--log-level=warn', '.'];
  return start(process.execPath, args);
}

/** Formats all C++; with `check` it only compares. */
export async function formatCpp({ check = false } = {}) {
  const files = [
    ...(await filesBelow(join(root, 'src'))),
    ...(await filesBelow(join(root, 'tests'))),
  ];
  const sources = files.filter((file) => ['.cpp', '.h'].includes(extname(file)));
  const args = check ? ['--dry-run', '-Werror'] : ['-i'];
  return start(programs.clangFormat() as string, [...args, ...sources]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await setUp({ tests: true });
    const check = process.argv.includes('--check');
    let status = 0;
    for (const { status: ended, output } of [
      await formatWeb({ check }),
      await formatCpp({ check }),
    ]) {
      if (output.trim()) say(output.trimEnd());
      if (ended !== 0) status = 1;
    }
    return status;
  });
}
