// Computes the maps of the page's first sentence, at build time.
// It uses the package itself and the page's first model, and writes the maps as a module's code and
// as HTML. It runs in the build only.

import { load } from 'headwise';
import { questionOf } from '../../elements/lab/answer/question.ts';
import { tokenizeState } from '../../elements/lab/answer/tokenize-state.ts';
import { START_STATE } from '../../elements/lab/state/state.ts';
import { grammar } from '../../elements/models/grammar.ts';
import { firstLook } from './first-look.ts';

const reading = tokenizeState([grammar], START_STATE);
const question = questionOf(START_STATE, reading);
if (!question || reading.unknown.length > 0) {
  throw new TypeError('START_STATE: expected a sentence that its model knows every word of');
}
const engine = (await load()) as any;
const { source, layer, width, heads, seed, causal } = question;
const { x } = await source.embed(engine, question.queries, { width, layer });
const attending = await source.createLayer(engine, { width, heads, seed, layer });
const { attention } = await attending.forward(x, { attention: true, causal });
if (!attention) throw new TypeError('forward: the maps that were asked for are missing');
const pieces = question.queries.map(({ piece }) => piece);
const bytes = new Uint8Array(attention.data.buffer);
const attentionBase64 = btoa(String.fromCharCode(...bytes));
engine.dispose();

const code = Object.entries({ pieces, attentionBase64 })
  .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
  .join('\n');
console.log(JSON.stringify({ code, look: firstLook({ pieces, attention: attention.data }) }));
