// All texts of the models page, in Spanish.

import { words as shared } from './model-view.ts';
import type { Messages } from '../en/models.ts';

export const words: Messages = Object.freeze({
  ...shared,
  locale: 'es',

  title: 'Abrir un modelo',
  about:
    'Mira todas las cabezas de un modelo real, como BERT, GPT-2, Llama o ViT. Sus archivos se leen en este dispositivo y no se envían a ninguna parte.',
  back: 'Volver al laboratorio',
  english:
    '¿No tienes un archivo a mano? Empieza con el modelo de inglés de esta página: todas sus cabezas en un tablero. Ocupa {size}.',
  englishName: 'Modelo de inglés',
  openEnglish: 'Abrir el modelo de inglés',
  drop: 'Suelta aquí una carpeta, un archivo o un wheel',
  chooseFolder: 'Elegir una carpeta',
  chooseFiles: 'Elegir archivos',
  needs:
    'Una carpeta con config.json, los pesos (.safetensors, .bin) y el tokenizador, como en Hugging Face; o un solo archivo .gguf, .zip o .whl; o un modelo que hayas entrenado y guardado en «Entrenar».',
  starters: 'Modelos pequeños para empezar',
  startersHint:
    'Cada uno tiene una página en Hugging Face. Descarga config.json, los pesos y tokenizer.json (para imágenes, preprocessor_config.json) en una carpeta y elige aquí esa carpeta.',
  starter: '{family}, {layers} × {heads}, {size}',
  besideLabel: 'O el nombre de un modelo de la carpeta models/ que está junto a esta página',
  besideOpen: 'Buscar',
  besideWrong: 'Ese nombre no es válido. Usa letras, cifras, puntos, guiones y guiones bajos.',
  hubLabel: 'O el nombre de un modelo en {host}',
  hubHint:
    '«Buscar» pide a {host} la lista de archivos del modelo. Verás cuánto ocupan antes de que se descargue alguno.',
  hubAsking: 'Pidiendo a {host} los archivos de {name}',
  hubFind: 'Buscar {name}',
  hubWrong: 'Este nombre no es válido. Escribe el propietario y el nombre, como {example}.',
  hubFailed: '{host} no dio ninguna lista de archivos: {detail}',
  hubNoWeights: 'Este modelo no tiene ningún archivo de pesos que se pueda leer aquí.',
  hubNamed: 'Esta dirección nombra un modelo en {host}. Pulsa «Buscar» para encontrarlo.',
  hubNone:
    'Esta dirección nombra un modelo de otro servidor, pero esta copia de la página no pregunta a ninguno.',
  hubStores:
    'Los archivos vienen de {host}. Se quedan en este navegador, para que la próxima vez sea más rápido, hasta que los borres aquí.',
  stored: 'Modelos guardados en este navegador',
  storedRemove: 'Borrar {name}',
  storedFailed: 'No se pudo borrar {name}: {detail}',
  storedRemoveShort: 'Borrar',
  storedRemoved: '{name} se borró de este navegador.',
  chooseAgain:
    '{name} se abrió desde archivos, y una dirección no puede contener archivos. Elígelos otra vez para seguir.',
  nothing: 'No había ningún archivo en lo que soltaste. Suelta una carpeta, un archivo o un wheel.',

  files: '{count} {count:archivo|archivos}',
  size: '{files}, {size} de pesos. Abrirlo ocupa esa memoria y unos megabytes más.',
  sizeBeside: 'Está junto a esta página. Su tamaño aparecerá en cuanto se encuentren sus archivos.',
  sizeUnknown: 'El servidor no dice cuánto ocupan los pesos.',
  choices: 'Este modelo tiene varios archivos de pesos. Elige uno:',
  choicesHint:
    'Un archivo más pequeño se carga más rápido, pero sus pesos están redondeados con menos precisión. Los archivos de Q2, Q3 e IQ no se pueden leer aquí.',
  tooLarge: 'Una página admite como mucho 4 GB de pesos, así que este modelo seguramente no cabrá.',
  noWeights:
    'No se encontraron pesos: ningún archivo termina en .safetensors, .gguf, .bin, .pt, .whl o .zip.',
  open: 'Abrir {name}',
  other: 'Elegir otro',
  opening: 'Abriendo {name}',
  progress: '{file}: {done} de {total}',
  cancel: 'Cancelar',
  failed: 'No se pudo abrir este modelo: {detail}',

  headwiseModel: 'Modelo entrenado con headwise',
  kindEncoder: 'codificador',
  kindVision: 'modelo de imágenes',
  kindDecoder: 'decodificador',
  kindEncoderDecoder: 'codificador y decodificador',
  sizes: '{architecture}, {kind}: {layers} × {heads}, anchura {width}; {size} en memoria',
  layers: '{count} {count:capa|capas}',
  heads: '{count} {count:cabeza|cabezas}',
  unused: '{count} {count:tensor|tensores} del archivo no se {count:usa|usan}',
  close: 'Cerrar el modelo',
  textLabel: 'Texto',
  pairLabel: 'Segunda frase, si hay dos',
  idsLabel: 'Identificadores de los tokens',
  idsHint:
    'No se encontró ningún tokenizador junto a los pesos, así que el modelo lee identificadores: números enteros de 0 a {last}.',
  idsWrong:
    'Estos no son identificadores: se esperaban números enteros de 0 a {last}, separados por espacios.',
  targetLabel: 'Identificadores para el decodificador',
  piecesLabel: 'Tokens',
  computing: 'Calculando',
  computed:
    '{count} {count:token|tokens}, {count:calculado|calculados} en tu dispositivo en {time} ms',
  computedEarly:
    '{count} {count:token|tokens}, {count:calculado|calculados} según llegaban las capas',
  readingLayer: 'Leyendo la capa {layer} de {of}.',
  readingRest: 'Todas las capas están aquí. Leyendo el resto del modelo.',
  comesNext: 'El token siguiente llega cuando se haya leído todo el modelo.',
  comesHere: 'La predicción en este token llega cuando se haya leído todo el modelo.',
  comesClasses: 'Las clases llegan cuando se haya leído todo el modelo.',
  comesSteps: 'Los pasos llegan cuando se haya leído todo el modelo.',
  comesCauses: 'Las causas llegan cuando se haya leído todo el modelo.',
  comesContacts: 'Los contactos llegan cuando se haya leído todo el modelo.',
  comesCross: 'Los mapas de la atención cruzada llegan cuando se haya leído todo el modelo.',
  comesMap: 'El mapa de esta cabeza llega cuando se haya leído su capa: {name}.',
  runFailed: 'No se pudo calcular: {detail}',
  stopped: 'Este modelo se ha detenido: {detail}',
  openAgain: 'Abrirlo de nuevo',
  example: 'El animal no cruzó la calle porque estaba demasiado cansado.',

  answerNext: 'Token siguiente tras «{token}»',
  answerMasked: 'En «{token}»',
  answerClasses: 'Clases de todo el texto',
  answerImage: 'Clases de toda la imagen',
  answerNone:
    'Este modelo da vectores y no predice nada: no tiene capa de salida, o ninguna que se conozca aquí.',
  answerAt: 'Elige arriba un token para ver la predicción en esa posición.',
  before: 'con todas las cabezas {share}',

  measureLabel: 'Marcar cabezas por',
  measureNone: 'nada',
  measureSort: 'Ordenar',
  measureList: 'Cabezas con más',
  measureBaseline: 'línea base {value}',
  measureTick: 'La marca es la línea base: una cabeza que solo ve posiciones, no palabras.',
  measureFrom: 'De',
  measureTo: 'A',
  measure_entropy: 'entropía',
  measure_distance: 'distancia',
  measure_firstToken: 'primer token',
  measure_separator: 'tokens especiales',
  measure_sameToken: 'el propio token',
  measure_previousToken: 'token anterior',
  measure_nextToken: 'token siguiente',
  measure_induction: 'inducción',
  measure_duplicate: 'mismo token en otra posición',
  measure_written: 'tamaño de lo que suma',
  measure_tokens: 'tokens que eliges',
  about_entropy: 'Entropía de la atención, en nats: 0 si toda está en un solo token.',
  about_distance: 'A cuántos tokens de distancia mira una cabeza, en promedio.',
  about_firstToken:
    'Atención al primer token. Ahí suelen mirar las cabezas para las que no encaja ningún token.',
  about_separator: 'Atención a tokens que no son palabras, como [SEP].',
  about_sameToken: 'Atención de cada token a sí mismo.',
  about_previousToken: 'Atención al token anterior.',
  about_nextToken: 'Atención al token siguiente.',
  about_induction: 'Atención al token que antes siguió al mismo token. Usa un texto que se repita.',
  about_duplicate: 'Atención a otras posiciones del mismo token.',
  about_written: 'La longitud del vector que suma una cabeza, como parte de todas las de su capa.',
  about_tokens: 'Atención que va de unos tokens a otros.',

  write: 'Escribir',
  writeHere: 'Seguir desde aquí',
  writeOne: 'Un token',
  pause: 'Pausa',
  writeAbout:
    'Cada token nuevo añade una fila al mapa de todas las cabezas. Elige un token para volver a él.',
  writing: '{count} {count:token escrito|tokens escritos}, {rate} por segundo',
  writtenClear: 'Borrar los tokens escritos',
  writtenEnd: 'El texto termina aquí: el modelo escribió el token que lo cierra.',
  writtenFull: 'El texto termina aquí: este modelo lee como mucho {count} tokens.',
  writtenLimit: 'Pausa tras {count} tokens. Pulsa «Escribir» para seguir.',
  writeThis: 'Seguir con {token}',
  answerWrite: 'Elige uno de ellos para seguir con él.',
  temperature: 'Temperatura',
  seed: 'Semilla',
  targetPiecesLabel: 'Tokens del decodificador',

  imageChoose: 'Elegir una imagen',
  imageHint: 'O suelta o pega una. No sale de este dispositivo.',
  imageSamples: 'Imágenes dibujadas',
  imageShapes: 'Formas',
  imageHouse: 'Casa',
  imageDots: 'Rayas y puntos',
  imageWrong: 'Este archivo no se pudo leer como imagen.',
  imageSized:
    'La redimensiona el navegador, así que las últimas cifras difieren de Python: el modelo pide {how} a {width} × {height} píxeles.',
  imageUnsaid:
    'No se encontró preprocessor_config.json, así que se toman 0,5 como media y desviación típica.',
  imageComputed:
    '{count} {count:token|tokens}, de los cuales {down} × {across} son parches; calculados en tu dispositivo en {time} ms',
  imageComputedEarly:
    '{count} {count:token|tokens}, de los cuales {down} × {across} son parches; calculados según llegaban las capas',
  imageAbout:
    'Una fila por capa, una imagen por cabeza: adónde mira el token elegido. Cada imagen tiene su propia escala.',
  imageGrid: 'Parches de la imagen',
  patchName: 'fila {row}, columna {column}',
  patchShort: 'f{row} c{column}',
  tokenClass: 'token de clase',
  tokenDistillation: 'token de destilación',
  tokenRegister: 'registro {number}',
  lookFrom: 'Mirando desde',
  lookChoose: 'Elige un parche de la imagen para mirar desde él. Las flechas lo mueven.',
  lookMost: 'Origen: {from}. El parche más fuerte: {to}, {share}.',
  lookOther: 'El {token}: {share}.',
  wayLabel: 'Sobre la imagen',
  wayHead: 'Esta cabeza',
  wayMean: 'Media de cabezas',
  wayRollout: 'Rollout',
  aboutMean: 'La media de todas las cabezas de esta capa.',
  aboutRollout:
    'Los mapas medios de todas las capas hasta esta, multiplicados, cada uno mezclado a medias con el propio token (Abnar y Zuidema, 2020). No cuenta los valores ni las MLP, así que solo orienta.',

  mapsAbout: 'Una fila por capa, una imagen por cabeza.',
  remove: 'Quitar esta cabeza',
  restore: 'Devolver esta cabeza',
  removedLabel: 'Cabezas quitadas',
  restoreOne: '{name}: devolver',
  restoreAll: 'Devolver todas',

  // steps
  viewSteps: 'Pasos',
  viewCauses: 'Causas',
  viewContacts: 'Contactos',
  stepsCross:
    'Los pasos muestran una capa que mira sus propios tokens. Elige «Propia» o «Codificador».',
  stepsLong:
    'Los pasos se muestran con un máximo de {most} tokens en este modelo; este texto tiene {count}.',
  stepsBehind: 'Estos pasos son del texto anterior a los últimos tokens escritos.',
  stepsFixed:
    'Los números de un modelo abierto no se pueden cambiar aquí. Para ver el efecto de una cabeza, quítala. En un programa, model.run admite otros números en lugar de los suyos.',
  layerSave: 'Guardar esta capa',
  layerCopy: 'Copiar como PyTorch',
  layerCopied: 'Copiado. Guarda también esta capa',
  layerRefused: 'No se pudo copiar',
  layerUnsaved: 'No se pudo guardar esta capa: {detail}',
  layerAbout:
    'El archivo contiene los parámetros con los nombres de torch, la entrada de la capa y su salida. El programa vuelve a calcular la capa a partir de él.',
  stepsUnknown:
    'No se muestran los pasos: la atención de este modelo tiene una operación que no está en los pasos.',
});
