// All texts of the write page, in Spanish.

import type { Messages } from '../en/write.ts';

export const words: Messages = Object.freeze({
  title: 'Escribir una lección',
  about:
    'Escribe la lección y pruébala en la vista previa. El motor calcula las respuestas de casi todas las preguntas.',
  manual: 'Todo lo que puede contener una lección',

  begin: 'Empezar con',
  beginExample: 'un ejemplo',
  beginEmpty: 'una lección vacía',
  beginDraft: 'tu propio borrador',
  noExample: 'No se pudo cargar el ejemplo. Comprueba la red.',
  replace: '¿Sustituir lo que está escrito aquí?',
  open: 'Abrir un archivo',
  insert: 'Insertar',
  scene: 'una escena',
  formula: 'una fórmula',
  picture: 'una imagen …',
  newPicture: 'Describe la imagen con palabras',
  noRoom: 'En esta lección ya no cabe otra imagen: una lección tiene como mucho 64 kB.',
  noPicture: 'Este archivo no es una imagen que el navegador pueda leer.',
  choose: 'una elección',
  largest: 'una palabra que elegir',
  number: 'un número',
  shape: 'una forma',
  point: 'un lugar que señalar',
  set: 'algo que hacer',
  order: 'un orden',

  text: 'La lección como texto',
  preview: 'La lección como la ven los estudiantes',
  stale: 'El texto tiene errores. Hasta que se corrijan, esta vista previa no cambia.',
  place: 'Línea {line} de {lines}',
  problems: 'Errores: {count}',
  fine: 'Sin errores. Escenas: {scenes}, preguntas: {questions}',
  answers: 'Respuestas que ha calculado el motor',
  computing: 'calculando',
  answerHead: 'cabeza {head}',
  answerCell: 'fila {row}, columna {column}',
  answerSet: 'no está hecho al empezar',
  same: 'Se pregunta una sola vez: la respuesta es la misma para todos.',
  sameNew:
    'Se pregunta una sola vez: la respuesta es la misma para todos. Para tener otros números en cada intento, añade «new weights: on».',
  kept: 'Este navegador guarda tu borrador.',
  notKept: 'Este navegador no guarda nada: guarda el texto antes de cerrar la página.',
  opened: '{name} está abierto.',
  notOpened: '{name} no es un texto de {most} kB como máximo.',
  damaged: 'El enlace está dañado. Puede que se haya cortado por el camino.',
  failed: 'No ha funcionado: {detail}',

  save: 'Guardar y compartir',
  saveAbout:
    'El archivo contiene las opciones y los órdenes que escribes tú, con la respuesta correcta marcada: los estudiantes pueden leerlos ahí. Todas las demás respuestas se calculan al hacer la pregunta.',
  carries:
    'El archivo único y el paquete SCORM llevan el modelo de inglés: {size} MB más. Con el enlace y el elemento se descarga de tu sitio: {fetched} MB.',
  carriesNone:
    'Esta copia de headwise no tiene el modelo de inglés. Las partes de la lección que lo necesitan no se pueden mostrar ni preguntar aquí.',
  codes:
    'Los códigos de resultado de esta lección empiezan por {code}. Conserva su texto o su archivo: «Resultados de una clase» lee los códigos con él. Un texto cambiado tiene otros códigos.',
  toSend: 'Para enviarla',
  toPlace: 'Para un curso o un sitio web',
  toKeep: 'Para seguir escribiendo',
  saveText: 'Guardar el texto',
  saveFile: 'Guardar como un solo archivo',
  saveScorm: 'Guardar como paquete SCORM',
  passLabel: 'SCORM: la lección se completa cuando',
  passRead: 'está hecha su última escena',
  passAt: 'el {percent} % de sus preguntas es correcto',
  saving: 'Creando el archivo',
  saved: 'Guardado como {name}',
  link: 'Copiar un enlace',
  element: 'Copiar el elemento',
  copied: 'Copiado',
  copyFailed: 'Aquí no se permite copiar',
  longLink:
    'El enlace tendría {length} caracteres; algunos programas cortan los de más de {most}. Guarda un archivo.',
  noElement:
    'Una lección que contiene «<script» o «<!--» no puede estar dentro de una página. Guarda el texto e indícalo en lesson-src.',

  newTitle: 'Una lección',
  newScene: 'Una escena',
  newSentence: 'The animal was too tired',
  newWords: 'Describe el dibujo en pocas frases.',
  newTry: 'Cambia una palabra de la frase.',
  newAsk: '¿Qué esperas?',
  newWhy: 'Una frase que explica la respuesta.',
  newRight: 'la respuesta correcta',
  newWrong: 'una respuesta incorrecta',
  newFeedback: 'Una frase que explica el error.',
  newSteps: 'el primer paso, el segundo paso, el tercer paso',
});
