// Half precision, IEEE 754's binary16, widened to float32, which holds each of its numbers exactly.

/** Each of them, by its bits; made when first asked for. @type {Float32Array | undefined} */
let table;

/**
 * @param {number} bits
 * @returns {number}
 */
export function halfToFloat(bits) {
  return (table ??= Float32Array.from({ length: 65536 }, (_, each) => widen(each)))[bits];
}

/** @param {number} bits */
function widen(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 5.9604644775390625e-8;
  let power = 2.98023223876953125e-8; // of the exponent 0, times 1024
  for (let i = 0; i < exponent; i++) power *= 2;
  return sign * (1024 + fraction) * power;
}
