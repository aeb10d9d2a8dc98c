// Formats numbers of lessons in the page's locale, with minus signs.

import { inFormula } from '../../ui/format.ts';

/** From this number on, powers of ten. */
const MANY = 1e6;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const known: Map<string, ReturnType<typeof makeNumbers>> = new Map();

export function numbersOf(locale: string) {
  let numbers = known.get(locale);
  if (!numbers) known.set(locale, (numbers = makeNumbers(locale)));
  return numbers;
}

function makeNumbers(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const few = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const power = new Intl.NumberFormat(locale, {
    notation: 'scientific',
    maximumFractionDigits: 2,
  });
  const fixed: Map<number, Intl.NumberFormat> = new Map();
  return {
    whole: (value: number) => inFormula(whole.format(value)),
    /** At most three decimals, without trailing zeros. */
    short: (value: number) => inFormula(short.format(value)),
    /**
     * A fraction, in hundredths, with a space before the sign in every language: 16.3 %.
     *
     * @param value 0..1
     */
    percent: (value: number) => percent.format(value).replace(/(?<=\d)%$/, '\u00a0%'),
    /** Three significant digits. */
    few: (value: number) => inFormula(few.format(value)),
    /** Three decimals, or a power of ten where it is very large: 1.65 × 10³⁸. */
    large(value: number) {
      if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : '∞';
      if (value < MANY) return this.fixed(value, 3);
      const [digits, exponent] = power.format(value).split('E');
      return `${digits} × 10${[...exponent].map((digit) => RAISED[Number(digit)]).join('')}`;
    },
    fixed(value: number, decimals: number) {
      if (value === -Infinity) return '−∞';
      let format = fixed.get(decimals);
      if (!format) {
        format = new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          signDisplay: 'negative',
        });
        fixed.set(decimals, format);
      }
      return inFormula(format.format(value));
    },
    /** A shape as text: 12 × 64. */
    shape: (shape: readonly number[]) => shape.map((size) => whole.format(size)).join(' × '),
  };
}
