// All texts of the model overview in English. A translation is a file like this one with the same
// names.
// {placeholders} are filled in; this file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  mapsLabel: 'All heads',
  kindLabel: 'Attention',
  kindSelf: 'Self',
  kindCross: 'Cross',
  kindOfEncoder: 'Encoder',
  kindOfDecoder: 'Decoder',
  layerLabel: 'Layer',
  headLabel: 'Head',
  exampleLabel: 'Example',
  headName: 'Layer {layer}, head {head}',
  headRemoved: 'Layer {layer}, head {head}, removed',
  viewLabel: 'View',
  viewMaps: 'Maps',
  viewLines: 'Lines',
  segmentsLabel: 'Sentences',
  segmentsAll: 'All',
  segmentsPair: '{from} → {to}',
  wholeWords: 'Whole words',
  unchanged: 'The other layers are shown without your changes.',
});
