// Texts of the lesson about rounding, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const digits: LessonText = {
  title: 'Números que no son exactos',
  about: 'Por qué la softmax resta la mayor puntuación, y cómo de exactos son los formatos cortos.',
  scenes: [
    {
      title: 'Cuando exp es demasiado grande para float32',
      text: [
        'La softmax toma `exp` de cada puntuación y divide por la suma. Pero un float32 acaba hacia 3,4 × 10³⁸: `exp(88)` aún cabe, `exp(89)` es infinito.',
        'Solo cuentan las diferencias entre puntuaciones. Se puede sumar el mismo número a todas las de una fila, y cada proporción debería quedar igual.',
      ],
      guess: ['¿Qué pasará con las proporciones?', 'quedan igual', 'cambian', 'se pierden'],
      attempt: 'Suma 100 a cada puntuación.',
      after:
        'Todas las `exp` son infinitas, y la suma también. Infinito entre infinito es NaN, «no es un número»: se pierde la fila entera.',
    },
    {
      title: 'Restar primero la mayor',
      text: [
        'Basta una resta. La mayor puntuación se resta de todas antes de `exp`. Entonces la mayor es 0, `exp(0)` es 1, y ningún número puede hacerse demasiado grande.',
        'Las proporciones no cambian, porque las diferencias entre las puntuaciones no cambian. Así lo hacen las bibliotecas, y también el motor de esta página.',
      ],
      attempt: 'Suma 40, después 100, y compara las dos maneras.',
      after:
        'Con 40 las dos maneras aún coinciden. Con 100 solo la manera con la resta tiene proporciones.',
    },
    {
      title: 'De una sola pasada',
      text: [
        'Primero la mayor, después la suma: así se lee dos veces cada puntuación. En textos largos es lento. La softmax en línea lee una vez. Guarda la mayor puntuación hasta ahora y la suma hasta ahora.',
        'Si llega una puntuación mayor, la suma hasta ahora no sirve: se hizo con la mayor anterior. Por eso se multiplica por `exp`(mayor anterior − mayor nueva), y se sigue leyendo. FlashAttention usa esto.',
      ],
      attempt: 'Lleva el control hasta el final. ¿Dónde se hace menor la suma?',
      after:
        'En cada nueva puntuación mayor. Al final, la suma y las proporciones son las mismas, salvo las últimas cifras de un float32.',
    },
    {
      title: 'Números más cortos',
      text: [
        'Un float32 ocupa 4 bytes. float16 y bfloat16 ocupan 2, int8 ocupa 1. Se ahorra memoria y tiempo, pero los números son menos exactos.',
        'Las consultas y las claves se redondean, y el mapa de esta cabeza se calcula de nuevo. Ves cuánto se desvía cada celda: cuanto más intenso el color, mayor la desviación.',
      ],
      attempt: 'Recorre float16, bfloat16 e int8.',
      after:
        'Cada uno se desvía más que el anterior. float16 guarda 11 cifras binarias de un número, bfloat16 guarda 8, e int8 tiene 127 pasos a cada lado del 0.',
    },
    {
      title: 'Qué cifras siguen siendo correctas',
      text: [
        'Aquí está una proporción, la mayor de su fila, con los cuatro formatos. Las cifras aún correctas van en negrita. La última columna es el error.',
        'También importa el intervalo: float16 acaba en 65.504, y los números mayores se vuelven infinitos. bfloat16 tiene menos cifras pero llega tan lejos como float32, y por eso se usa mucho para entrenar.',
      ],
      attempt: 'Elige otra palabra y compara las cifras.',
      after:
        'Ningún formato es exacto, ni siquiera float32. Elige el formato según el número de cifras que necesitas.',
    },
  ],
};
