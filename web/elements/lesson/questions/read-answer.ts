// Parses a typed number or shape, in the notations that people use. Any other input is null.

const LONGEST = 40;
const [FEWEST_SIZES, MOST_SIZES] = [2, 6];
const LARGEST_SIZE = 1e6;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Digits in groups of three, the first of which does not begin with 0. */
const GROUPS = /^[+-]?[1-9]\d{0,2}(?:([., '’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

/** A number as readNumber reads it, a fraction of two such numbers, or a percentage: 1/4, 25 %. */
export function readPart(text: string, locale: string = 'en'): number | null {
  const [above, below, ...others] = (plainOf(text) ?? '').replace(/%$/, '/100').split(/[/⁄]/);
  const whole = readNumber(above, locale);
  if (below === undefined || whole === null) return whole;
  const by = readNumber(below, locale);
  return others.length > 0 || !by ? null : whole / by;
}

/** A number with a decimal point or comma. The language decides where a comma or a point could be either. */
export function readNumber(text: string, locale: string = 'en'): number | null {
  const plain = plainOf(text);
  if (plain === null) return null;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const grouped = GROUPS.exec(plain);
  let digits = plain;
  if (grouped && grouped[1] !== point) digits = plain.replaceAll(grouped[1], '');
  digits = digits.replace(/,(?=\d*(e|$))/i, '.');
  if (!NUMBER.test(digits)) return null;
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

/**
 * A shape such as (4, 16, 16), 4 x 16 x 16 or [4,16,16]. A single number is no shape: every matrix
 * has two dimensions.
 */
export function readShape(text: string): number[] | null {
  const plain = plainOf(text);
  const inside = plain && /^(?:\(([^()]*)\)|\[([^[\]]*)\]|([^()[\]]*))$/.exec(plain);
  if (!inside) return null;
  const written = (inside[1] ?? inside[2] ?? inside[3]).trim().replace(/\s*,$/, '');
  const sizes = written.split(/\s*[,;x×*、]\s*|\s+/i);
  if (sizes.length < FEWEST_SIZES || sizes.length > MOST_SIZES) return null;
  if (!sizes.every((size) => /^[1-9]\d{0,6}$/.test(size))) return null;
  const shape = sizes.map(Number);
  return shape.every((size) => size <= LARGEST_SIZE) ? shape : null;
}

/** Replaces full-width letters, minus signs and spaces with the ones on any keyboard. */
function plainOf(text: unknown) {
  if (typeof text !== 'string' || text.length > LONGEST) return null;
  const plain = text.normalize('NFKC').replace(/[−–]/g, '-').trim();
  return plain === '' ? null : plain;
}
