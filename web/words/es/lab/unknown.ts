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

    stepEmbeddingDeeper:
      'Los vectores de palabras y posiciones se suman y pasan por {layers}: atención, suma y normalización, y una pequeña red que trabaja con cada palabra por separado. El resultado es x, una fila por token.',
    stepNormLearned:
      'La entrada se suma a lo que encontró la atención, para que nada se pierda. Luego cada fila se desplaza y se estira hasta media 0 y varianza 1, y después según lo aprendido: γ para cada columna, y β.',
    provXDeeper:
      'La salida de la capa {layer} para {token}. Elige arriba la capa {layer} para ver su atención.',
    provNormLearned:
      'Se resta la media y se divide por la raíz de la varianza; se añade un poco para que nunca sea 0. Luego por γ, más β.',
    provGain: 'El factor que estira la columna {column}, tal como se aprendió.',
    provShift: 'El número que se suma a la columna {column}, tal como se aprendió.',
  });
