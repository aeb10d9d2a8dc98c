// Opens a model's own folder and finds the head that looks back at the previous token.

import { headStatistics, openModel } from 'headwise/models';

// a folder with config.json, tokenizer.json and model.safetensors
const model = await openModel('bert');
const run = await model.run('the animal did not cross the street');

const map = await run.attention({ layer: 1, head: 3 });
const { numLayers, numHeads } = model.config;
console.log(map.shape[0] === run.input.ids.length); // true
// the attention of token 2
console.log(map.row(2).length === map.shape[1]); // true

const statistics = await headStatistics(run, { only: ['previousToken'] });
const [best] = statistics.sort((a, b) => b.previousToken.value - a.previousToken.value);
console.log(statistics.length === numLayers * numHeads); // true
console.log(best.previousToken.value > 0 && best.previousToken.value <= 1); // true

run.dispose();
model.dispose();
