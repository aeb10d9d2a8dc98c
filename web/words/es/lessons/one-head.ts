// Texts of the lesson about one head, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const oneHead: LessonText = {
  title: 'Una cabeza',
  about: 'Del vector de una palabra a su nuevo vector.',
  scenes: [
    {
      title: 'Una palabra se convierte en números',
      text: [
        'Un modelo solo calcula con números. Por eso cada palabra se sustituye por una lista de números, su vector. Aquí tiene {width} números; los modelos reales usan cientos o miles, y las cuentas son las mismas.',
        'A esa lista se le suma otra: la lista de la posición de la palabra. La suma se llama {x}. A partir de aquí la capa solo trabaja con {x}: una fila por cada una de tus {tokens} palabras.',
      ],
      guess: ['¿Cuántas filas cambiarán?', 'una', 'una y las que siguen', 'todas'],
      attempt: 'Cambia una palabra de la frase de arriba y mira las filas.',
      after:
        'Los números con una esquina oscura han cambiado: solo la fila de esa palabra. Hasta aquí, ninguna palabra sabe nada de las demás.',
    },
    {
      title: 'Consulta, clave y valor',
      text: [
        'La fila de una palabra se multiplica por tres matrices y da tres filas nuevas. Con {W_Q} se convierte en consulta, como una pregunta. Con {W_K}, en clave, como una etiqueta: cada consulta se compara con las claves. Con {W_V}, en valor: el contenido que las palabras toman de ella.',
        'Cada una de las tres es una sola multiplicación de {x}. Todas las palabras usan las mismas tres matrices. Un modelo aprende sus números en el entrenamiento; aquí todavía son aleatorios.',
      ],
      attempt: 'Haz clic en cualquier número de Q.',
      after:
        'Ves sus partes: {width} productos, sumados, y al final una constante, el sesgo. Un factor de cada producto viene de {x}, el otro de {W_Q}.',
    },
    {
      title: 'Una consulta se encuentra con las claves',
      text: [
        '¿Cuánto encaja la consulta de «{word}» con la clave de cada palabra? Las dos listas se multiplican número a número, y los productos se suman. Esto se llama producto escalar: es grande si las dos listas apuntan en la misma dirección, y negativo si apuntan en direcciones opuestas.',
        'En el dibujo, las consultas son filas. K está traspuesta: cada clave es una columna. Donde se cruzan una fila y una columna, QKᵀ tiene su producto escalar.',
      ],
      attempt: 'Haz clic en un número de QKᵀ, en la fila de «{word}».',
      after: 'Una consulta, una clave, {headDim} productos: esto es un producto escalar.',
    },
    {
      title: 'Las puntuaciones se convierten en proporciones',
      text: [
        'Primero, cada producto escalar se divide por la raíz de {headDim}, la anchura de la cabeza (véase «¿Por qué dividir por √d?»). Después, la softmax eleva e a cada puntuación y divide por la suma de la fila. El resultado son proporciones, o pesos de atención: todas mayores que 0, más grandes cuanto mayor es la puntuación, y suman 1 en cada fila.',
        'Los números de una fila dicen cuánto del nuevo vector de «{word}» viene de cada palabra. Cada mapa muestra filas así.',
      ],
      attempt: 'Elige otra palabra de la frase y lee su fila.',
      after: 'Otra consulta con las mismas claves da otras proporciones. Siguen sumando 1.',
    },
    {
      title: 'El nuevo vector es una mezcla',
      text: [
        'Ahora entran los valores. El valor de cada palabra se multiplica por su proporción, y todo se suma. La fila resultante se llama {z}: el nuevo vector de «{word}».',
        'Así que {z} es una mezcla de toda la frase, sobre todo de las palabras con más proporción. Esto es la atención: el nuevo vector de una palabra contiene partes de otras.',
      ],
      guess: ['¿Qué vectores nuevos cambiarán?', 'solo el de esa palabra', 'los de todas'],
      attempt: 'Haz clic en un número de la fila de «{word}», en A, y cámbialo a 1 o a 0.',
      after:
        'Su {z} ha cambiado al momento, y las filas de las demás palabras no: una fila de proporciones da una fila de {z}. Has puesto una a mano, así que la fila ya no suma 1.',
    },
    {
      title: 'Una cabeza, y después varias',
      text: [
        'De {x} a consulta, clave y valor; de consulta y claves a puntuaciones; de puntuaciones a proporciones; de proporciones y valores a {z}. Se calcula para todas las palabras a la vez.',
        'Una capa tiene varias cabezas así, una al lado de otra. Cada una tiene sus propias tres matrices, de modo que cada una puede aprender algo distinto. Abajo ves {heads}, con un mapa para cada una.',
      ],
      attempt: 'Escribe una frase tuya.',
      after:
        'Las mismas matrices, otras palabras: todo lo que ves se ha vuelto a calcular para tu frase.',
    },
  ],
};
