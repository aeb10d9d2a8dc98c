// Copies the programs of web/examples into the documentation. A block of code with a file's name, such as "```js chat.js",
// gets the file without its first comment. File names are unique, whatever the folder.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { root } from './tools/paths.js';
import { filesBelow } from './tools/stamp.ts';

export const examplesDir = join(root, 'web/examples');

/** The texts with examples. */
export const showing = ['README.md', 'web/docs/recipes.md', 'web/docs/recipes-pages.md'].map(
  (name) => join(root, name),
);

const BLOCK = /^```(\w+) ([\w.-]+)\n(.*?)^```$/gms;

interface Example {
  /** of its section */
  title: string;
  /** its name in web/examples */
  file: string;
  /** the whole file */
  code: string;
}

/** Folders of whole apps and lessons, which are in no text. */
const UNSHOWN = ['apps', 'lessons'].map((name) => join(examplesDir, name, sep));

/** @returns the text of each example, by file name */
export async function readExamples(): Promise<Map<string, string>> {
  const files = (await filesBelow(examplesDir)).filter(
    (file) => basename(file) !== 'README.md' && !UNSHOWN.some((folder) => file.startsWith(folder)),
  );
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return new Map(texts.map((text, i) => [basename(files[i]), text]));
}

/**
 * The examples of a text, in order.
 *
 * @param text Markdown
 */
export function examplesIn(text: string, examples: ReadonlyMap<string, string>): Example[] {
  return text.split(/^#+ /m).flatMap((section) => {
    const [title] = section.split('\n');
    return Array.from(section.matchAll(BLOCK), ([, , file]) => {
      const code = examples.get(file);
      if (code === undefined) throw new Error(`${title}: there is no web/examples/${file}`);
      return { title, file, code };
    });
  });
}

/**
 * A text with its examples updated.
 *
 * @param text Markdown
 */
export function withExamples(text: string, examples: ReadonlyMap<string, string>) {
  return text.replace(BLOCK, (block, language, file) => {
    const code = examples.get(file);
    return code === undefined ? block : `\`\`\`${language} ${file}\n${shown(code)}\`\`\``;
  });
}

/** Updates the examples in the documentation. */
export async function writeExamples() {
  const examples = await readExamples();
  for (const file of showing)
    await writeFile(file, withExamples(await readFile(file, 'utf8'), examples));
}

/** An example without the comment at its top, which may come after the line that names the shell. */
function shown(code: string) {
  return code.replace(/^(#!.*\n)?(?:(?:\/\/|#) .*\n)+\n/, '$1');
}
