// Texts of the questions about attention sinks, the first word, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: '¿Cuál de estas cabezas da las mayores proporciones a la primera palabra? Señala su mapa.',
    why: 'Desde la tercera palabra, da a la primera {share} de media. En las otras cabezas, las proporciones de la primera columna son menores.',
  },
  arrives: {
    ask: 'En la fila de «{word}», «{other}» tiene una proporción de {share}. El valor de «{other}», tras {W_O}, mide {length}. ¿Cuánto mide proporción × valor?',
    why: 'La proporción por el valor: una proporción solo acorta el valor.',
    hints: {
      share: 'Esa es la proporción. El resultado depende también del valor.',
      length: 'Ese es el valor entero. Solo se toma una parte.',
      added: 'Se multiplican, no se suman.',
    },
  },
  'removed-head': {
    ask: 'Las dos cabezas están en la capa {layer}. La cabeza {sinkHead} da las mayores proporciones a la primera palabra, y la cabeza {head} se las da menores. ¿Cuál hay que quitar para que cambien más las probabilidades predichas?',
    why: 'Sin la cabeza {head} cambia el {moved} % de las probabilidades; sin la cabeza {sinkHead}, el {sinkMoved} %. Un mapa muestra adónde mira una cabeza, no cuánto la necesita el modelo.',
    options: {
      sink: 'la cabeza {sinkHead}',
      worker: 'la cabeza {head}',
      same: 'las dos más o menos igual',
    },
    hints: {
      sink: 'Una gran proporción no es un gran efecto.',
      worker: 'Una cabeza que mira la primera palabra puede importar para las siguientes.',
      same: 'Se diferencian en más de una quinta parte.',
    },
  },
};
