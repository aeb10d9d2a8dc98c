// Texts of the drawings of the lesson about writing with a cache, in Spanish.

export const cache: Record<keyof typeof import('../../en/lab/cache.ts').cache, string> =
  Object.freeze({
    cacheNext: 'Palabra siguiente',
    cacheAgain: 'De nuevo',
    cacheWords: 'Palabras escritas hasta ahora',
    cacheCount: '{count} de {all} palabras',
    cacheEarlier: 'Mayor diferencia en las filas anteriores',
    cacheCaption: 'Paso {count}: se añade una palabra',
    cacheNone: 'Sin caché',
    cacheWith: 'Con caché',
    cacheX: '{x}: palabras que entran',
    cacheQuery: 'consultas de cada cabeza',
    cacheComputed: 'claves y valores calculados',
    cacheSeen: 'claves y valores mirados',
    cacheMap: 'filas de cada mapa',
    cacheWhole: 'La frase entera de una vez',
    cacheRows: 'Fila a fila, con caché',
    cacheDifference: 'Mayor diferencia en la salida',
    cacheSets: 'Juegos de claves y valores',
    cacheSet: 'Juego',
    cacheUsers: 'Lo usan las cabezas',
    cacheSetName: 'Claves y valores {set}',
    cacheEach: 'Números guardados por palabra',
    cacheLong: 'Guardados con {words} palabras',
    cacheMaps: 'Mapas',
  });
