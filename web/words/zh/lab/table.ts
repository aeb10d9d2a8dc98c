// Texts of the tables of numbers, in simplified Chinese.

export const table: Record<keyof typeof import('../../en/lab/table.ts').table, string> =
  Object.freeze({
    tableCaption: '头 {head}：每个查询词元（纵向）对每个键词元（横向）的注意力。',
    tableRange:
      '第 {firstRow} 到 {lastRow} 行，共 {rows} 行；第 {firstColumn} 到 {lastColumn} 列，共 {columns} 列',
    tableUp: '前面的行',
    tableDown: '后面的行',
    tableLeft: '前面的列',
    tableRight: '后面的列',
    tableAllDigits: '所有位数',
  });
