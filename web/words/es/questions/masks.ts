// Texts of the questions about masks, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const masks: QuestionTexts = {
  'row-count': {
    ask: 'Se va a activar la máscara causal. «{word}» es la palabra {place} de {tokens}. ¿A cuántas palabras dará una proporción?',
    why: 'Puede mirarse a sí misma y hacia atrás, así que el número es su posición en la frase.',
    hints: {
      all: 'Esas son todas. Las que vienen después están ocultas.',
      ahead: 'Esas son las palabras que no puede ver.',
      notItself: 'Una palabra también puede mirarse a sí misma.',
    },
  },
  'empty-cells': {
    ask: 'La máscara causal está desactivada. Una frase tiene {tokens} tokens. Tokens de relleno al final: {fillers}. ¿Cuántas celdas de un mapa estarán vacías?',
    why: 'Ninguna fila puede mirar al relleno, así que cada token de relleno tiene una columna vacía de {tokens} celdas: {fillers} × {tokens}. Las filas del relleno se calculan igualmente.',
    hints: {
      corner: 'Ninguna fila puede mirar al relleno, y no solo las filas del relleno.',
      both: 'Solo las columnas están vacías. Las filas del relleno se calculan igualmente.',
      fillers: 'Ese es el número de columnas. Cada una tiene una celda por fila.',
    },
  },
  'first-hidden': {
    ask: 'Se va a activar la máscara causal. Busca la fila de «{word}», la fila {place}. ¿Cuál es la primera celda que quedará vacía? Señálala.',
    why: 'La fila es la palabra que mira; la columna, la palabra mirada. Las palabras posteriores están ocultas.',
    hints: {
      itself: 'Una palabra puede mirarse a sí misma. La celda siguiente es la primera oculta.',
      turned: 'Fila y columna están cambiadas: la fila es la palabra que mira.',
    },
  },
};
