// Makes the documentation's pages, build/site/docs, of web/docs: one page for each file, the list of them, and a search.

import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { OPTIONS } from '../../../web/manual/search-options.ts';
import { bundle, bundleStyles } from '../make/esbuild.ts';
import { root } from '../tools/paths.js';
import { filesBelow } from '../tools/stamp.ts';
import { renderMarkdown } from './markdown.ts';
import type { Heading } from './markdown.ts';
import type { Section } from '../../../web/manual/search-options.ts';

const DOCS = join(root, 'web/docs');
const PARTS = join(root, 'web/manual');
/** The pages in the order in which they are listed. */
const GROUPS = [
  ['Begin', ['README', 'learner', 'developer', 'recipes', 'recipes-pages']],
  ['Teach', ['teacher', 'lesson-format', 'doctor']],
  ['Real models', ['models', 'python', 'notebook']],
  ['Know more', ['semantics', 'glossary', 'speed', 'environments']],
  [
    'API',
    [
      ...['api/README', 'api/headwise', 'api/reference', 'api/formats', 'api/training'],
      ...['api/models', 'api/doctor', 'api/element', 'api/map', 'api/react', 'api/anywidget'],
    ],
  ],
] as const;
const START = 160; // letters of a section that a result shows

/** @param folder is there */
export async function writeManual(folder: string) {
  const template = await readFile(join(PARTS, 'page.html'), 'utf8');
  const names = GROUPS.flatMap(([, pages]) => [...pages]);
  const pages = await Promise.all(names.map(readPage));
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  await mkdir(join(folder, 'api'), { recursive: true });
  for (const { name, title, html, headings } of pages) {
    const base = name.startsWith('api/') ? '../' : '';
    const page = filled(template, {
      ...{ title: escaped(title), base, content: html },
      pages: listOfPages(titles, name, base),
      contents: listOfHeadings(headings),
    });
    await writeFile(join(folder, addressOf(name)), page);
  }
  const { default: MiniSearch } = await import('minisearch'); // not before npm packages are installed
  const search = new MiniSearch(OPTIONS);
  search.addAll(pages.flatMap(sectionsOf));
  await writeFile(join(folder, 'search.json'), JSON.stringify(search));
  for (const file of await filesBelow(DOCS)) {
    if (/\.(ipynb|png)$/.test(file)) {
      await writeFile(join(folder, file.slice(DOCS.length + 1)), await readFile(file));
    }
  }
  await bundle({
    entryPoints: { manual: join(PARTS, 'manual.ts') },
    outdir: folder,
    platform: 'browser',
  });
  await bundleStyles({ entryPoints: [join(PARTS, 'manual.css')], outdir: folder });
}

/** @param name path in web/docs, without its ending */
async function readPage(name: string) {
  const text = await readFile(join(DOCS, `${name}.md`), 'utf8');
  const page = await renderMarkdown(text, (href) => linkFrom(name, href));
  return { name, title: page.headings[0].text, ...page };
}

const addressOf = (name: string) => `${name.replace(/README$/, 'index')}.html`;

/** @param name of the page that has the link */
function linkFrom(name: string, href: string) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
  const [path, anchor] = href.split('#');
  const target = posix.join(posix.dirname(name), path);
  if (target.startsWith('..')) return null;
  const to = path.endsWith('.md') ? addressOf(target.slice(0, -3)) : target;
  return posix.relative(posix.dirname(name), to) + (anchor ? `#${anchor}` : '');
}

function sectionsOf({ name, title, sections }: Awaited<ReturnType<typeof readPage>>): Section[] {
  return sections.map(({ heading, text }) => {
    const words = text.replace(/\s+/g, ' ').trim();
    const anchor = heading.level === 1 ? '' : `#${heading.id}`;
    return {
      ...{ id: addressOf(name) + anchor, title: heading.text, page: title, text: words },
      start: words.length > START ? `${words.slice(0, START)}…` : words,
    };
  });
}

function listOfPages(titles: ReadonlyMap<string, string>, here: string, base: string) {
  const item = (name: string) => {
    const mark = name === here ? ' aria-current="page"' : '';
    return `<li><a href="${base}${addressOf(name)}"${mark}>${escaped(titles.get(name) ?? '')}</a></li>`;
  };
  return GROUPS.map(
    ([title, names]) => `<h2>${title}</h2><ul>${names.map(item).join('')}</ul>`,
  ).join('');
}

function listOfHeadings(headings: Heading[]) {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ id, text, level }) => `<li data-level="${level}"><a href="#${id}">${escaped(text)}</a></li>`,
  );
  return `<h2>On this page</h2><ul>${items.join('')}</ul>`;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) as number};`);

function filled(template: string, values: Readonly<Record<string, string>>) {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}
