// The words of the questions in Spanish; see en.js for what places mean.

import { digits } from './es/digits.js';
import { dropout } from './es/dropout.js';
import { fiveWays } from './es/five-ways.js';
import { long } from './es/long.js';
import { masks } from './es/masks.js';
import { oneHead } from './es/one-head.js';
import { roles } from './es/roles.js';
import { scale } from './es/scale.js';
import { shapes } from './es/shapes.js';
import { rotary } from './es/rotary.js';
import { cache } from './es/cache.js';
import { matrices } from './es/matrices.js';
import { sinks } from './es/sinks.js';

/** @type {typeof import('./en.js').questionText} */
export const questionText = Object.freeze({
  ...oneHead,
  ...fiveWays,
  ...shapes,
  ...scale,
  ...masks,
  ...roles,
  ...long,
  ...rotary,
  ...cache,
  ...matrices,
  ...sinks,
  ...dropout,
  ...digits,
});

/** @type {typeof import('./en.js').questionWords} */
export const questionWords = {
  first: '¿Tú qué crees?',
  again: '¿Te acuerdas?',
  testOf: 'Pregunta {number} de {all}',
  waiting: 'Preparando la pregunta.',
  covered: 'La respuesta aparecerá aquí cuando hayas dicho lo que crees.',
  lock: 'Fijar mi respuesta',
  check: 'Comprobar',
  failed: 'El motor no ha respondido. Inténtalo otra vez.',
  skip: 'Saltar',
  onwards: 'Seguir',
  retry: 'Otra vez, con otros números',
  right: 'Correcto.',
  wrong: 'No del todo.',
  skipped: 'Saltada.',
  settled: 'Esta ya la has respondido.',
  youSaid: 'Tú dijiste',
  engineSays: 'El motor dice',
  yes: 'sí',
  no: 'todavía no',
  numberLabel: 'Tu número',
  numberWrong: 'Escribe un número, como 12 o 0,25.',
  shapeLabel: 'Tu forma, como 4 × 8',
  shapeWrong: 'Escribe una forma: al menos dos números enteros, con × o una coma entre ellos.',
  chooseWrong: 'Primero elige una.',
  pointHint:
    'Haz clic en el mapa. Con el teclado: ve al mapa, muévete con las flechas y pulsa Intro.',
  pointWrong: 'Primero señala: haz clic en el mapa.',
  pointHead: 'cabeza {head}',
  pointCell: 'fila {row} ({word}), columna {column} ({other})',
  pointsAt: 'Señalas: {place}',
  orderUp: 'Subir «{step}»',
  orderDown: 'Bajar «{step}»',
  orderPlace: '«{step}» es ahora el paso {place} de {count}.',
  progress: '{right} de {asked} correctas',
  testTitle: 'Prueba final',
  testAbout: 'Diez preguntas de todas las lecciones, con una respuesta a cada una.',
  testBegin: 'Empezar la prueba',
  testGoOn: 'Seguir con la prueba',
  testNew: 'Empezar una prueba nueva',
  testDone: 'La prueba ha terminado: {right} de {asked} correctas.',
  recap: 'Tus respuestas',
  recapLesson: 'Léelo en «{title}»',
  recapAsk: 'Preguntar otra vez',
  code: 'Código de resultado',
  codeAbout:
    'Para tu profesor. Guarda cómo respondiste y detecta errores al copiarlo. No puede probar quién respondió: ninguna página en un navegador puede.',
  codeCopy: 'Copiar el código',
  codeCopied: 'Copiado',
  codeSelected: 'Esta página no puede copiar. Tu resultado está seleccionado: cópialo a mano.',
  testBest: 'Tu mejor prueba: {right} de {asked} bien. Es la que cuenta.',
  codeName: 'Tu nombre, si tu docente lo pide',
  codeSigned: 'Está firmado para tu clase.',
  codeNoCrypto:
    'No está firmado para tu clase: esta página llegó sin https y así el navegador no puede firmar. Díselo a tu docente.',
  codeNoKey:
    'No está firmado: la clave de la clase en la dirección de esta página está dañada. Díselo a tu docente.',
  qrShow: 'Mostrar como código QR',
  qrHide: 'Ocultar el código QR',
  qrLabel: 'Tu resultado como código QR',
  answersKept: 'Tus respuestas se guardan para la próxima vez; esta página no las envía a nadie.',
  answersNotKept:
    'Este navegador no guarda nada aquí: tus respuestas se pierden al cerrar la página.',
  startOver: 'Empezar de cero',
  startOverSure: '¿Olvidar todas tus respuestas?',
  startOverYes: 'Olvidarlas',
  startOverNo: 'Conservarlas',
};
