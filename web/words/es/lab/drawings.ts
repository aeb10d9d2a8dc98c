// Texts of the drawings of the lessons about the first word, dropout and digits, in Spanish.

export const drawings: Record<keyof typeof import('../../en/lab/drawings.ts').drawings, string> =
  Object.freeze({
    lessonNeedsEnglish: 'Necesita el modelo de inglés, que no está en esta copia de headwise.',

    // the first word
    sinkCaption:
      'Proporción que cada cabeza da a «{word}»: la media de todas las palabras desde la tercera',
    weightedMap: 'Longitud de proporción × valor',
    weightedRow: 'La fila de «{word}»',
    weightedRest: 'todas las demás',
    weightedValue: 'Longitud del valor, tras {W_O} (demás: media según la proporción)',
    weightedArrives: 'Longitud de proporción × valor',
    missedCaption: 'Debajo de cada palabra: la palabra que el modelo espera después',
    missedEffect:
      'Cuánto cambian las probabilidades predichas sin cada cabeza. En negrita: la cabeza de su capa que más mira a la primera palabra',
    missedChanged: 'Posiciones con otra predicción ahora',
    missedMoved: 'Cuánto cambian las probabilidades predichas',
    missedLeast: 'La cabeza con menos efecto en esta capa',

    // predictions after each layer
    lensCaption: 'Leído tras cada capa, en «{before}»',
    lensCase: 'Leído tras cada capa',
    lensInput: 'Entrada',
    lensGuess: 'Palabra siguiente más probable',
    lensShare: 'Su probabilidad',
    lensOwn: 'Probabilidad de «{word}»',
    lensFrom: 'Tras «{before}» el modelo dice «{word}», {share}. Va delante desde la capa {layer}.',
    lensAlways: 'Tras «{before}» el modelo dice «{word}», {share}. Va delante desde la entrada.',

    // effects of heads
    effectHead: 'capa {layer}, cabeza {head}',
    effectGone: 'quitada',
    effectAll:
      'Tras «{before}» el modelo dice «{word}», {all}. Lo que más necesita es {other}: sin ella «{word}» tiene {least}.',
    effectRemoved:
      'Sin {head} «{word}» tiene {base} en vez de {all}. Sin {other} además, tiene {least}.',
    effectLooksAt:
      'Cuánto mira cada cabeza de «{before}» al «{word}» anterior. En negrita: la que más',
    effectLooks:
      'La mayor proporción que cada cabeza de «{before}» da a una palabra anterior. En negrita: la que más',
    effectEach: 'Probabilidad de «{word}» sin cada cabeza. En negrita: la más baja',
    effectPair:
      'Probabilidad de «{word}» sin {head} y sin cada una de las otras. En negrita: la más baja',
    effectCase:
      'Los números de esta pregunta. En negrita: la mayor proporción y la menor probabilidad',
    effectWhole: 'con todas las cabezas',
    effectWithout: 'sin la cabeza {head}',
    effectBoth: 'sin las dos',
    effectShare: 'Proporción para la palabra',
    effectAnswer: 'Probabilidad de la respuesta',

    // dropout
    dropChance: 'Probabilidad p de anularse',
    dropBefore: 'Cabeza {head}, como la muestran los mapas',
    dropAfter: 'Cabeza {head}, como la usa el entrenamiento',
    dropGone: 'Proporciones de «{word}» anuladas',
    dropFactor: 'Las que quedan se multiplican por',
    dropSumBefore: 'Suma de la fila de «{word}» antes',
    dropSumAfter: 'Suma de esta fila después',
    runsTraining: 'Modo de entrenamiento: dropout activado',
    runsAgain: 'Calcular otra vez',
    runsRun: 'Pasada',
    runsNumber: 'Número {number}',
    runsCaption:
      'Los primeros números de {z} de «{word}» en la cabeza {head}; con dropout se anula el {chance}',
    goneWhat: 'Se quita',
    goneNothing: 'nada',
    goneShares: 'proporciones, al azar',
    goneHead: 'la cabeza 2',
    goneZeros: 'Proporciones que son 0',
    goneHeads: 'Cabezas que no suman nada',
    goneTwice: 'Calculado dos veces',
    goneSame: 'el mismo resultado',
    goneOther: 'dos resultados distintos',
    blocksBlocks: 'Bloques',
    blocksHeads: 'Cabezas en cada uno',
    blocksBlock: 'Bloque {block}',
    blocksNorm: '+ norm.',
    blocksOut: 'salida',
    blocksChanged: 'Mapas en los que cambian números',
    blocksAll: 'Cabezas en total, cada una con su mapa',
    blocksSide: 'Cabezas una al lado de otra',
    blocksAfter: 'Bloques uno tras otro',
    blocksMap: 'Filas × columnas de cada mapa',

    // digits
    softmaxAdded: 'Sumado a cada puntuación',
    softmaxNaive: 'Como dice la fórmula',
    softmaxStable: 'Restando primero la mayor puntuación',
    softmaxExp: 'exp(puntua\u00adción)',
    softmaxLess: 'exp(puntua\u00adción − mayor)',
    softmaxSum: 'Suma de todas las exp',
    onlineCaption: 'Las puntuaciones de la fila de «{word}», leídas una a una',
    onlineRead: 'Puntuaciones leídas',
    onlineMax: 'La mayor hasta ahora',
    onlineFactor: 'La suma anterior, por',
    onlineSum: 'Suma hasta ahora',
    onlineTwice: 'Suma en dos pasadas',
    onlineDifference: 'Mayor diferencia entre las proporciones',
    roundedFormat: 'Consultas y claves guardadas como',
    roundedShare: 'La proporción que resulta',
    roundedWrong: 'Error cometido',
    roundedMap: 'Error de cada celda de la cabeza {head}',
    roundedLargest: 'Mayor error de este mapa',
    roundedFull: 'El color más intenso significa',
    roundedCaption:
      'La proporción de «{other}» en la fila de «{word}»: las cifras correctas van en negrita',
  });
