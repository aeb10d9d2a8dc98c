// Tables as CSV for spreadsheets: RFC 4180, and no cell that a spreadsheet would take for a formula.

const FORMULA = /^[=+\-@\t\r]/;

/**
 * @param {readonly (readonly (string | number)[])[]} rows
 * @returns {string} with the mark that tells Excel the letters
 */
export function writeCsv(rows) {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** @param {string | number} value */
function cell(value) {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
