// A model's file with its numbers in half precision: IEEE binary16, to the nearest, ties to even.

/**
 * @param file safetensors of float32, the output of writeModel
 * @returns the same tensors and metadata, every number in two bytes
 */
export function toHalfFile(file: Uint8Array): Uint8Array {
  const end = 8 + Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(file.subarray(8, end)).toString());
  for (const [name, tensor] of Object.entries<any>(header)) {
    if (name === '__metadata__') continue;
    tensor.dtype = 'F16';
    tensor.data_offsets = tensor.data_offsets.map((at: number) => at / 2);
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8;
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(length));
  const halves = toHalf(new Float32Array(file.slice(end).buffer));
  return Buffer.concat([size, text, Buffer.alloc(length - text.length, ' '), bytesOf(halves)]);
}

/**
 * A model's parameters as read from such a file.
 *
 * @param training the package's entry
 */
export function inHalf({ readModel, writeModel }: any, model: any) {
  const { config } = model;
  const vocab = Array.from({ length: config.vocabSize }, (_, id) => String(id));
  return readModel(toHalfFile(writeModel({ config, state: model.stateDict(), vocab }))).state;
}

const bytesOf = ({ buffer }: Uint16Array) => Buffer.from(buffer as ArrayBuffer);

/** @returns bits of the numbers */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  return Uint16Array.from(bits, halfOf);
}

/** @param bits bits of a float32 */
function halfOf(bits: number) {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112; // the exponent of half precision, 0 and below for subnormals
  const fraction = bits & 0x7fffff;
  if (exponent >= 31) return sign | (exponent === 143 && fraction ? 0x7e00 : 0x7c00);
  if (exponent >= 1) return sign | rounded((exponent << 23) | fraction, 13);
  return exponent < -10 ? sign : sign | rounded(fraction | 0x800000, 14 - exponent);
}

function rounded(value: number, shift: number) {
  const kept = value >>> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return rest > half || (rest === half && kept & 1) ? kept + 1 : kept; // a carry into the exponent is correct
}
