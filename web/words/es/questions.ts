// Texts of the questions in Spanish; see en.ts for placeholders.

import { appears } from './questions/appears.ts';
import { digits } from './questions/digits.ts';
import { dropout } from './questions/dropout.ts';
import { fiveWays } from './questions/five-ways.ts';
import { headDid } from './questions/head-did.ts';
import { layer } from './questions/layer.ts';
import { why } from './questions/why.ts';
import { longTexts } from './questions/long-texts.ts';
import { masks } from './questions/masks.ts';
import { oneHead } from './questions/one-head.ts';
import { roles } from './questions/roles.ts';
import { scale } from './questions/scale.ts';
import { shapes } from './questions/shapes.ts';
import { positions } from './questions/positions.ts';
import { pairs } from './questions/pairs.ts';
import { matrices } from './questions/matrices.ts';
import { sinks } from './questions/sinks.ts';
import type { QuestionWords } from '../en/questions.ts';

const questions: QuestionWords['questions'] = Object.freeze({
  ...why,
  ...oneHead,
  ...fiveWays,
  ...shapes,
  ...scale,
  ...masks,
  ...layer,
  ...roles,
  ...longTexts,
  ...positions,
  ...pairs,
  ...matrices,
  ...sinks,
  ...dropout,
  ...digits,
  ...appears,
  ...headDid,
});

const around: QuestionWords['around'] = {
  first: 'Compruébalo',
  again: '¿Te acuerdas?',
  testOf: 'Pregunta {number} de {all}',
  waiting: 'Preparando la pregunta.',
  covered: 'La respuesta aparece aquí después de la tuya.',
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
  youSaid: 'Tu respuesta',
  engineSays: 'La respuesta del motor',
  yes: 'sí',
  no: 'todavía no',
  numberLabel: 'Tu número',
  numberWrong: 'Escribe un número, como 12 o 0,25.',
  shapeLabel: 'Tu forma, como 4 × 8',
  shapeWrong: 'Escribe una forma: al menos dos números enteros, con × o una coma entre ellos.',
  setWrong: 'Todavía no ha cambiado nada. Ajústalo en la página y comprueba después.',
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
  coreTitle: 'Prueba de las primeras lecciones',
  coreAbout:
    'Diez preguntas de las lecciones anteriores a «Para seguir», con una respuesta a cada una.',
  testTitle: 'Prueba de todas las lecciones',
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
    'Para tu docente. Contiene tus respuestas y muestra errores al copiarlo. No puede probar quién respondió: ninguna página en un navegador puede.',
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

export const words: QuestionWords = Object.freeze({ questions, around });
