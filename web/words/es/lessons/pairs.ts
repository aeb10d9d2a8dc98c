// Texts of the lesson about the pairs of rotary positions, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const pairs: LessonText = {
  title: 'Pares de las posiciones rotatorias',
  about: 'Qué dos números giran juntos, y el error con la regla equivocada.',
  scenes: [
    {
      title: '¿Qué dos forman un par?',
      text: [
        'En «Posiciones», dos números de una consulta o de una clave forman una flecha, y la flecha se gira. ¿Qué dos? Se usan dos reglas. El artículo original y el primer código de Llama emparejan vecinos: 1 y 2, 3 y 4. GPT-NeoX y la biblioteca de Hugging Face emparejan mitades: el primer número de la primera mitad con el primero de la segunda.',
        'Las dos reglas funcionan, siempre que consultas y claves sigan la misma.',
      ],
      attempt: 'Empareja los vecinos.',
      after:
        'La misma consulta, la misma posición, otros números. Ninguna está mal. Pero los pesos de un modelo se aprendieron con una de las dos reglas.',
    },
    {
      title: 'Los mismos pesos, los pares equivocados',
      text: [
        'Supón que los pesos de la cabeza {head} se aprendieron con mitades y que el código empareja vecinos. Todas las formas encajan y no hay ningún error. Pero el mapa es otro, como muestra la tercera imagen.',
        'El arreglo es sencillo: las columnas de {W_Q} y {W_K} se ponen en otro orden, para que los números de un par sean vecinos. Es justo lo que hacen los programas que convierten modelos.',
      ],
      attempt: 'Activa el nuevo orden.',
      after:
        'Lo que queda de la diferencia es redondeo: otra vez el mismo mapa. Los pesos no necesitan otro entrenamiento, solo otro orden.',
    },
    {
      title: '¿Cómo de lenta es la última flecha?',
      text: [
        'Los ángulos de todas las flechas salen de un número, la base. La primera flecha gira 1 radián, unos 57°, de una posición a la siguiente. De cada flecha a la siguiente, el ángulo se reduce por el mismo factor. Cuanto mayor es la base, más se reduce.',
        'Las flechas lentas distinguen palabras muy separadas, mientras no hayan dado una vuelta completa. Por eso los modelos para textos más largos tienen una base mayor: Llama 2 tiene 10.000; Llama 3, 500.000.',
      ],
      attempt: 'Elige la base de Llama 3.',
      after:
        'La primera flecha gira como antes. Todas las demás giran menos, la última la que menos: necesita casi 20 veces más posiciones para una vuelta completa.',
    },
  ],
};
