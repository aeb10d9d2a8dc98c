// Number formats in the page's locale.
// Short where there is little room, and every digit on demand. For files and fields there is
// plainText, which every program reads.

let locale = 'en';
let point = '.';
/** @type {Map<number, Intl.NumberFormat>} */
let formats = new Map();
/** @type {Intl.PluralRules | null} */
let rules = null;

/**
 * The language whose numbers all texts of this module are from now on. A page has one.
 * @param {string} language such as 'es'
 */
export function useLocale(language) {
  if (language === locale) return;
  locale = language;
  formats = new Map();
  rules = null;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Whether what is counted is said as of one thing. @param {number} count */
export function isOne(count) {
  rules ??= new Intl.PluralRules(locale);
  return rules.select(count) === 'one';
}

/**
 * The shortest decimal that is this float32 and no other, as programs write it.
 * @param {number} value
 */
export function plainText(value) {
  for (let digits = 1; digits < 10; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

/**
 * The same for people to read.
 * @param {number} value
 */
export function exactText(value) {
  if (!Number.isFinite(value)) return endlessText(value);
  return plainText(value).replace('.', point);
}

/** @param {number} value infinite, or not a number */
function endlessText(value) {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
}

/**
 * Every digit of a float64 number.
 * @param {number} value
 */
export function doubleText(value) {
  if (!Number.isFinite(value)) return endlessText(value);
  return String(value).replace('.', point);
}

/**
 * The size of a number, for where it does not matter to the digit.
 * @param {number} value
 */
export function roughText(value) {
  return value.toPrecision(2).replace('.', point);
}

/**
 * The exact text in two parts, as much as one reads at a glance and what follows.
 * @param {number} value
 * @returns {[string, string]}
 */
export function splitText(value) {
  if (!Number.isFinite(value)) return [endlessText(value), ''];
  const text = plainText(value);
  if (text.includes('e')) return [text.replace('.', point), ''];
  const [whole, fraction = ''] = text.split('.');
  return [`${whole}${point}${fraction.slice(0, 3).padEnd(3, '0')}`, fraction.slice(3)];
}

/**
 * @param {number} value
 * @param {number} [decimals]
 */
export function shortText(value, decimals = 2) {
  if (!Number.isFinite(value)) return endlessText(value);
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
    formats.set(decimals, format);
  }
  return format.format(value);
}

/**
 * The same for differences: one that rounds to none has no sign.
 * @param {number} value
 * @param {number} [decimals]
 */
export function roundedText(value, decimals = 2) {
  return shortText(value, decimals).replace(/^[-−](0\D?0*)$/, '$1');
}

/**
 * A share as people say it, such as 98 %.
 * @param {number} value from 0 to 1
 */
export function percentText(value) {
  const percent = 100 * value;
  if (percent > 0 && percent < 0.5) return `<\u2009${shortText(1, 0)}\u00a0%`;
  return `${shortText(percent, 0)}\u00a0%`;
}

/**
 * A duration that a person can take in.
 * @param {number} milliseconds
 */
export function durationText(milliseconds) {
  if (milliseconds < 0.1) return shortText(0.1, 1);
  return shortText(milliseconds, milliseconds < 10 ? 1 : 0);
}
