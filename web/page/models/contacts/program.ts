// A program in JavaScript that computes the numbers of the view of contacts again.

import type { Input } from '../worker-messages.ts';
import type { Pair } from './messages.ts';

/** @param name of the model; its files are the reader's */
export function contactsProgram(
  { text, pair: second, ids }: Input,
  pair: Pair,
  name: string,
): string {
  const input = text === undefined ? { ids } : second === undefined ? text : [text, second];
  return [
    `// Contacts of a protein by ${JSON.stringify(name)}, with the numbers that the page shows.`,
    "import { contacts, openModel } from 'headwise/models';",
    '',
    'const model = await openModel(process.argv[2]); // its folder or file',
    `const run = await model.run(${JSON.stringify(input)});`,
    `const pairs = [${JSON.stringify(pair)}]; // residues, counted from 0`,
    'const { probabilities, logits, bias, heads } = await contacts(run, { pairs });',
    'console.log(JSON.stringify(probabilities.toArray()));',
    'console.log(logits.at(...pairs[0]), bias);',
    'console.table(heads.map(({ contributions, terms, ...head }) => ({ ...head, ...terms[0], adds: contributions[0] })));',
    'model.dispose();',
    '',
  ].join('\n');
}
