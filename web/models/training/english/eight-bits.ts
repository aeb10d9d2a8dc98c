// A model's file with its matrices in 8 bits: for each 32 numbers of a row a scale in half precision
// and multiples of it, as in GGUF's Q8_0. Vectors, and rows of other lengths, stay in float32.

import { toHalf } from './half.ts';

const COUNT = 32; // numbers of a block
const MOST = 127;

type Tensor = { data: Float32Array; shape: readonly number[] };

/**
 * @param formats the package's entry
 * @param file safetensors of float32, the output of writeModel
 * @returns the same tensors and metadata
 */
export function toEightBits(formats: any, file: Uint8Array): Uint8Array {
  const { tensors, metadata } = formats.readSafetensors(file);
  const written = Object.entries<any>(tensors).flatMap(([name, tensor]) => {
    const { shape } = tensor;
    if (shape.length < 2 || shape.at(-1) % COUNT !== 0) return [[name, tensor]];
    const { scales, values } = blocksOf(formats, { data: formats.toFloat32(tensor), shape });
    return [
      [name, { data: values, shape }],
      [`${name}.scales`, scales],
    ];
  });
  return formats.writeSafetensors(Object.fromEntries(written), metadata);
}

/**
 * A model's parameters as read from such a file.
 *
 * @param training the package's entry
 * @param formats the package's entry
 */
export function inEightBits({ readModel, writeModel }: any, formats: any, model: any) {
  const { config } = model;
  const vocab = Array.from({ length: config.vocabSize }, (_, id) => String(id));
  const file = writeModel({ config, state: model.stateDict(), vocab });
  return readModel(toEightBits(formats, file)).state;
}

/** Multiples of scales, each rounded to the nearest. */
function blocksOf(formats: any, { data, shape }: Tensor) {
  const count = data.length / COUNT;
  const largest = Float32Array.from({ length: count }, (_, block) => {
    const numbers = data.subarray(block * COUNT, (block + 1) * COUNT);
    return numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST;
  });
  const scales = {
    dtype: 'F16',
    shape: [...shape.slice(0, -1), (shape.at(-1) as number) / COUNT],
    data: new Uint8Array(toHalf(largest).buffer),
  };
  const steps = formats.toFloat32(scales);
  const values = Int8Array.from(data, (value, i) => {
    const step = steps[Math.floor(i / COUNT)];
    return step === 0 ? 0 : Math.max(-MOST, Math.min(MOST, Math.round(value / step)));
  });
  return { values, scales };
}
