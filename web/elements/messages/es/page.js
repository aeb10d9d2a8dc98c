// What the page around the lab says, in Spanish.

/** @type {Record<keyof typeof import('../en/page.js').page, string>} */
export const page = Object.freeze({
  pageTitle: 'headwise: atención de varias cabezas, cabeza por cabeza',
  pageAbout: 'Mira cómo trabaja la atención en tu frase',
  pageMore: ', cabeza por cabeza, número a número.',
  languageLabel: 'Idioma',
  modelOpen: 'Abrir un modelo',
  embedOpen: 'Insertar',

  // the questions
  asks: 'Preguntas para empezar',
  asksClose: 'Ocultar las preguntas',
  askTwice: '¿{x} se transforma una vez o dos?',
  askWhere: '¿De dónde salen las {W}?',
  askLinear: '¿Es correcto {linear}?',
  askOut: '¿Qué tamaño tiene {W_O}?',
  askTrained: '¿Qué miran las cabezas entrenadas?',
  askOneHead: 'Mira fallar a una cabeza donde cuatro aciertan',

  addressNewer:
    'Este enlace se hizo con una versión más nueva de la página, así que empieza con la frase de siempre.',
  addressDamaged: 'Este enlace está dañado, así que la página empieza con la frase de siempre.',
  addressTooLong: 'Esto es demasiado largo para un enlace. Guárdalo como archivo y ábrelo abajo.',
  stateSave: 'Guardar como archivo',
  stateOpen: 'Abrir un archivo guardado',
  stateNotOne: 'Ese archivo no contiene un estado de esta página.',
  copyLink: 'Copiar enlace',
  checkLink: 'Comprobar este motor aquí',
  manualLink: 'Documentación',
  doctorLink: 'Revisar tu código',
  copied: 'Enlace copiado',
  copyFailed: 'Cópialo de la barra de direcciones',
});
