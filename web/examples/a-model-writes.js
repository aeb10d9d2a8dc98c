// A model writes, and each new token brings the row of every head that chose it.

import { openModel } from 'headwise/models';

const model = await openModel('gpt2');
const input = model.tokenize('the cat');
let text = '';
let attended = 0;
for await (const step of model.generate(input, { maxTokens: 3, temperature: 0.8, seed: 7 })) {
  // over all tokens so far
  const row = await step.attention({ layer: 0, head: 1 });
  attended = row.shape[0];
  text += step.text;
}
console.log(attended === input.ids.length + 2); // true
console.log(text.length > 0); // true

// the same seed writes the same text
let again = '';
for await (const { text: more } of model.generate(input, {
  maxTokens: 3,
  temperature: 0.8,
  seed: 7,
})) {
  again += more;
}
console.log(again === text); // true
model.dispose();
