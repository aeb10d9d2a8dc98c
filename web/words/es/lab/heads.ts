// Texts about the heads and the selected number, in Spanish.

export const heads: Record<keyof typeof import('../../en/lab/heads.ts').heads, string> =
  Object.freeze({
    // the heads
    headsTitle: 'Las cabezas',
    untrained:
      'Estas cabezas no están entrenadas: sus pesos son aleatorios, así que sus mapas aún no significan nada. El cálculo es real.',
    reseed: 'Nuevos pesos aleatorios',
    head: 'Cabeza {head}',
    headOn: 'La cabeza {head} participa',
    headIsOn: 'activa',
    headIsOff: 'apagada',
    enlarge: 'Ampliar la cabeza {head}',
    allHeads: 'Todas las cabezas',
    viewMap: 'Mapa',
    viewTable: 'Tabla',
    mapLabel: 'Cabeza {head}. Tokens de consulta en vertical, tokens de clave en horizontal.',
    axisRows: 'consulta: desde, clave: hacia',
    cornerColumns: 'clave: hacia →',
    cornerRows: 'consulta: desde ↓',
    cornerColumnsShort: 'hacia →',
    cornerRowsShort: 'desde ↓',
    legendLabel: 'atención',
    legendMost: '{value}',
    legendClipped: '{value} o más',
    legendMasked: 'enmascarado',

    // the panel
    panelLabel: 'El número elegido',
    panelOpen: 'Mostrar más sobre este número',
    panelClose: 'Mostrar menos sobre este número',
    startTitle: 'Elige una palabra',
    startText: 'Su fila se marca en cada cabeza: cuánto mira a cada palabra.',
    startLarge: 'Haz clic en el nombre de una cabeza para verla en grande.',
    hint: 'Señala cualquier palabra o celda. Un clic la fija; Esc borra la selección.',
    hintTouch: 'Toca cualquier palabra o celda. Tócala otra vez para borrar la selección.',
    cellTitle: '{query} mira a {key} con',
    cellMeaning: 'La proporción de la atención de {query} en esta cabeza que va a {key}.',
    cellMasked:
      'Exactamente 0: con la máscara causal, {query} no puede mirar a {key}, que viene después.',
    cellMaskedAcross:
      'Exactamente 0: con la máscara causal, {query} solo puede mirar en la segunda frase hasta el lugar que ocupa en la primera, y {key} está más allá.',
    cellMaskedOut: 'Exactamente 0: la máscara no deja que {query} mire a {key}.',
    rowTitle: '{query} mira sobre todo a {key}',
    rowMeaning: 'Su atención en esta cabeza: una fila del mapa. Suma 100 %.',
    rowEmptyTitle: '{query} no puede mirar a ninguna palabra',
    rowEmptyMeaning:
      'Una fila del mapa. La máscara le oculta todas las palabras: su fila son ceros.',
    rowEditedMeaning:
      'Una fila del mapa. Una proporción se ha puesto a mano, así que ahora suma {sum} en lugar de 1.',
    columnTitle: 'Palabras que miran a {key}',
    columnMeaning:
      'Una columna del mapa. Cada número pertenece a otra fila, así que no tienen por qué sumar 1.',
    rowList: 'Adónde mira {query}',
    columnList: 'Palabras que miran a {key}',
    pairList: 'El mismo par en cada cabeza',
    bestList: 'En cada cabeza, {query} mira sobre todo a',
    more: 'y {count} más',

    provAsk: '¿De dónde sale este número?',
    provTitle: 'De dónde sale este número',
    provClose: 'Cerrar',
    stepsStartTitle: 'Haz clic en un número',
    stepsStartText: 'Verás con qué números se calculó.',

    // sentences for screen readers
    sayCell: 'cabeza {head}: {query} atiende a {key} con {value}',
    sayMasked: 'cabeza {head}: {query} no puede atender a {key}',
    sayRow: 'cabeza {head}: {query} atiende sobre todo a {key}, con {value}',
    sayColumn: 'cabeza {head}: quien más atiende a {key} es {query}, {value}',
    sayReleased: 'Selección borrada.',
  });
