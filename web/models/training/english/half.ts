// Numbers in half precision: IEEE binary16, to the nearest, ties to even.

/** @returns bits of the numbers */
export function toHalf(values: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  return Uint16Array.from(bits, bitsOf);
}

/** @param bits bits of a float32 */
function bitsOf(bits: number) {
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
