// Measures every head over many texts, and writes a table.

import { headStatistics, openModel } from 'headwise/models';

const model = await openModel('bert', { threads: 'auto' });
const texts = ['the animal did not cross the street', 'the street was too wide', 'it was tired'];

const sums = new Map();
for (const text of texts) {
  const run = await model.run(text);
  // one statistic costs less than all of them
  for (const one of await headStatistics(run, { only: ['previousToken'] })) {
    const name = `L${one.layer}H${one.head}`;
    sums.set(name, (sums.get(name) ?? 0) + one.previousToken.value / texts.length);
  }
  run.dispose();
}
const best = [...sums].sort(([, a], [, b]) => b - a);
const csv = ['head,previousToken', ...best.map((row) => row.join(','))].join('\n');
console.log(csv.split('\n').length === 1 + model.config.numLayers * model.config.numHeads); // true
console.log(best[0][1] >= best[1][1]); // true
model.dispose();
