// Texts about words that a trained model does not know, and about its layers' steps, in Spanish.

export const unknown: Record<keyof typeof import('../../en/lab/unknown.ts').unknown, string> =
  Object.freeze({
    unknownOne:
      'El modelo entrenado conoce {count} palabras inglesas, pero no {word}. Por eso estas cabezas no están entrenadas. Elige una palabra que conozca:',
    unknownMany:
      'El modelo entrenado conoce {count} palabras inglesas, pero no las subrayadas. Por eso estas cabezas no están entrenadas. Elige palabras que conozca:',
    unknownReplace: 'Poner {other} en lugar de {word}',
    unknownOther: 'Otra palabra en lugar de {word}',
    unknownOtherShort: 'otra',
    unknownReplaced: '{word} se ha sustituido por {other}.',
    unknownMore: '{count:Queda|Quedan} {count} {count:palabra|palabras} por sustituir.',
    unknownEnglish: 'Leerla con el modelo de inglés',
    unknownExample: 'Volver a la frase de ejemplo',
    stepEmbeddingBelow: 'Salida de la capa {layer}',
    stepEmbeddingDeeper:
      'h es lo que la capa {layer} tiene tras la atención, y f es lo que su red hace con cada fila de h por separado. Su suma es x: una fila de números por token.',
    stepEmbeddingNormed:
      'h es lo que la capa {layer} tiene tras la atención, y f es lo que su red hace con cada fila de h por separado. Su suma, normalizada, es x: una fila de números por token.',
    stepNormLearned:
      'La entrada se suma al resultado de la atención, para que no se pierda nada de ella. Después cada fila se normaliza a media 0 y varianza 1. Luego cada columna se multiplica por γ y se le suma β; ambas se aprendieron.',
    provXSecond: 'La salida de la capa {layer} para {token}, que solo lee esta frase.',
    provBelowX:
      'La salida de la capa {layer} para {token}: h es lo que tiene tras la atención, y f es el resultado de su red para h.',
    provBelowNormed:
      'La salida de la capa {layer} para {token}: h + f menos su media, dividido por la raíz de su varianza, por γ, más β. h es lo que la capa tiene tras la atención, y f es el resultado de su red para h.',
    provBelowSum:
      'h es lo que la capa {layer} tiene para {token} tras la atención. f es lo que su red hace con h.',
    provBelow:
      'El número que la capa {layer} tiene para {token} tras la atención. Haz clic en él para seguir allí.',
    provGated:
      'La función de activación de la red, {activation}, de un número, por otro: el primero es la puerta.',
    provActivated: 'La función de activación de la red, {activation}, de este único número.',
    provNormLearned:
      'Se resta la media, se divide por la raíz de la varianza, por γ, más β. A la varianza se le suma un número pequeño, para que nunca sea 0.',
    provGain: 'El factor de la columna {column}, tal como se aprendió.',
    provShift: 'El número que se suma a la columna {column}, tal como se aprendió.',
  });
