// All texts of the check page, in Spanish; see en.ts.

import type { Messages } from '../en/check.ts';

export const words: Messages = Object.freeze({
  // title
  title: 'Comprobar este motor aquí',
  what: 'Tu navegador calcula los casos de prueba de ONNX, onnxruntime, PyTorch, Keras y Flax con el motor de esta página y compara cada número con el que dio el original.',
  passes:
    'Un caso pasa si cada uno de sus números está tan cerca del original como permite el redondeo de float32.',
  cost: 'Al empezar se descargan unos 2 MB. No se envía nada a ningún sitio.',

  // settings
  engineLabel: 'Motor',
  enginePage: 'El de la página',
  engineSingle: 'Un hilo',
  engineRelaxed: 'SIMD relajada',
  start: 'Empezar la comprobación',
  again: 'Comprobar otra vez',
  stop: 'Detener',

  // progress
  fetching: 'Descargando los casos',
  running: 'Comprobando {suite}',
  stopped: 'Detenido. Lo que hay en la tabla se comprobó hasta entonces.',
  allPass: 'Pasan los {cases} casos.',
  someFail: 'Fallan {failed} de {cases} casos.',
  took: 'Ha tardado {seconds} s.',

  // the table
  tableLabel: 'Las colecciones y cómo han ido',
  suite: 'Colección',
  original: 'Original',
  cases: 'Casos',
  passed: 'Pasan',
  leftOut: 'Omitidos',
  difference: 'Mayor diferencia, ulp',
  differenceShort: 'Diferencia, ulp',
  share: 'De lo permitido',
  shareShort: 'De lo permitido',
  percent: '{percent} %',
  percentOver: '> 100 %',
  nothing: '–',
  stateWaiting: 'en espera',
  stateRunning: 'en marcha',
  statePassed: 'pasa',
  stateFailed: 'falla',
  progress: '{done} de {cases} casos de {suite}',
  explained:
    'La mayor diferencia está en unidades de la última cifra (ulp) del mayor número de la matriz, sin contar lo que se perdió donde el original se escribió con pocas cifras. Se permite el redondeo de dos cálculos correctos, el nuestro y el del original: 4 ε √K Σ |a b| para cada uno, propagado por cada paso.',

  // failures, skipped tests
  faultsTitle: 'Fallos en {suite}',
  faultsMore: 'y {count} más, todos en el resultado que puedes copiar',
  leftOutTitle: 'Se omiten {count} casos de los originales, y por qué',

  // environment
  ranTitle: 'Dónde se ha ejecutado',
  engine: 'headwise {version}, WebAssembly de {compiler}',
  copy: 'Copiar el resultado',
  copied: 'Resultado copiado',
  copyFailed: 'Cópialo de abajo',
  textLabel: 'El resultado como texto',

  // errors
  failed: 'La comprobación no ha podido llegar al final.',
  errorUnsupported:
    'Este navegador, o la configuración de la página, no puede ejecutar este motor.',
  errorFetch: 'No se ha podido descargar una parte de la comprobación.',
  errorDetail: 'Detalles: {detail}',
});
