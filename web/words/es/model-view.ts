// All texts of the model overview in Spanish.

import type { Messages } from '../en/model-view.ts';

export const words: Messages = Object.freeze({
  mapsLabel: 'Todas las cabezas',
  kindLabel: 'Atención',
  kindSelf: 'Propia',
  kindCross: 'Cruzada',
  kindOfEncoder: 'Codificador',
  kindOfDecoder: 'Decodificador',
  layerLabel: 'Capa',
  headLabel: 'Cabeza',
  exampleLabel: 'Ejemplo',
  headName: 'Capa {layer}, cabeza {head}',
  headRemoved: 'Capa {layer}, cabeza {head}, quitada',
  viewLabel: 'Vista',
  viewMaps: 'Mapas',
  viewLines: 'Líneas',
  segmentsLabel: 'Frases',
  segmentsAll: 'Todas',
  segmentsPair: '{from} → {to}',
  wholeWords: 'Palabras enteras',
  unchanged: 'Las otras capas se muestran sin tus cambios.',
});
