// All texts of the doctor page, in Spanish.

import type { Messages } from '../en/doctor.ts';

export const words: Messages = Object.freeze({
  title: 'Revisa tu atención',
  what: '¿Has programado la atención multicabeza y los números no salen? Guarda la entrada, los pesos y la salida. Esta página nombra el error cuya fórmula da exactamente tus números.',
  stays: 'Nada sale de tu ordenador.',

  drop: 'Suelta aquí tus archivos',
  choose: 'Elegir archivos',
  kinds: '.npz o .safetensors, uno o varios',
  examples: 'O prueba un ejemplo:',
  exampleRight: 'uno correcto',
  exampleScale: 'puntuaciones sin escalar',
  exampleMask: 'una máscara desplazada una posición',

  checking: 'Revisando {file}',
  tooLarge:
    'Este archivo tiene {size} MB. Aquí se revisan como mucho {most} MB; bastan unos pocos tokens.',
  unreadable: 'Este archivo no se puede revisar.',

  right: 'Correcto',
  rightMeaning: 'Son los números de la fórmula, con la exactitud de float32.',
  fault: 'Un error conocido',
  faultMeaning: 'Su fórmula da exactamente estos números:',
  faultsMeaning: 'Cada uno de estos errores da exactamente estos números:',
  different: 'Otra cosa',
  differentMeaning:
    'Los números no son correctos. Se han probado {faults} errores conocidos y {pairs} parejas de ellos: ninguno da estos números.',
  forgotten:
    'Con {option}: {value} estos números son correctos: el archivo no lo dice. Guarda la opción junto con los arrays.',
  firstShape: 'Lo primero que difiere: {name}. Su forma es ({given}); se esperaba ({expected}).',
  firstPlace: 'Lo primero que difiere: {name}, en [{at}]. Es {given}; se esperaba {expected}.',
  first: 'Lo primero que difiere: {name}.',
  chain: 'De la entrada a la salida',
  chainSame: '{name}: como se esperaba',
  chainDiffers: '{name}: difiere',
  chainAfter: '{name}: es consecuencia',
  unseen: 'Lo que estas entradas no podían mostrar ({count})',
  unseenMeaning: 'Con estos errores habrían salido los mismos números:',
  again: 'Quitar {file}',

  save: 'Cómo guardar tus números',
  saveHow:
    'Mejor pequeño: un lote de 2, de 5 a 10 tokens, de 16 a 64 números cada uno. Sortea también los sesgos: si valen 0, no se nota que falta uno.',
  snippetsLabel: 'Biblioteca',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Selecciónalo y cópialo',
  more: 'Todos los nombres que puede contener un archivo, y cómo calificar desde la línea de comandos',
});
