// Numbers as text: short where there is little room, and every digit on demand.

/**
 * The shortest decimal that is this float32 and no other.
 * @param {number} value
 */
export function exactText(value) {
  for (let digits = 1; digits < 10; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

/**
 * The exact text in two parts, as much as one reads at a glance and what follows.
 * @param {number} value
 * @returns {[string, string]}
 */
export function splitText(value) {
  const text = exactText(value);
  if (text.includes('e')) return [text, ''];
  const [whole, fraction = ''] = text.split('.');
  return [`${whole}.${fraction.slice(0, 3).padEnd(3, '0')}`, fraction.slice(3)];
}

/**
 * @param {number} value
 * @param {number} [decimals]
 */
export function shortText(value, decimals = 2) {
  return value.toFixed(decimals);
}

/**
 * A duration that a person can take in.
 * @param {number} milliseconds
 */
export function durationText(milliseconds) {
  if (milliseconds < 0.1) return '0.1';
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}
