// Texts of the questions about attention sinks, the first word, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: '¿Cuál de estas cabezas le da más peso a la primera palabra? Señala su mapa.',
    why: 'Desde la tercera palabra, da a la primera {share} de media. En las otras cabezas, la primera columna es más débil.',
  },
  arrives: {
    ask: 'En la fila de «{word}», «{other}» tiene una proporción de {share}. El valor de «{other}», tras {W_O}, mide {length}. ¿Cuánto mide proporción × valor?',
    why: 'La proporción por el valor: una proporción solo acorta el valor.',
    hints: {
      share: 'Esa es la proporción. Lo que llega depende también del valor.',
      length: 'Ese es el valor entero. Solo se toma una parte.',
      added: 'Se multiplican, no se suman.',
    },
  },
  'removed-head': {
    ask: 'Las dos cabezas están en la capa {layer}. La cabeza {sinkHead} es la que más da a la primera palabra. La cabeza {head} le da menos. ¿Sin cuál se mueve más de las probabilidades predichas?',
    why: 'Sin la cabeza {head} se mueve el {moved} %; sin la cabeza {sinkHead}, el {sinkMoved} %. Un mapa muestra adónde mira una cabeza, no cuánto la necesita el modelo.',
    options: {
      sink: 'sin la cabeza {sinkHead}',
      worker: 'sin la cabeza {head}',
      same: 'más o menos igual',
    },
    hints: {
      sink: 'Una gran proporción no es un gran efecto.',
      worker: 'Una cabeza que mira la primera palabra puede importar para las siguientes.',
      same: 'Se diferencian en más de una quinta parte.',
    },
  },
};
