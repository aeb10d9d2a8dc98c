// Texts of the lesson about masks, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const masks: LessonText = {
  title: 'Máscaras',
  about: 'Quién puede mirar a quién, y qué significa «true».',
  scenes: [
    {
      title: 'Ninguna palabra mira hacia delante',
      text: [
        'Un modelo que escribe palabra por palabra no debe ver las palabras que aún no ha escrito. Por eso cada palabra puede mirarse a sí misma y hacia atrás, nunca hacia delante. Esta es la máscara causal; la mitad superior derecha de cada mapa queda vacía.',
        'Las proporciones de las palabras que quedan siguen sumando 1 en cada fila.',
      ],
      attempt: 'Elige la primera palabra de la frase.',
      after:
        'Solo puede mirarse a sí misma, así que su proporción para sí misma es exactamente 1, en cada cabeza.',
    },
    {
      title: 'Antes de la softmax, no después',
      text: [
        '¿Cómo se oculta una palabra? Antes de la softmax, su puntuación se sustituye por menos infinito, y la softmax le da una proporción de exactamente 0. Las demás se reparten todo el 1.',
        'Si en cambio se tachan proporciones después, la fila ya no suma 1. Y las palabras que debían quedar ocultas ya han influido: han hecho más pequeñas todas las demás.',
      ],
      attempt: 'Elige la última palabra de la frase y compara.',
      after:
        'Para la última palabra no hay nada por delante. No se tacha nada, así que las dos maneras dan las mismas proporciones.',
    },
    {
      title: 'Relleno',
      text: [
        'Las frases que se calculan juntas miden lo mismo: las cortas se rellenan al final. Ninguna palabra puede mirar al relleno (padding), aquí ∅: no es texto. Sus columnas están vacías.',
        'Sus filas sí se calculan, pero no se usan.',
      ],
      guess: ['¿Cambiarán las demás filas?', 'sí', 'un poco', 'no'],
      attempt: 'Cambia el número de tokens de relleno.',
      after:
        'El relleno aparece o desaparece con sus columnas. Las filas de las palabras no han cambiado ni un bit: las palabras ocultas no tienen efecto.',
    },
    {
      title: '¿Qué significa true?',
      text: [
        'Una máscara suele ser una tabla de true y false. En la mayoría de las bibliotecas, true significa: puede mirar. En `torch.nn.MultiheadAttention` significa: no puede; en `scaled_dot_product_attention` de PyTorch: puede. La misma tabla da entonces mapas opuestos, y ningún error.',
        'En headwise hay que escribir `attend` (puede mirar) o `ignore` (no puede). Si tus propios mapas parecen del revés, comprueba esto primero.',
      ],
      attempt: 'Elige la última palabra y sigue su fila en los dos mapas.',
      after:
        'En un lado lo ve todo, en el otro nada. La próxima escena muestra qué pasa con una fila vacía.',
    },
    {
      title: 'Una fila sin ninguna palabra',
      text: [
        'Si una palabra no puede mirar a ninguna, la softmax tendría que dividir cero entre cero. El resultado es NaN, «no es un número». Toda suma con un NaN es también NaN.',
        'Las bibliotecas difieren aquí. En headwise una fila así son ceros: la palabra no toma nada de ninguna, su {z} es cero, y la salida de la capa es solo la constante {b_O}.',
      ],
      attempt: 'Elige otra palabra: entonces la máscara le oculta todas las palabras.',
      after:
        'Ahora su fila es cero, y la fila que antes era cero vuelve a tener sus proporciones. Ninguna otra fila ha cambiado ni un bit.',
    },
  ],
};
