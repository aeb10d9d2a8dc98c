// The programs that the documentation shows are files of web/examples. A block of code that names its file, as in
// "```js decode.js", is that file without its first comment. Their names tell them apart, whatever folder they are in.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { root } from './tools/paths.js';
import { filesBelow } from './tools/stamp.js';

export const examplesDir = join(root, 'web/examples');

/** The texts that show examples. */
export const showing = ['README.md', 'web/docs/recipes.md'].map((name) => join(root, name));

const BLOCK = /^```(\w+) ([\w.-]+)\n(.*?)^```$/gms;

/**
 * @typedef {object} Example
 * @property {string} title of the section that shows it
 * @property {string} file its name in web/examples
 * @property {string} code all of the file
 */

/** Whole apps, and lessons, which no text shows. */
const UNSHOWN = ['apps', 'lessons'].map((name) => join(examplesDir, name, sep));

/** @returns {Promise<Map<string, string>>} the text of each example by its file's name */
export async function readExamples() {
  const files = (await filesBelow(examplesDir)).filter(
    (file) => basename(file) !== 'README.md' && !UNSHOWN.some((folder) => file.startsWith(folder)),
  );
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return new Map(texts.map((text, i) => [basename(files[i]), text]));
}

/**
 * The examples that a text shows, in its order.
 *
 * @param {string} text Markdown
 * @param {ReadonlyMap<string, string>} examples
 * @returns {Example[]}
 */
export function examplesIn(text, examples) {
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
 * A text with the examples that it shows as they are now.
 *
 * @param {string} text Markdown
 * @param {ReadonlyMap<string, string>} examples
 */
export function withExamples(text, examples) {
  return text.replace(BLOCK, (block, language, file) => {
    const code = examples.get(file);
    return code === undefined ? block : `\`\`\`${language} ${file}\n${shown(code)}\`\`\``;
  });
}

/** Puts the examples into the texts that show them. */
export async function writeExamples() {
  const examples = await readExamples();
  for (const file of showing)
    await writeFile(file, withExamples(await readFile(file, 'utf8'), examples));
}

/** An example without the comment that says what the file is. @param {string} code */
function shown(code) {
  return code.replace(/^(?:(?:\/\/|#) .*\n)+\n/, '');
}
