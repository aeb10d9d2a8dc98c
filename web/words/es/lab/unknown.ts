// Texts about words that a trained model does not know, and about its layers' steps, in Spanish.

export const unknown: Record<keyof typeof import('../../en/lab/unknown.ts').unknown, string> =
  Object.freeze({
    unknownOne:
      'El modelo entrenado conoce {count} palabras inglesas; no conoce {word}. Por eso estas cabezas no están entrenadas. Elige una palabra que conozca:',
    unknownMany:
      'El modelo entrenado conoce {count} palabras inglesas; no conoce las palabras subrayadas. Por eso estas cabezas no están entrenadas. Elige palabras que conozca:',
    unknownReplace: 'Poner {other} en lugar de {word}',
    unknownOther: 'Otra palabra en lugar de {word}',
    unknownOtherShort: 'otra',
    unknownReplaced: '{other} está ahora en lugar de {word}.',
    unknownMore: '{count:Queda|Quedan} {count} {count:palabra|palabras} por sustituir.',
    unknownEnglish: 'Leerla con el modelo de inglés',
    unknownExample: 'Volver a la frase de ejemplo',
    stepEmbeddingBelow: 'Lo que entrega la capa {layer}',
    stepEmbeddingDeeper:
      'h es lo que la capa {layer} tiene tras la atención, y f es lo que su red hace con cada fila de h por separado. Su suma es x: una fila de números por token.',
    stepEmbeddingNormed:
      'h es lo que la capa {layer} tiene tras la atención, y f es lo que su red hace con cada fila de h por separado. Su suma, normalizada, es x: una fila de números por token.',
    stepNormLearned:
      'La entrada se suma a lo que encontró la atención, para que nada se pierda. Luego cada fila se desplaza y se estira hasta media 0 y varianza 1, y después según lo aprendido: γ para cada columna, y β.',
    provXSecond: 'La salida de la capa {layer} para {token}, que solo lee esta frase.',
    provBelowX:
      'La salida de la capa {layer} para {token}: h es lo que tiene tras la atención, y f es lo que una pequeña red hace con h.',
    provBelowNormed:
      'La salida de la capa {layer} para {token}: h + f menos su media, dividido por la raíz de su varianza, por γ, más β. h es lo que la capa tiene tras la atención, y f es lo que una pequeña red hace con h.',
    provBelowSum:
      'h es lo que la capa {layer} tiene para {token} tras la atención. f es lo que su red hace con h.',
    provBelow:
      'El número que la capa {layer} tiene para {token} tras la atención. Haz clic en él: viene de allí.',
    provGated:
      'La función de activación de la red, {activation}, de un número, por otro: el primero es la puerta.',
    provActivated: 'La función de activación de la red, {activation}, de este único número.',
    provNormLearned:
      'Se resta la media y se divide por la raíz de la varianza; se añade un poco para que nunca sea 0. Luego por γ, más β.',
    provGain: 'El factor que estira la columna {column}, tal como se aprendió.',
    provShift: 'El número que se suma a la columna {column}, tal como se aprendió.',
  });
