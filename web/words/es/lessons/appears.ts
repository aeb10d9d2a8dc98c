// Texts of the lesson about the layer where an answer appears, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const appears: LessonText = {
  title: '¿Dónde aparece la respuesta?',
  about: 'La predicción de un modelo, leída tras cada una de sus capas.',
  scenes: [
    {
      title: 'Parar tras cada capa',
      text: [
        'Un modelo de varias capas guarda un vector por palabra, y cada capa le suma algo. Al final el vector se convierte en una predicción: una probabilidad para cada palabra que puede seguir.',
        'Tras cada capa es un vector de la misma clase. Por eso se puede leer antes, como si no viniera ninguna capa más. Se llama lente de logits. Lee la tabla de abajo arriba. La palabra más probable de una fila va delante.',
      ],
      attempt: 'Elige otra palabra de la frase. ¿Tras qué capa va delante su respuesta?',
      after:
        'Cambia de una palabra a otra. En la frase del rey, la respuesta tras la coma, «and», va delante desde la capa 1. Pero casi todas van delante solo desde la capa 3 o la 4: antes, cada capa aún cambia mucho la predicción.',
    },
    {
      title: 'Seguir una palabra',
      text: [
        'Nada cerca del final de esta frase dice a quién se ama. Si la respuesta es una palabra del principio, alguna capa tiene que haberla traído hasta el final. La columna de la derecha sigue esa respuesta por todas las capas.',
        'Una respuesta que va delante pronto puede quedar atrás. Y una palabra puede ir delante en una capa y desaparecer: la lente muestra lo que se puede leer en el vector, no lo que el modelo ha decidido.',
      ],
      guess: [
        'Con otro sustantivo, ¿qué capas cambiarán?',
        'solo la última',
        'también las anteriores',
      ],
      attempt: 'Cambia «king» por otra persona, como «man», y compara las capas.',
      after:
        'Las filas empiezan a diferir en la capa que trajo la palabra. La lección «¿Qué hizo esa cabeza?» pregunta qué cabeza la trajo.',
    },
    {
      title: 'Respuestas tempranas y tardías',
      text: [
        'Algunas respuestas solo necesitan una palabra: tras «United» viene «States», sean cuales sean las palabras anteriores. Se esperaría esa respuesta pronto. Pero la lente muestra dónde se puede leer una respuesta, no cuántas palabras ha necesitado.',
        'Si la barra de la derecha es corta en todas las capas menos la última, la respuesta la hizo la última. Si crece paso a paso, la hicieron muchas capas.',
      ],
      attempt:
        'Escribe «He lives in the United» y elige «United». ¿Desde qué capa va delante «States»?',
      after:
        'Va delante tarde, como casi todas. La lente lee cada capa con el mismo paso final. Las primeras capas nunca se entrenaron para leerse así, de modo que una palabra rara ahí dice poco. Dice más la capa desde la que la respuesta se queda.',
    },
  ],
};
