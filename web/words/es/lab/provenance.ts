// Texts about the provenance of a number, in Spanish.

export const provenance: Record<
  keyof typeof import('../../en/lab/provenance.ts').provenance,
  string
> = Object.freeze({
  provNamePair: '{symbol}: {query} → {key}',
  provNameToken: '{symbol}: {token}, número {column}',
  provNameWeight: '{symbol}: fila {row}, columna {column}',
  provNameBias: '{symbol}: número {column}',
  provNameRow: '{symbol}: {token}',
  provSay: '{name} es {value}',
  provCrumbs: 'Los números seguidos hasta aquí',
  provPreview: 'Haz clic para ver sus términos.',

  provTokens:
    'Un número del vector de {token}. No se calcula: sin entrenamiento es aleatorio, y es el mismo esté donde esté la palabra.',
  provTokensTrained: 'Un número del vector de {token}, tal como se aprendió.',
  provPositions:
    'Un seno o un coseno de la posición en la frase: token {place}, contado desde 0, con la frecuencia del número {column}.',
  provPositionsTrained: 'Un número de esta posición de la frase, tal como se aprendió.',
  provWeight: 'Un peso. No se calcula: sin entrenamiento es aleatorio.',
  provWeightTrained: 'Un peso, tal como se aprendió.',
  provMask:
    'Se suma a la puntuación: menos infinito donde {query} no puede mirar a {key}; si no, 0.',
  provEdited: 'Puesto a mano, así que sus términos no tienen efecto.',
  provEditedShare:
    'Puesto a mano, así que sus términos no tienen efecto. La fila suma ahora {sum}.',
  provX: 'El número de la palabra y el de la posición, sumados.',
  provProjection:
    'La fila de {token} por una columna de pesos, número a número, y todo sumado; después el sesgo.',
  provDotProduct: 'La consulta de {query} por la clave de {key}, número a número, y todo sumado.',
  provScaled: 'El producto escalar por 1/√{width}.',
  provUnscaled: 'El producto escalar tal cual: la división está desactivada.',
  provMasked: 'La puntuación, porque {query} puede mirar a {key}.',
  provMaskedOut: 'Menos infinito, porque {query} no puede mirar a {key}.',
  provPower:
    'e elevado a la puntuación menos la mayor puntuación de la fila, para que nada se desborde.',
  provShare: 'E de este par, dividida por la suma de su fila en E.',
  provRounding: 'Cómo redondea el motor',
  provLanes:
    'El motor suma en cuatro carriles: el carril 1 toma los términos 1, 5, 9, etc. Después suma los carriles:',
  provLanesCaption: 'Cómo suman los cuatro carriles',
  provLane: 'carril {lane}',
  provHeads: 'El valor de cada token, por la proporción que {query} le da, y todo sumado.',
  provCopy: 'El mismo número: las cabezas se ponen una junto a otra, no se calcula nada.',
  provContributions:
    'El resultado de la cabeza {head} para {token}, por sus filas de la matriz de salida, y todo sumado.',
  provOutput:
    'Los resultados de todas las cabezas para {token}, por una columna de pesos, y todo sumado; después el sesgo.',
  provSum: 'La entrada más el resultado de la atención.',
  provMean: 'La media de la fila: su suma dividida por {count}.',
  provVariance:
    'Cuánto se apartan de su media los números de la fila: los cuadrados, sumados y divididos por {count}.',
  provNorm:
    'Se resta la media y se divide por la raíz de la varianza. A la varianza se le suma un número pequeño, para que nunca sea 0.',

  provTerm: 'n.º',
  provToken: 'token',
  provProduct: 'producto',
  provSquare: 'diferencia al cuadrado',
  provRunning: 'suma hasta aquí',
  provBias: 'sesgo',
  provMore: 'Mostrar {count} más',
  provEndsOn: 'Sumado en este orden, en float32, el resultado es exactamente el número del motor.',
  provEndsElsewhere:
    'Sumado en este orden, el resultado es {value}, que no es el número del motor.',
  provExact: 'En float64 es {value}.',
  provDistance:
    'El número float32 difiere de él en {distance}, {steps} veces la distancia al siguiente número float32.',
  provDistanceNone: 'El número float32 es exactamente ese.',
  provTooLong: 'Calcular esto también en float64 llevaría aquí demasiado tiempo.',
  provBefore: 'Sin los cambios es {value}.',

  provEdit: 'Cambiarlo',
  provEditLabel: 'Valor nuevo',
  provEditRange: 'Valor nuevo, con un deslizador',
  provEditWord: 'Esto cambia {token} en todos los sitios donde aparece.',
  provEditSet: 'Poner',
  provEditBack: 'Restaurarlo',
  provMaskMay: 'Puede mirar',
  provMaskMayNot: 'No puede mirar',
});
