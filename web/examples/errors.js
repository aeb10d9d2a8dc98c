// What the errors of bad arguments say.

import { HeadwiseError, load } from 'headwise';

const headwise = await load({ memoryLimit: 64 * 1024 * 1024 });
const layer = headwise.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
const large = { data: new Float32Array(8192 * 8), shape: [8192, 8] };
const problems = [
  () => layer.forward([[1, 2, 3]]),
  () => layer.forward([[1, 2, 3, 4, 5, 6, 7, 8]], { casual: true }),
  () => layer.forward(large, { attention: true }),
  () => (layer.dispose(), layer.stateDict()),
].map((work) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
});
console.log(problems[0].name, problems[0].message); // RangeError query: expected shape (*, *, 8) or (*, 8), got (1, 3)
console.log(problems[1].name, problems[1].message); // TypeError unknown option casual: did you mean causal?
console.log(problems[2] instanceof HeadwiseError, problems[2].code); // true memory
console.log(problems[3] instanceof HeadwiseError, problems[3].code); // true disposed
