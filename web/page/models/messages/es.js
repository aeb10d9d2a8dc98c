// Every word of the part of the page that opens models, in Spanish.

import { messages as shared } from '../../../elements/model-view/messages/es.js';

/** @type {import('./en.js').Messages} */
export const messages = Object.freeze({
  ...shared,
  locale: 'es',

  title: 'Abrir un modelo',
  about:
    'Mira todas las cabezas de un modelo real, como BERT, GPT-2 o Llama. Sus archivos se leen en este dispositivo y no se envían a ninguna parte.',
  back: 'Volver al laboratorio',
  drop: 'Suelta aquí una carpeta, un archivo o un wheel',
  chooseFolder: 'Elegir una carpeta',
  chooseFiles: 'Elegir archivos',
  needs:
    'Una carpeta con config.json, los pesos (.safetensors, .bin) y el tokenizador, tal como la ofrece Hugging Face; o un solo archivo .gguf, .zip o .whl.',
  besideLabel: 'O el nombre de un modelo de la carpeta models/ que está junto a esta página',
  besideOpen: 'Buscar',
  besideWrong: 'Ese nombre no es válido. Usa letras, cifras, puntos, guiones y guiones bajos.',
  named: 'Esta dirección muestra {name}.',
  nothing: 'No había ningún archivo en lo que soltaste. Suelta una carpeta, un archivo o un wheel.',

  size: '{files} archivos, {size} de pesos. Abrirlo ocupa esa memoria y unos megabytes más.',
  sizeBeside: 'Está junto a esta página. Su tamaño aparecerá en cuanto se encuentren sus archivos.',
  tooLarge: 'Una página admite como mucho 4 GB de pesos, así que este modelo seguramente no cabrá.',
  noWeights:
    'No se encontraron pesos: ningún archivo termina en .safetensors, .gguf, .bin, .pt, .whl o .zip.',
  open: 'Abrir {name}',
  other: 'Elegir otro',
  opening: 'Abriendo {name}',
  progress: '{file}: {done} de {total}',
  cancel: 'Cancelar',
  failed: 'No se pudo abrir este modelo: {detail}',
  images: 'Este modelo lee imágenes. Por ahora, esta página solo abre modelos que leen texto.',

  kindEncoder: 'codificador',
  kindDecoder: 'decodificador',
  kindEncoderDecoder: 'codificador y decodificador',
  sizes:
    '{architecture}, {kind}: {layers} capas × {heads} cabezas, anchura {width}; {size} en memoria',
  unused: '{count} tensores del archivo no se usan',
  close: 'Cerrar el modelo',
  textLabel: 'Texto',
  idsLabel: 'Identificadores de los tokens',
  idsHint:
    'No se encontró ningún tokenizador junto a los pesos, así que el modelo lee identificadores: números enteros de 0 a {last}.',
  idsWrong:
    'Estos no son identificadores: se esperaban números enteros de 0 a {last}, separados por espacios.',
  targetLabel: 'Identificadores para el decodificador',
  piecesLabel: 'Tokens',
  computing: 'Calculando',
  computed: '{count} tokens, calculados en tu dispositivo en {time} ms',
  runFailed: 'No se pudo calcular: {detail}',
  example: 'El animal no cruzó la calle porque estaba demasiado cansado.',

  answerNext: 'Token siguiente tras {token}',
  answerMasked: 'En {token}',
  answerClasses: 'Clases de todo el texto',
  answerNone: 'Este modelo da vectores y no predice nada: no tiene capa de salida.',
  answerAt: 'Elige arriba un token para ver la predicción en su lugar.',
  before: 'con todas las cabezas {share}',

  write: 'Escribir',
  writeHere: 'Seguir desde aquí',
  writeOne: 'Un token',
  pause: 'Pausa',
  writeAbout:
    'Cada token nuevo añade una fila al mapa de todas las cabezas. Elige un token para volver a él.',
  writing: '{count} tokens escritos, {rate} por segundo',
  writtenClear: 'Borrar lo escrito',
  writtenEnd: 'El texto termina aquí.',
  writeThis: 'Seguir con {token}',
  answerWrite: 'Elige uno de ellos para seguir con él.',
  temperature: 'Temperatura',
  seed: 'Semilla',
  targetPiecesLabel: 'Tokens del decodificador',

  mapsAbout: 'Una fila por capa, una imagen por cabeza.',
  remove: 'Quitar esta cabeza',
  restore: 'Devolver esta cabeza',
  removedLabel: 'Cabezas quitadas',
  restoreOne: '{name}: devolver',
  restoreAll: 'Devolver todas',
});
