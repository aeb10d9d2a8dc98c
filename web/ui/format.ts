// Number formats in the page's locale.
// Short where there is little room, and every digit on demand. For files and fields there is
// plainText, which every program reads.

let locale = 'en';
let point = '.';
let formats: Map<number, Intl.NumberFormat> = new Map();
let rules: Intl.PluralRules | null = null;

/**
 * Sets the language of all numbers from this module. A page has one.
 *
 * @param language such as 'es'
 */
export function useLocale(language: string) {
  if (language === locale) return;
  locale = language;
  formats = new Map();
  rules = null;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** The order of a word's forms; a language has some of them (Unicode CLDR, Language Plural Rules). */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * The form of a word after a count.
 *
 * @param forms the forms of the page's language, in the order of FORMS; the last one also replaces forms that are left out
 */
export function formFor(count: number, forms: readonly string[]) {
  rules ??= new Intl.PluralRules(locale);
  const { pluralCategories } = rules.resolvedOptions();
  const own = FORMS.filter((form) => pluralCategories.includes(form));
  return forms[own.indexOf(rules.select(count))] ?? forms[forms.length - 1];
}

/** The shortest decimal of this float32, in the notation of programs. */
export function plainText(value: number) {
  for (let digits = 1; digits < 10; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

/** The same in the notation of the locale. */
export function exactText(value: number) {
  if (!Number.isFinite(value)) return endlessText(value);
  return plainText(value).replace('.', point);
}

/** @param value infinite, or not a number */
function endlessText(value: number) {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
}

/** Every digit of a float64 number. */
export function doubleText(value: number) {
  if (!Number.isFinite(value)) return endlessText(value);
  return String(value).replace('.', point);
}

/** A rough size, without exact digits. */
export function roughText(value: number) {
  return value.toPrecision(2).replace('.', point);
}

/** The exact text in two parts: the digits that one reads at a glance, and the rest. */
export function splitText(value: number): [string, string] {
  if (!Number.isFinite(value)) return [endlessText(value), ''];
  const text = plainText(value);
  if (text.includes('e')) return [text.replace('.', point), ''];
  const [whole, fraction = ''] = text.split('.');
  return [`${whole}${point}${fraction.slice(0, 3).padEnd(3, '0')}`, fraction.slice(3)];
}

export function shortText(value: number, decimals: number = 2) {
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

/** The same for differences, with a minus sign: a difference that rounds to zero has none. */
export function roundedText(value: number, decimals: number = 2) {
  return inFormula(shortText(value, decimals).replace(/^[-−](0\D?0*)$/, '$1'));
}

/**
 * A number's text as formulas have it: with a minus sign, not a hyphen.
 *
 * @param isOperand whether an operator is before it: a negative number is then in brackets
 */
export function inFormula(text: string, isOperand: boolean = false) {
  const said = text.replace(/-/g, '−');
  return isOperand && said.startsWith('−') ? `(${said})` : said;
}

/**
 * A fraction as a percentage, such as 98 %.
 *
 * @param value from 0 to 1
 */
export function percentText(value: number) {
  const percent = 100 * value;
  if (percent > 0 && percent < 0.5) return `<\u2009${shortText(1, 0)}\u00a0%`;
  return `${shortText(percent, 0)}\u00a0%`;
}

/** A duration in readable units. */
export function durationText(milliseconds: number) {
  if (milliseconds < 0.1) return shortText(0.1, 1);
  return shortText(milliseconds, milliseconds < 10 ? 1 : 0);
}
