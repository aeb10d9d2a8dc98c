// Writes tables as CSV (RFC 4180).
// Programs read them alike whichever separator they use, and spreadsheets do not mistake a cell for
// a formula.

/**
 * A character that begins a formula, at the start of a text or of a cell in a program that splits
 * elsewhere: after a separator or a line break inside it, which quotes do not protect there.
 * Spaces, invisible characters and quotes may precede the character. Spreadsheets accept the
 * full-width characters of Chinese and Japanese keyboards, too.
 */
const FORMULA = /(?<=^|[;\t\r\n])([\s\p{C}"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

/** @returns with a byte order mark, by which Excel recognises UTF-8 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: string | number) {
  return typeof value === 'number' ? String(value) : csvField(value.replace(FORMULA, "$1'"));
}

/** A text as a field, unchanged for every program that reads CSV. */
export function csvField(text: string) {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
