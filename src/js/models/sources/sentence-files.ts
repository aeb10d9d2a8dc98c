// Names of the files of sentence-transformers beside modules.json.

/** Settings of the whole: the width of vectors. */
export const WHOLE = 'config_sentence_transformers.json';

/** Files with the maximum length of a text; the library reads the first that exists. */
export const LENGTHS = [
  'bert',
  'roberta',
  'distilbert',
  'camembert',
  'albert',
  'xlm-roberta',
  'xlnet',
].map((family) => `sentence_${family}_config.json`);

/** The possible names of files in a folder that cannot list its files. */
export const SENTENCE_FILES = [
  ...[WHOLE, ...LENGTHS, '1_Pooling/config.json'],
  ...[2, 3].flatMap((at) =>
    ['config.json', 'model.safetensors', 'pytorch_model.bin'].map((name) => `${at}_Dense/${name}`),
  ),
];
