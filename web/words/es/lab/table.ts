// Texts of the tables of numbers, in Spanish.

export const table: Record<keyof typeof import('../../en/lab/table.ts').table, string> =
  Object.freeze({
    tableCaption:
      'Cabeza {head}: atención de cada token de consulta (en vertical) a cada token de clave (en horizontal).',
    tableRange:
      'Filas {firstRow} a {lastRow} de {rows}, columnas {firstColumn} a {lastColumn} de {columns}',
    tableUp: 'Filas anteriores',
    tableDown: 'Filas siguientes',
    tableLeft: 'Columnas anteriores',
    tableRight: 'Columnas siguientes',
    tableAllDigits: 'Todas las cifras',
  });
