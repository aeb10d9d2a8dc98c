// The documentation: the API pages fit the declarations, and every link leads to a file.

import assert from 'node:assert/strict';
import { access, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { apiDir, writeApi } from '../../src/build/docs.ts';
import { root } from '../../src/build/tools/paths.js';
import { run } from '../../src/build/tools/run.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';
import { sources } from '../style/source.js';

/** The number of equal words in a row that count as a repeated sentence. */
const REPEATED = 6;

test('the API pages are up to date: npm run make docs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwise-docs-'));
  try {
    await writeApi(folder);
    const names = (await readdir(folder)).sort();
    assert.deepEqual((await readdir(apiDir)).sort(), names);
    for (const name of names) {
      const [made, kept] = [folder, apiDir].map((from) => readFile(join(from, name), 'utf8'));
      assert.equal(await kept, await made, name);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every import of the package has its page', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, { types = null }]) => types);
  const pages = entries.map(([name]) => `${name === '.' ? 'headwise' : name.slice(2)}.md`);
  assert.deepEqual(
    (await readdir(apiDir)).filter((name) => name !== 'README.md').sort(),
    pages.sort(),
  );
});

test('the API pages are grouped by task, and everything that runs has an example', async () => {
  for (const name of await readdir(apiDir)) {
    const text = await readFile(join(apiDir, name), 'utf8');
    assert.doesNotMatch(text, /^## (Functions|Classes|Interfaces|Type Aliases|References)$/m, name);
    for (const section of text.split(/^### /m).slice(1)) {
      const [heading] = section.split('\n');
      const runs = heading.endsWith('()') || /^#### Constructors$/m.test(section);
      if (runs) assert.match(section, /^```/m, `${name}: ${heading}`);
      assert.doesNotMatch(heading, /^(Asked|Only|Present|CallsOf|AsyncCallsOf|TensorOf)\b/, name);
    }
  }
});

test('links between the pages lead somewhere', async () => {
  const files = [join(root, 'README.md')];
  for (const folder of ['web/docs', '.github'])
    files.push(...(await filesBelow(join(root, folder))));
  const pages = files.filter((file) => file.endsWith('.md'));
  const anchors = new Map();
  for (const page of pages) anchors.set(page, anchorsOf(await readFile(page, 'utf8')));
  let links = 0;
  for (const page of pages) {
    const text = withoutCode(await readFile(page, 'utf8'));
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      links++;
      const [path, anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      await access(file);
      const known = anchors.get(file);
      if (anchor && known) {
        assert.ok(known.has(anchor), `${relative(root, page)}: there is no ${target}`);
      }
    }
  }
  assert.ok(links > 100, `${links} links`);
});

test('files that the guide for contributors names exist', async () => {
  const text = await readFile(join(root, '.github/CONTRIBUTING.md'), 'utf8');
  const named = Array.from(text.matchAll(/`((?:src|tests|web)\/[\w./-]+)`/g), ([, path]) => path);
  assert.ok(named.length > 30, `${named.length} files`);
  // xx is the name of a new language
  for (const path of named.filter((one) => !/\bxx\b/.test(one))) await access(join(root, path));
});

test('every command that a text names is one', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const list = await run(process.execPath, [join(root, 'src/build/make.ts')]);
  const made = Array.from(list.matchAll(/^ {2}(\S+)/gm), ([, name]) => name);
  assert.ok(made.length > 5, list);
  const kinds = ['.md', '.js', '.json', '.yml'];
  const folders = ['src', 'tests', 'web', '.github', 'README.md', 'CHANGELOG.md'];
  for (const { path, text } of await sources(folders, kinds)) {
    for (const [, script, thing] of text.matchAll(/\bnpm run (\w+(?::\w+)?)(?: ([\w-]+))?/g)) {
      assert.ok(Object.hasOwn(scripts, script), `${path}: npm run ${script}`);
      if (script !== 'make' || thing === undefined) continue;
      assert.ok(made.includes(thing), `${path}: npm run make ${thing}`);
    }
  }
});

test('the changelog says everything once', async () => {
  const text = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  for (const version of text.split(/^## /m)) {
    const words = version.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const seen = new Set();
    for (let at = 0; at + REPEATED <= words.length; at++) {
      const run = words.slice(at, at + REPEATED).join(' ');
      assert.ok(!seen.has(run), `twice: ${run}`);
      seen.add(run);
    }
  }
});

test('the notices name the memory allocator that is linked, and no other', async () => {
  const [, linked] =
    /-sMALLOC=(\w+)/.exec(await readFile(join(root, 'CMakeLists.txt'), 'utf8')) ?? [];
  const notices = await readFile(join(root, 'src/build/THIRD-PARTY-NOTICES.md'), 'utf8');
  assert.deepEqual([...new Set(notices.match(/\w+malloc\b/g))], [linked]);
});

/** @param {string} text */
function withoutCode(text) {
  return text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
}

/**
 * The names of a page's headings and anchors, as GitHub makes them.
 *
 * @param {string} page
 */
function anchorsOf(page) {
  const found = new Set([...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
  const text = page.replace(/^```.*?^```$/gms, '');
  for (const [, heading] of text.matchAll(/^#+ (.*)$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    for (let at = 0; ; at++) {
      const one = at === 0 ? name : `${name}-${at}`;
      if (found.has(one)) continue;
      found.add(one);
      break;
    }
  }
  return found;
}
