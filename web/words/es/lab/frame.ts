// Texts of the lab around its views, in Spanish.

export const frame: Record<keyof typeof import('../../en/lab/frame.ts').frame, string> =
  Object.freeze({
    // the sentence
    sentenceLabel: 'Escribe una frase',
    sentenceLabelFrom: 'Las palabras de esta frase miran (consultas)',
    secondLabel: 'a las palabras de esta (claves y valores)',
    sentencePlaceholder: 'Cualquier frase. El modelo entrenado lee inglés',
    tokensLabel: 'Tokens de la frase',
    tokensLabelSecond: 'Tokens de la segunda frase',
    tokensAll: 'Mostrar los {count} tokens',
    tokensFewer: 'Mostrar menos tokens',
    secondExample: 'El animal estaba demasiado cansado',
    secondAdd: 'Añadir una segunda frase',
    secondRemove: 'Quitar la segunda frase',

    // views, controls
    tabsLabel: 'Vistas',
    tabSee: 'Ver',
    tabCompute: 'Calcular',
    tabTrain: 'Entrenar',
    viewsLabel: 'Mostrar las cabezas como',
    viewMaps: 'Mapas',
    viewLines: 'Líneas',
    viewContributions: 'Contribuciones',
    moreTools: 'Más',
    fewerTools: 'Menos',
    headsLabel: 'Cabezas',
    causalLabel: 'Máscara causal (solo hacia atrás)',
    causalHint: 'Una palabra puede mirarse a sí misma y a las anteriores, nunca hacia delante.',

    // the line below
    starting: 'Iniciando el motor',
    computedBefore: 'Calculado por el mismo motor al hacer esta página. El tuyo se está iniciando',
    computed: 'Calculado en tu dispositivo en {milliseconds} ms',
    backendOne: 'WebAssembly, SIMD {simd}, un hilo.',
    whyOneThread: '¿Por qué uno?',
    backendMany: 'WebAssembly, SIMD {simd}, {threads} hilos.',
    simdFixed: 'fija',
    simdRelaxed: 'relajada',

    // notices
    empty: 'Escribe una frase arriba. El mapa de cada cabeza aparece aquí mientras escribes.',
    emptySecond: 'Escribe arriba una segunda frase o quítala.',
    truncated: 'Es un texto largo. Ves sus primeros {limit} tokens.',
    truncatedSecond: 'El segundo texto es largo. Ves sus primeros {limit} tokens.',

    // errors
    failed: 'Algo ha fallado.',
    errorUnsupported:
      'Este navegador, o la configuración de la página, no puede ejecutar el motor.',
    errorFetch: 'No se ha podido cargar una parte del motor.',
    errorFormat: 'Una parte del motor ha llegado dañada.',
    errorMemory:
      'No hay memoria para un texto tan largo. Prueba con uno más corto o con menos cabezas.',
    errorDisposed: 'El motor se ha apagado.',
    errorInternal: 'El motor se ha detenido de forma inesperada.',
    errorDetail: 'Detalles: {detail}',
    restarted: 'El motor se ha detenido. Se ha iniciado otro, que calcula lo mismo.',
    tryAgain: 'Intentarlo otra vez',
  });
