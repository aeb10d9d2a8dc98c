// Makes web/docs/semantics.md from describeSemantics(): run this file to write it. A test compares
// the two.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeSemantics } from 'headwise';
import * as prettier from 'prettier';
import { root } from '../../../src/build/tools/paths.js';

/** @import { FrameworkSemantics, SemanticsTopic } from 'headwise' */

export const SEMANTICS_PAGE = 'web/docs/semantics.md';

const BEGINNING = `# What attention means, elsewhere and here

Frameworks agree on the formula and disagree on everything around it. Here is what each of them does, and what to ask
headwise for to get the same. In a program, \`describeSemantics()\` gives the same as data.

The options go into \`headwise.scaledDotProductAttention(query, key, value, options)\` for functions and operators, and into
\`layer.forward(query, key, value, options)\` for layers. Names in them are the framework's own arguments, as tensors.
H is the number of query heads, Hkv of key heads, L of queries, S of keys; i counts queries from 0.
`;

const END = `Each line was checked against the named version: a test makes the call that stands here and compares its result with
what the framework gave.
`;

/** The page's text. */
export async function formatSemantics() {
  const { topics, frameworks } = describeSemantics();
  const sections = Object.entries(topics).map(([topic, { question, headwise }]) =>
    [
      `## ${question}\n`,
      `headwise: ${headwise}\n`,
      '| Framework | What it does | In headwise |',
      '| --- | --- | --- |',
      ...frameworks.map((one) => formatLine(one, /** @type {SemanticsTopic} */ (topic))),
    ].join('\n'),
  );
  const versions = frameworks.map(({ framework, version }) => `- ${framework}: ${version}`);
  const text = [BEGINNING, ...sections, '## Versions', END, versions.join('\n')].join('\n\n');
  const path = join(root, SEMANTICS_PAGE);
  const options = await prettier.resolveConfig(path);
  return prettier.format(text, { ...options, filepath: path });
}

/**
 * @param {FrameworkSemantics} framework
 * @param {SemanticsTopic} topic
 */
function formatLine({ framework, lines }, topic) {
  const { does, options } = lines[topic];
  const cells = [framework, does, options === null ? '' : `\`${options}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(join(root, SEMANTICS_PAGE), await formatSemantics());
}
