// Texts of the lesson about masks, in Spanish.

import type { LessonText } from '../../en/lessons.ts';

export const masks: LessonText = {
  title: 'Máscaras',
  about: 'Quién puede mirar a quién, y qué significa «true».',
  scenes: [
    {
      title: 'Nunca hacia delante',
      text: [
        'Un modelo que escribe palabra por palabra no debe ver las palabras que aún no ha escrito. Por eso cada palabra puede mirarse a sí misma y hacia atrás, nunca hacia delante. Esta es la máscara causal; la mitad superior derecha de cada mapa queda vacía.',
        'Lo que queda se sigue repartiendo por completo: cada fila suma 1.',
      ],
      attempt: 'Elige la primera palabra de la frase.',
      after: 'Solo puede mirarse a sí misma, así que se lo da todo: exactamente 1, en cada cabeza.',
    },
    {
      title: 'Antes de la softmax, no después',
      text: [
        '¿Cómo se deja fuera una palabra? Antes de la softmax, su puntuación se sustituye por menos infinito, y la softmax le da una proporción de exactamente 0. Las demás se reparten todo el 1.',
        'Si en cambio se tachan proporciones después, la fila ya no suma 1. Y las palabras que debían quedar ocultas ya han influido: han hecho más pequeñas todas las demás.',
      ],
      attempt: 'Elige la última palabra de la frase y compara.',
      after:
        'Para la última palabra no hay nada por delante. No se tacha nada, así que las dos maneras coinciden.',
    },
    {
      title: 'Relleno',
      text: [
        'Las frases que se calculan juntas miden lo mismo: las cortas se rellenan al final. Lo añadido, aquí ∅, se llama relleno (padding). Ninguna lo mira: sus columnas están vacías.',
        'Sus filas también se calculan, y se descartan.',
      ],
      guess: ['¿Cambiarán las demás filas?', 'sí', 'un poco', 'no'],
      attempt: 'Cambia cuántos signos de relleno hay al final.',
      after:
        'El relleno aparece o desaparece con sus columnas. Las filas de las palabras no han cambiado ni un bit: lo que no se puede ver no cuenta.',
    },
    {
      title: '¿Qué significa true?',
      text: [
        'Una máscara suele ser una tabla de true y false. En la mayoría de las bibliotecas, true significa: puede mirar. En `torch.nn.MultiheadAttention` significa: no puede; en `scaled_dot_product_attention` de PyTorch: puede. La misma tabla da entonces mapas opuestos, y ningún error.',
        'En headwise hay que escribir `attend` (puede mirar) o `ignore` (no puede). Si tus propios mapas parecen del revés, comprueba esto primero.',
      ],
      attempt: 'Elige la última palabra y sigue su fila en los dos mapas.',
      after:
        'En un lado lo ve todo, en el otro nada. Qué pasa con una fila vacía lo cuenta la próxima escena.',
    },
    {
      title: 'Una fila sin nada',
      text: [
        'Si una palabra no puede mirar nada en absoluto, no hay nada que repartir: la softmax tendría que dividir cero entre cero. Eso da NaN, «no es un número», y un solo NaN estropea todas las sumas en las que entra.',
        'Las bibliotecas no se ponen de acuerdo. Aquí una fila así son ceros: la palabra no recibe nada, su {z} es cero, y de la capa solo sale su constante, {b_O}.',
      ],
      attempt: 'Elige otra palabra; será la que no pueda mirar a ninguna.',
      after: 'Su fila se ha puesto a cero, y ninguna otra fila ha cambiado ni un bit.',
    },
  ],
};
