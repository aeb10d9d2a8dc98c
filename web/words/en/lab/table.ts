// Texts of the tables of numbers, in English.

export const table = Object.freeze({
  tableCaption: 'Head {head}: attention from each query token (down) to each key token (across).',
  tableRange:
    'Rows {firstRow} to {lastRow} of {rows}, columns {firstColumn} to {lastColumn} of {columns}',
  tableUp: 'Rows before',
  tableDown: 'Rows after',
  tableLeft: 'Columns before',
  tableRight: 'Columns after',
  tableAllDigits: 'All digits',
});
