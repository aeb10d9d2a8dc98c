// Texts of the questions about attention sinks, the first word, in Spanish.

import type { QuestionTexts } from '../../en/questions.ts';

export const sinks: QuestionTexts = {
  'find-sink': {
    ask: 'En una de estas cabezas, la mayoría de las palabras da gran parte de su peso a la primera palabra. Señala su mapa.',
    why: 'Desde la tercera palabra, da a la primera {share} de media. En las otras cabezas, la primera columna es más débil.',
  },
  arrives: {
    ask: 'En la fila de {word}, {other} tiene una proporción de {share}. El valor de {other}, tras {W_O}, mide {length}. ¿Cuánto mide lo que llega?',
    why: 'La proporción por el valor: una proporción solo acorta el valor.',
    hints: {
      share: 'Esa es la proporción. Lo que llega depende también del valor.',
      length: 'Ese es el valor entero. Solo se toma una parte.',
      added: 'Se multiplican, no se suman.',
    },
  },
  'removed-head': {
    ask: 'La cabeza {sinkHead} de la capa {sinkLayer} da mucho a la primera palabra. La cabeza {head} de la capa {layer} no le da casi nada. ¿Sin cuál cambia más lo que el modelo espera?',
    why: 'Sin la cabeza {head} de la capa {layer} se mueve el {moved} % de lo que espera; sin la otra, el {sinkMoved} %. Que una columna sea intensa no significa que la cabeza importe.',
    options: {
      sink: 'sin la cabeza {sinkHead} de la capa {sinkLayer}',
      worker: 'sin la cabeza {head} de la capa {layer}',
      same: 'más o menos igual',
    },
    hints: {
      sink: 'Su peso va a un lugar que dice poco.',
      same: 'Una cambia más del doble que la otra.',
    },
  },
};
