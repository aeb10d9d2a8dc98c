// Parameters of the grammar model, inserted by the build as text.

import { dataBase64, shapes } from 'headwise:model-parameters';

const bytes = Uint8Array.from(atob(dataBase64), (character) => character.charCodeAt(0));
let start = 0;

/** Tensors under torch's names, as in its file. */
export const parameters = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => {
    const length = shape.reduce((product, size) => product * size, 1);
    const data = new Float32Array(bytes.buffer, start, length);
    start += data.byteLength;
    return [name, { data, shape }];
  }),
);
