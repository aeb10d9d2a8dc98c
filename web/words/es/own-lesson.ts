// Messages about errors in a teacher's lesson, in Spanish. See en.ts.

import type { Messages } from '../en/own-lesson.ts';

export const words: Messages = Object.freeze({
  line: 'Línea {line}',
  notOne:
    'Esta lección tiene errores. Su autor puede corregirlos en la página «Escribir una lección».',
  more: 'y {count} más',

  tooLong: 'El texto tiene {size} kB; una lección tiene como máximo {most} kB.',
  longLine: 'Esta línea es demasiado larga: se esperaban como máximo {most} letras.',
  forbidden:
    'La letra {column} es el carácter de control {code}, que una lección no puede contener. Bórralo.',
  heading: 'Se esperaba # ante el título o ## ante una escena, y hay {got}.',
  noTitle: 'Se esperaba primero un título: una línea como «# ¿Quiénes son ellos?».',
  titleTwice: 'Ya hay un título. Una escena empieza con dos signos: ##.',
  noName: 'Se esperaba un nombre después de #.',
  longName: 'Este nombre es demasiado largo: se esperaban como máximo {most} letras.',
  noScene: 'Se esperaba al menos una escena: una línea como «## La primera escena» y texto debajo.',
  manyScenes: 'Hay {count} escenas; una lección tiene como máximo {most}.',
  manyParagraphs: 'Esta escena tiene {count} párrafos; se esperaban como máximo {most}.',
  noWords: 'Esta escena no tiene texto: se esperaba texto debajo de sus ajustes.',
  wordsBefore:
    'El texto va dentro de una escena. Empieza una con ##, o escribe «about:» ante esta línea.',
  noSetting:
    'No existe el ajuste «{got}»; existen {expected}. Si es texto, empieza la línea con \\.',
  formula:
    'formula: se esperaban letras, números, signos, ^ _ / y paréntesis, como softmax((Q K^T) / sqrt(d)) V; hay «{got}».',
  picture:
    'picture: se esperaba una descripción y un PNG o JPEG como URL data: de {most} × {most} píxeles como máximo; hay «{got}».',
  drawing:
    'Se esperaba una escena de una lección que tenga un dibujo, como scale.4, y se encontró «{got}».',
  unknownKey:
    'No existe el ajuste «{got}». ¿Querías decir «{meant}»? Si es texto, empieza la línea con \\.',
  twice: '«{key}» está aquí dos veces.',
  empty: 'Se esperaba algo después de «{key}:».',
  inScene: '«{key}» va dentro de una escena: después de una línea que empieza con ##.',
  atTop: '«{key}» va arriba, antes de la primera escena.',
  choice: '{key}: se esperaba uno de {expected}; hay «{got}».',
  choices: '{key}: se esperaban algunos de {expected}, separados por comas, o none; hay «{got}».',
  whole: '{key}: se esperaba un número entero de {from} a {to}, y hay «{got}».',
  trainedOnly:
    '{key}: los pesos al azar tienen una sola capa. Se esperaba también «model: grammar».',
  untrainedOnly: '{key}: un modelo entrenado tiene los suyos. Se esperaba también «model: random».',
  manyWords: '{key}: se esperaban como máximo {most} palabras y signos, y hay {count}.',
  unknownWord: 'El modelo entrenado no conoce «{word}». Toma otra palabra, o «model: random».',
  lookAt:
    'look at: se esperaba una cabeza, una palabra o ambas, como: head 2, "it" to "animal"; hay «{got}».',
  noHead: 'No hay cabeza {head}: las cabezas son de 1 a {heads}.',
  noWord: 'La frase no tiene la palabra «{word}». Es: {sentence}',
  place: 'No existe el símbolo {got}. Se esperaba {expected}, o entre acentos graves: `{got}`.',

  askFirst: '«{key}» pertenece a una pregunta: se esperaba «ask:» antes.',
  askTwice: 'Esta escena ya tiene una pregunta. Pon esta en una escena propia.',
  noWhy: 'A la pregunta le falta «why:»: se esperaba una frase que explique la respuesta.',
  twoKinds:
    'Una pregunta es de una sola clase. Se esperaba «{key}:» o «{other}:», y están las dos.',
  noKind:
    'Se esperaba la clase de la pregunta antes de «{key}:»: choose, number, shape, point, set u order.',
  notHere: '«{key}» no cabe en una pregunta con «{kind}:».',
  oneRight:
    'Se esperaba una respuesta «right:», y hay {count}. (Para respuestas que calcula el motor, escribe number, shape, point, set, order o choose.)',
  wrongs: 'Se esperaban de {from} a {to} respuestas «wrong:», y hay {count}.',
  options: 'Se esperaban de {from} a {to} líneas con «{key}:», y hay {count}.',
  quotedWord:
    'option: se esperaba una palabra de la frase entre comillas, como "animal"; hay «{got}».',
  sameAnswer: 'Hay dos respuestas «{got}».',
  feedbackAlone: '«feedback:» va justo debajo de la respuesta de la que habla.',
  quantity:
    'Se esperaba algo que calcular, como: weight of head 1 from "it" to "animal" (o score, dot product), largest weight of head 1 from "it", hidden words from "it", number of words, number of heads, width, width of a head; hay «{got}».',
  largestOnly: 'choose: se esperaba «largest weight of head 1 from "it"», y hay «{got}».',
  tolerance: 'tolerance: se esperaba un número a partir de 0, y hay «{got}».',
  matrix:
    'Se esperaba el nombre de una matriz, una de {expected}, también con «of one head»; hay «{got}».',
  point:
    'point: se esperaba «head with the largest weight from "it" to "animal"», «largest weight of head 1 from "it"» o «first hidden word from "it"»; hay «{got}».',
  set: 'set: se esperaba algo como «heads 8», «width 64», «causal on», «scaled off», «word "it"», «largest weight of head 2 from "it" to "animal"» o «weight of head 1 from "it" to "animal" above 0.5»; hay «{got}».',
  bound: 'set: un peso está entre 0 y 1, así que ninguno puede ser «{got}».',
  order:
    'order: se esperaba «as written», con líneas item debajo, o «words by weight of head 1 from "it"», con líneas option debajo; hay «{got}».',
  unclear:
    'Esta pregunta no tiene una única respuesta correcta: los números del motor están demasiado cerca, o una respuesta incorrecta es correcta, o la tarea ya está hecha.',
});
