// Run when the page is built: computes the maps of the sentence that the page starts with, with the package itself, and
// writes them as the code of a module. It has no part in the page.

import { load } from 'headwise';
import { DEFAULT_STATE } from '../elements/lab/state.js';
import { wordTokenizer } from '../elements/lab/tokenizer.js';

const { text, heads, width, seed } = DEFAULT_STATE;
const { tokens } = wordTokenizer.encode(text);
const engine = await load();
const ids = tokens.map(({ id }) => id);
const layer = engine.createMultiHeadAttention({ embedDim: width, numHeads: heads, seed });
const { attention } = layer.forward(engine.embed(ids, { embedDim: width }).x, { attention: true });
if (!attention) throw new TypeError('forward: the maps that were asked for are missing');
const pieces = tokens.map(({ piece }) => piece);
const bytes = new Uint8Array(attention.data.buffer);
const attentionBase64 = btoa(String.fromCharCode(...bytes));
engine.dispose();

console.log(
  Object.entries({ pieces, attentionBase64 })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n'),
);
