// Texts of the page around the lab, in Spanish.

export const page: Record<keyof typeof import('../../en/lab/page.ts').page, string> = Object.freeze(
  {
    pageTitle: 'headwise: atención multicabeza, cabeza por cabeza',
    pageAbout: 'Mira cómo trabaja la atención en tu frase',
    pageMore: ', en cada cabeza y hasta el último número.',
    languageLabel: 'Idioma',
    modelOpen: 'Abrir un modelo',
    embedOpen: 'Insertar',

    // the questions
    asks: 'Preguntas para empezar',
    asksMenu: 'Preguntas',
    toolsMenu: 'Herramientas',
    askTwice: '¿{x} se transforma una vez o dos?',
    askWhere: '¿De dónde salen las {W}?',
    askLinear: '¿Sirve {linear}?',
    askOut: '¿Cuánto mide {W_O}?',
    askTrained: '¿Qué mira una cabeza entrenada?',
    askOneHead: '¿Dónde falla una cabeza?',

    addressNewer:
      'Este enlace se hizo con una versión más nueva de la página, así que la página empieza con su frase de ejemplo.',
    addressDamaged: 'Este enlace está dañado, así que la página empieza con su frase de ejemplo.',
    addressTraining:
      'Este enlace tiene un ajuste de entrenamiento que no se permite: {field} es {came}. Se esperaba: {expected}. Se usa el valor habitual.',
    addressTooLong:
      'Esto es demasiado largo para un enlace. «Herramientas» lo guarda como archivo y vuelve a abrir el archivo.',
    stateSave: 'Guardar como archivo',
    stateOpen: 'Abrir un archivo guardado',
    stateNotOne: 'Ese archivo no lo ha guardado esta página.',
    copyLink: 'Copiar enlace',
    checkLink: 'Comprobar este motor aquí',
    manualLink: 'Documentación',
    writeLink: 'Escribir una lección',
    doctorLink: 'Revisar tu código',
    classLink: 'Resultados de una clase',
    copied: 'Enlace copiado',
    copyFailed: 'Cópialo de la barra de direcciones',
  },
);
