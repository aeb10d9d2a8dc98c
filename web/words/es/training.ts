// All texts of the training room in Spanish; see en.ts.

import type { Words } from '../en/training.ts';

export const words: Words = {
  title: 'Entrenamiento',
  lead: 'Un pequeño transformer lo aprende en tu dispositivo. Sus cabezas empiezan como números al azar.',

  // the experiment of one head beside four
  opening: {
    title: '¿Cuatro cabezas o una?',
    text: 'Dos modelos con {parameters} parámetros cada uno: uno tiene cuatro cabezas; el otro, una sola tan ancha como las cuatro juntas. Parten de la misma semilla y ven los mismos lotes.',
    question: '¿Cuál de los dos lo aprenderá?',
    guesses: { several: 'Solo cuatro cabezas', one: 'Solo una cabeza', both: 'Los dos' },
    running: 'Respuestas correctas ahora: cuatro cabezas, {several}; una cabeza, {one}.',
    result: 'Respuestas correctas: cuatro cabezas, {several}; una cabeza, {one}. {why}',
    rightGuess: 'Tal como esperabas. Cuatro cabezas: {several} correctas. Una cabeza: {one}. {why}',
    wrongGuess: 'No como esperabas. Cuatro cabezas: {several} correctas. Una cabeza: {one}. {why}',
    why: 'La razón está al final de esta página.',
  },

  // task and settings
  settings: 'Qué se entrena y cómo',
  task: 'Tarea',
  heads: 'Cabezas en cada capa',
  seed: 'Semilla',
  rate: 'Tasa de aprendizaje',
  versus: 'Comparar con una sola cabeza',
  tasks: {
    'copy-previous': {
      name: 'Decir la letra anterior',
      about: 'En cada letra, di la que está justo antes.',
    },
    induction: {
      name: 'Continuar el patrón que se repite',
      about:
        'Una serie de letras se repite, y su longitud no se da. Busca dónde estaba antes esta letra y di la letra que la seguía.',
    },
    reverse: {
      name: 'Decirlo al revés',
      about: 'Di las letras de la última a la primera.',
    },
    sort: {
      name: 'Ordenar letras',
      about: 'Di las letras en el orden del alfabeto.',
    },
    binary: {
      name: 'Leer números binarios',
      about:
        'Las seis cifras antes de cada posición son un número binario, como 010110. Di cuál es, de 0 a 63.',
    },
    grammar: {
      name: 'Corregir un texto',
      about:
        'Frases en inglés de una gramática pequeña, con algunas palabras equivocadas. Di en cada palabra cuál debería estar ahí.',
    },
    text: {
      name: 'Un texto tuyo',
      about:
        'En cada letra o palabra de un texto que tú pegas, di la siguiente. Es lo que aprenden los modelos de lenguaje.',
    },
    pairs: {
      name: 'Pares tuyos',
      about:
        'Tú escribes las entradas y sus salidas. El modelo responde a cada entrada con su salida.',
    },
  },

  // a task of one's own
  own: {
    fields: {
      text: 'Tu texto',
      pairs: 'Tus pares, uno en cada línea: entrada -> salida',
    },
    unit: 'Leer por',
    units: { letters: 'Letras', words: 'Palabras' },
    textIs: {
      letters:
        '{count} letras y signos, {different} distintos. Los últimos {heldOut} se reservan para la prueba.',
      words:
        '{count} palabras y signos, {different} distintos. Los últimos {heldOut} se reservan para la prueba.',
    },
    pairsAre:
      '{count} pares. {heldOut} se reservan para la prueba: muestran si el modelo encuentra la regla.',
    fewPairsAre:
      '{count} pares, y el modelo aprende de todos. A partir de 8, uno de cada ocho se reserva para la prueba.',
    problems: {
      empty: 'Escribe o pega algo que aprender.',
      textShort: 'Demasiado corto: {count} {count:símbolo|símbolos}. Hacen falta al menos {least}.',
      oneSymbol: 'Solo hay un símbolo, así que no hay nada que aprender. Usa al menos dos.',
      tooDifferent:
        'Demasiados símbolos distintos: {count}. Se pueden aprender {most} como máximo. Prueba con letras o con un texto más corto.',
      long: 'Demasiado largo: {count} caracteres. Se pueden aprender {most} como máximo.',
      noArrow: 'Línea {line}: escribe una entrada, una flecha y una salida, como sol -> los.',
      emptySide: 'Línea {line}: falta algo a un lado de la flecha.',
      twoOutputs: 'Línea {line}: esta entrada ya tiene otra salida.',
      pairLong: 'Línea {line}: {count} símbolos. Un par tiene {most} como máximo.',
      fewPairs: 'Escribe al menos dos pares con entradas distintas.',
      manyPairs: 'Demasiados pares: {count}. Se pueden aprender {most} como máximo.',
    },
    figures: {
      text: 'En 64 secuencias del final del texto, que nunca ve mientras aprende',
      pairs: 'En {count} pares que nunca ve mientras aprende',
      allPairs: 'En los mismos pares de los que aprende',
    },
    examples: {
      text:
        'Este es el huerto.\n' +
        'Este es el pino que crece en el huerto.\n' +
        'Este es el mirlo que canta en el pino que crece en el huerto.\n' +
        'Este es el gato que ve al mirlo que canta en el pino que crece en el huerto.\n' +
        'Este es el perro que oye al gato que ve al mirlo que canta en el pino que crece en el huerto.\n' +
        'Este es el niño que llama al perro que oye al gato que ve al mirlo que canta en el pino que crece en el huerto.\n' +
        'El niño llama al perro. El perro oye al niño.\n' +
        'El perro oye al gato. El gato oye al perro.\n' +
        'El gato ve al mirlo. El mirlo ve al gato.\n' +
        'El mirlo canta en el pino, y el niño canta en el huerto.\n' +
        'El pino crece en el huerto, y el mirlo canta.\n' +
        'El perro llama al mirlo. El mirlo llama al perro.\n' +
        'El gato llama al niño. El niño oye al gato.\n' +
        'El niño ve al mirlo que canta en el pino.\n' +
        'El perro ve al gato que ve al mirlo.\n' +
        'El gato oye al niño que llama al perro.\n' +
        'El mirlo ve al niño que canta en el huerto.',
      words:
        'casa mesa gato pato luna lago rosa sopa vino pino nube lobo mono tren arco isla hoja ropa mano dedo cara boca pelo codo agua lima pera nuez pala faro ramo bota capa dado foca hilo jugo liso mapa nido olmo pozo rana sapo taza uvas vaca yate zona bola cuna duna fila gota hada idea jota lupa moto nota',
    },
  },
  baselines: {
    title: 'Sin atención, solo con frecuencias',
    byPosition: 'solo se conoce la posición',
    bySymbol: 'solo se conoce este símbolo',
  },

  // going
  transport: 'El entrenamiento',
  start: 'Empezar',
  pause: 'Pausar',
  goOn: 'Seguir',
  goOnFrom: 'Seguir desde el paso {step}',
  goOnLonger: 'Entrenar {steps} pasos más',
  single: 'Un paso',
  restart: 'Reiniciar',
  restartWith: 'Reiniciar con {rate}',
  again:
    'La misma semilla da exactamente los mismos números, así que se entrena de nuevo hasta el paso {to}.',
  stop: 'Parar aquí',
  speed: 'Velocidad',
  speedOne: '1 paso/s',
  speedSteps: '{count} pasos/s',
  speedMost: 'tan rápido como pueda',
  failed: 'El motor no ha podido entrenar.',
  diverged:
    'El entrenamiento ha divergido tras el paso {step}: el resultado siguiente no era un número finito.',
  divergedLarge:
    'El entrenamiento ha divergido en el paso {step}: su pérdida es {times} veces la de adivinar al azar.',
  divergedWhy:
    'Con esta tasa de aprendizaje cada paso es demasiado largo: pasa de la pérdida mínima al otro lado. Elige una menor, o mira pasos anteriores con el deslizador.',

  // how it goes
  figuresAbout: 'En 64 secuencias que nunca ve mientras aprende',
  model: 'Modelo',
  step: 'Paso',
  loss: 'Pérdida',
  right: 'Aciertos',
  parameters: 'Parámetros',
  runMany: '{heads} cabezas',
  runOne: 'Una cabeza',
  lossOfBatch: 'Pérdida por lote: cuanto menor, mejor',
  rightOfBatch: 'Aciertos por lote',
  guessing: 'línea discontinua: adivinar al azar, {value}',
  chartEmpty: 'Todavía no ha aprendido nada.',
  chartLoss: 'Pérdida del paso 1 al paso {step}: de {first} a {last}.',
  chartRight: 'Aciertos del paso 1 al paso {step}: de {first} a {last}.',
  scrubber: 'Mirar un paso anterior',
  scrubbed: 'Paso {step}',
  scrubHint:
    'Mueve el deslizador para ver los mapas y los números de un paso anterior. Si sigues desde ahí, el optimizador tiene su estado de ese paso.',

  // sequence
  strip: 'Una secuencia, y la respuesta del modelo en cada posición',
  stripGiven: 'dado',
  stripSaid: 'dice',
  sayRight: 'dice {said}, correcto',
  sayWrong: 'dice {said}, equivocado: {target}',
  layer: 'Capa {layer}',
  head: 'Cabeza {head}',
  headAt: 'capa {layer}, cabeza {head}',
  takesPart: 'La cabeza {head} de la capa {layer} participa',
  enlarge: 'Ampliar el mapa de la capa {layer}, cabeza {head}',
  mapOf: 'Atención de la cabeza {head} de la capa {layer}. Se parece más a: {role}, {score}.',
  positionsAlone: 'solo posiciones: {score}',
  roles: {
    previousToken: 'el anterior',
    firstToken: 'el primero',
    duplicate: 'el mismo símbolo',
    induction: 'inducción',
    fixedOffset: 'a distancia fija',
    before: '{count} antes',
    after: '{count} después',
    itself: 'a sí mismo',
    mirror: 'posición reflejada',
    verbToSubject: 'verbo a sujeto',
    nounToDeterminer: 'sustantivo a determinante',
    pronounToAntecedent: 'pronombre a sustantivo',
  },
  namesTitle: 'Papeles que han aparecido',
  noNames:
    'Ninguno todavía. Una cabeza recibe el nombre de un papel cuando el {share} de su atención corresponde al papel. Un papel sobre símbolos debe además superar a «solo posiciones»: lo máximo que alcanza una cabeza que conoce solo las posiciones, no los símbolos.',
  became: 'Desde el paso {step}: {head}, {role}, {score}',
  without:
    'Sin {heads}: pérdida {loss}, {right} de aciertos. Con todas: pérdida {wholeLoss}, {wholeRight} de aciertos.',
  say: 'Paso {step}: pérdida {loss}, {right} de aciertos.',

  share: {
    title: 'El mismo paso para toda la clase',
    about:
      'Este enlace lleva cualquier dispositivo al paso {step} de este entrenamiento, con los mismos bits, y desde ahí sigue. No hace falta servidor: cada dispositivo lo entrena.',
    noLink:
      'Aquí no hay enlace a este paso, pero todo dispositivo que haga este entrenamiento tiene los mismos bits en el paso {step}: compara las letras.',
    pause: 'Páusalo para compartir un paso con la clase.',
    mark: 'Pesos en el paso {step}:',
    link: 'Enlace a este paso',
    copy: 'Copiar el enlace',
    copied: 'Copiado',
    selected: 'Esta página no puede copiar. El enlace está seleccionado: cópialo a mano.',
    qrShow: 'Mostrar como código QR',
    qrHide: 'Ocultar el código QR',
    qrLabel: 'Enlace a este paso como código QR',
  },
  save: {
    title: 'Conserva el modelo',
    about:
      'Un archivo con sus pesos y su vocabulario. Lo abre «Abrir un modelo» en la página de headwise, y también openModel en un programa.',
    button: 'Guardar el modelo',
    saved: 'Guardado como {name}',
    failed: 'No se pudo escribir el modelo: {detail}',
    open: 'Abrir este modelo: todas sus cabezas en un tablero',
  },

  // one head
  one: {
    title: '¿Basta con una cabeza?',
    text: [
      'A menudo sí. Una cabeza tan ancha como varias juntas tiene los mismos parámetros, y aprende igual de bien a continuar el patrón que se repite: cada capa tiene que encontrar una posición, y una cabeza puede mirar a una posición.',
      'Leer números binarios es otra cosa. Cada una de las seis cifras cuenta de forma distinta, así que el modelo tiene que distinguirlas. Una cabeza tiene una sola softmax, así que su resultado es una media ponderada de los valores. Varias cabezas miran una o dos cifras cada una. Una sola cabeza mezcla las seis cifras en una media. Solo podría distinguirlas si cada cifra tuviera exactamente el doble de proporción que la siguiente. Unas proporciones tan exactas son difíciles de aprender.',
    ],
    caption: 'aciertos tras {steps} pasos, con {parameters} parámetros cada una',
    seed: 'semilla {seed}',
    tryIt: 'Elegir este experimento',
    about:
      'Medido con headwise {version}: los mismos lotes y los mismos pasos para ambas, cada una con la mejor de las tasas de aprendizaje {rates}. «npm run make experiment» lo repite con exactamente los mismos números.',
  },
};
