// npm run make matrix: measures every environment in the three browsers and writes what came out into web/docs/environments.md.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../../../src/build/build.ts';
import { root } from '../../../src/build/tools/paths.js';
import { runMain, say } from '../../../src/build/tools/say.js';
import { browsers } from '../support/browsers.js';
import { headers, measure, places, subjects } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */

export const DOCUMENT = join(root, 'web/docs/environments.md');

const WORDS = {
  threads: 'threads',
  worker: 'a worker',
  page: "the page's thread",
  sentence: 'a sentence',
  blank: '**nothing**',
};

/** What the matrix does not measure: the hosts of programs, which tests/hosts and tests/package try. */
const PROGRAMS = [
  '## Programs',
  '',
  '| Where                             | What to import, and what to know                                                                                      |',
  '| --------------------------------- | --------------------------------------------------------------------------------------------------------------------- |',
  "| Node 20 and later                 | `import`, from 20.19 on also `require`; threads with `{ threads: 'auto' }`; `openModel('folder')` reads from the disk |",
  '| Deno, Bun                         | as in Node; Deno needs permissions for threads and files alone, and `backend.reason` names them                       |',
  '| Cloudflare Workers, workerd       | `load({ wasm })` with `headwise/headwise-fixed.wasm`, `openModel(files, { wasm })` with `headwise/models-fixed.wasm`  |',
  '| TypeScript                        | `lib: ["ES2022"]` with the DOM or with `@types/node`; `headwise/element`, `map`, `react` and `anywidget` need the DOM |',
  '| Vite, webpack                     | no setting; workers, threads and `.wasm` files are found by their addresses                                           |',
  '| esbuild, Rollup                   | copy the workers and `.wasm` files of `dist/` beside your bundle: [which ones](developer.md#threads-and-simd)         |',
  '| Next and other servers with React | import `headwise/element` and `headwise/map` where client scripts are; on the server the import does nothing          |',
  '| a web worker of your own          | `load()` there, with threads where the page is isolated; or `loadInWorker()` and `openModel(files, { worker: true })` |',
  '| a page without a bundler          | [an import map](recipes-pages.md#without-a-bundler), or `dist/` beside the page                                       |',
  '',
  '## Pages',
  '',
];

/**
 * @param {readonly { name: string, cells: Record<string, Cell> }[]} measured
 * @returns {string} the document
 */
export function documentOf(measured) {
  /** @type {string[]} */
  const reasons = [];
  /** @param {Cell} cell */
  const write = ({ what, text }) => {
    if (!reasons.includes(text)) reasons.push(text);
    return `${WORDS[what]} [${reasons.indexOf(text) + 1}]`;
  };
  const names = measured.map(({ name }) => name);
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const table = (/** @type {string} */ subject) => [
    row(['Response headers', 'Place', ...names]),
    row(['---', '---', ...names.map(() => '---')]),
    ...Object.keys(headers).flatMap((header) =>
      Object.entries(places).map(([place, words]) =>
        row([
          header,
          words,
          ...measured.map(({ cells }) => write(cells[`${subject} | ${header} | ${place}`])),
        ]),
      ),
    ),
    ...(subject === 'headwise.html'
      ? [
          row([
            '(none)',
            '`file://`',
            ...measured.map(({ cells }) => write(cells['headwise.html | none | file'])),
          ]),
        ]
      : []),
  ];
  const [page, file] = subjects.map(table);
  return `${[
    '# Where it runs, and on what',
    '',
    ...PROGRAMS,
    'Made by `npm run make matrix`, checked by `npm run test:all`. Each cell has the result there: a lab that computes with threads, in',
    'a worker, or on the page’s own thread in slices; or a sentence that explains its absence. The number refers to the words of the',
    'page itself, in [the list below](#in-its-own-words).',
    '',
    'Strict CSP is `' +
      headers['strict CSP']['Content-Security-Policy'] +
      '`; without wasm it lacks',
    "`'wasm-unsafe-eval'`. In `<iframe>` the page around the frame is sent with the same headers; on another origin it is a plain",
    "page, such as a learning platform's.",
    '',
    '## The page with its files, `embed.html`',
    '',
    ...page,
    '',
    'A frame with `sandbox="allow-scripts"` has no origin, and may load no module from any: it needs the server to send',
    '`Access-Control-Allow-Origin: *`, or `allow-same-origin` in the sandbox, or the one file.',
    '',
    '## The one file, `headwise.html`',
    '',
    ...file,
    '',
    'Its script is in the file itself, so a policy that allows no inline script stops it; its first words remain.',
    '',
    '## In its own words',
    '',
    ...reasons.map((text, i) => `${i + 1}. ${text}`),
  ].join('\n')}\n`;
}

/** @param {(done: string) => void} [tell] */
export async function measureAll(tell) {
  const measured = [];
  const names = /** @type {(keyof typeof browsers)[]} */ (Object.keys(browsers));
  for (const name of names) measured.push(await measure(name, tell));
  return measured;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await buildAll({ tests: true });
    const { format } = await import('prettier');
    const text = await format(documentOf(await measureAll(say)), { parser: 'markdown' });
    await writeFile(DOCUMENT, text);
    console.log(text);
  });
}
