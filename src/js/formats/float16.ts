// Converts half precision (IEEE 754 binary16) to float32, which represents every half exactly.

/** Every half by its bits, computed on first use. */
let table: Float32Array | undefined;

export function halfToFloat(bits: number): number {
  return (table ??= Float32Array.from({ length: 65536 }, (_, each) => widen(each)))[bits];
}

function widen(bits: number) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 5.9604644775390625e-8;
  let power = 2.98023223876953125e-8; // the value for exponent 0, divided by 1024
  for (let i = 0; i < exponent; i++) power *= 2;
  return sign * (1024 + fraction) * power;
}
