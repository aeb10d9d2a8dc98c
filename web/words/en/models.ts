// All texts of the models page, in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

import { words as shared } from './model-view.ts';

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  ...shared,
  locale: 'en',

  // choosing
  title: 'Open a model',
  about:
    'See every head of a real model, such as BERT, GPT-2, Llama or ViT. Its files are read on this device and sent nowhere.',
  back: 'Back to the lab',
  english:
    'No file at hand? Begin with the English model of this page: every head of it on one board. It takes {size}.',
  englishName: 'English model',
  openEnglish: 'Open the English model',
  drop: 'Drop a folder, a file or a wheel here',
  chooseFolder: 'Choose a folder',
  chooseFiles: 'Choose files',
  needs:
    'A folder with config.json, the weights (.safetensors, .bin) and the tokenizer, as on Hugging Face; or one .gguf, .zip or .whl file; or a model that you trained and saved under “Train”.',
  starters: 'Small models to start with',
  startersHint:
    'Each has a page at Hugging Face. Download config.json, the weights and tokenizer.json (for images, preprocessor_config.json) into one folder, then choose that folder here.',
  starter: '{family}, {layers} × {heads}, {size}',
  besideLabel: 'Or the name of a model in the folder models/ next to this page',
  besideOpen: 'Find',
  besideWrong: 'This is not a valid name. Use letters, digits, dots, hyphens and underscores.',
  hubLabel: 'Or the name of a model at {host}',
  hubHint:
    '“Find” asks {host} for the list of the model’s files. You see how large they are before any of them is fetched.',
  hubAsking: 'Asking {host} for the files of {name}',
  hubFind: 'Find {name}',
  hubWrong: 'This is not a valid name. Write the owner and the name, such as {example}.',
  hubFailed: '{host} gave no list of files: {detail}',
  hubNoWeights: 'This model has no file of weights that can be read here.',
  hubNamed: 'This address names a model at {host}. Press “Find” to look for it.',
  hubNone: 'This address names a model of a hub, but this copy of the page asks no other server.',
  hubStores:
    'The files come from {host}. They stay in this browser, so that the next time is faster, until you remove them here.',
  stored: 'Models stored in this browser',
  storedRemove: 'Remove {name}',
  storedFailed: '{name} could not be removed: {detail}',
  storedRemoveShort: 'Remove',
  storedRemoved: '{name} was removed from this browser.',
  chooseAgain:
    '{name} was opened from files, and an address cannot hold files. Choose them again to go on.',
  nothing: 'No file was dropped. Drop a folder, a file or a wheel.',

  // before, and while it opens
  files: '{count} {count:file|files}',
  size: '{files}, {size} of weights. Opening it takes that much memory and a few megabytes more.',
  sizeBeside: 'It lies next to this page. Its size is shown as soon as its files are found.',
  sizeUnknown: 'The server does not say how large the weights are.',
  choices: 'This model has several files of weights. Choose one:',
  choicesHint:
    'A smaller file is loaded faster, but its weights are rounded more coarsely. Files of Q2, Q3 and IQ cannot be read here.',
  tooLarge: 'A page can hold 4 GB of weights at most, so this model will probably not fit.',
  noWeights: 'No weights were found: no file ends in .safetensors, .gguf, .bin, .pt, .whl or .zip.',
  open: 'Open {name}',
  other: 'Choose another',
  opening: 'Opening {name}',
  progress: '{file}: {done} of {total}',
  cancel: 'Cancel',
  failed: 'This model could not be opened: {detail}',

  // the model
  headwiseModel: 'Model trained with headwise',
  kindEncoder: 'encoder',
  kindVision: 'image model',
  kindDecoder: 'decoder',
  kindEncoderDecoder: 'encoder and decoder',
  sizes: '{architecture}, {kind}: {layers} × {heads}, width {width}; {size} in memory',
  layers: '{count} {count:layer|layers}',
  heads: '{count} {count:head|heads}',
  unused: '{count} {count:tensor|tensors} of the file {count:is|are} not used',
  close: 'Close the model',
  textLabel: 'Text',
  pairLabel: 'Second sentence, if there are two',
  idsLabel: 'Token ids',
  idsHint:
    'No tokenizer was found with the weights, so the model reads ids: whole numbers from 0 to {last}.',
  idsWrong: 'These are not ids: expected whole numbers from 0 to {last}, with spaces between them.',
  targetLabel: 'Token ids for the decoder',
  piecesLabel: 'Tokens',
  computing: 'Computing',
  computed: '{count} {count:token|tokens}, computed on your device in {time} ms',
  computedEarly: '{count} {count:token|tokens}, computed as the layers came',
  readingLayer: 'Reading layer {layer} of {of}.',
  readingRest: 'All layers are here. Reading the rest of the model.',
  comesNext: 'The next token comes when the whole model is read.',
  comesHere: 'The prediction at this token comes when the whole model is read.',
  comesClasses: 'The classes come when the whole model is read.',
  comesSteps: 'The steps come when the whole model is read.',
  comesCauses: 'The causes come when the whole model is read.',
  comesContacts: 'The contacts come when the whole model is read.',
  comesCross: 'The maps of cross-attention come when the whole model is read.',
  comesMap: 'The map of this head comes when its layer is read: {name}.',
  runFailed: 'This could not be computed: {detail}',
  stopped: 'This model has stopped: {detail}',
  openAgain: 'Open it again',
  example: 'The animal didn’t cross the street because it was too tired.',

  // the answer
  answerNext: 'Next token after “{token}”',
  answerMasked: 'At “{token}”',
  answerClasses: 'Classes of the whole text',
  answerImage: 'Classes of the whole image',
  answerNone:
    'This model gives vectors and predicts nothing: it has no output layer, or none that is known here.',
  answerAt: 'Choose a token above to see the prediction at its position.',
  before: 'with all heads {share}',

  // measures
  measureLabel: 'Mark heads by',
  measureNone: 'nothing',
  measureSort: 'Sort',
  measureList: 'Heads with most',
  measureBaseline: 'baseline {value}',
  measureTick: 'The tick is the baseline: a head that sees positions alone, not words.',
  measureFrom: 'From',
  measureTo: 'To',
  measure_entropy: 'entropy',
  measure_distance: 'distance',
  measure_firstToken: 'first token',
  measure_separator: 'special tokens',
  measure_sameToken: 'the token itself',
  measure_previousToken: 'previous token',
  measure_nextToken: 'next token',
  measure_induction: 'induction',
  measure_duplicate: 'same token elsewhere',
  measure_written: 'size of its addition',
  measure_tokens: 'tokens that you choose',
  about_entropy: 'Entropy of the attention, in nats: 0 where all of it is on one token.',
  about_distance: 'How many tokens away a head looks, on average.',
  about_firstToken: 'Attention on the first token. Heads for which no token fits often look there.',
  about_separator: 'Attention on tokens that are not words, such as [SEP].',
  about_sameToken: 'Attention of each token on itself.',
  about_previousToken: 'Attention on the token before.',
  about_nextToken: 'Attention on the token after.',
  about_induction:
    'Attention on the token that followed the same token earlier. Use a text that repeats itself.',
  about_duplicate: 'Attention on other positions of the same token.',
  about_written: 'The length of the vector that a head adds, as a part of all heads of its layer.',
  about_tokens: 'Attention that goes from some tokens to others.',

  // writing
  write: 'Write',
  writeHere: 'Write on from here',
  writeOne: 'One token',
  pause: 'Pause',
  writeAbout:
    'Each new token adds a row to the map of every head. Choose a token to go back to it.',
  writing: '{count} {count:token|tokens} written, {rate} per second',
  writtenClear: 'Remove the written tokens',
  writtenEnd: 'The text ends here: the model wrote the token that ends it.',
  writtenFull: 'The text ends here: this model reads {count} tokens at most.',
  writtenLimit: 'It paused after {count} tokens. Press “Write” to go on.',
  writeThis: 'Go on with {token}',
  answerWrite: 'Choose one of them to go on with it.',
  temperature: 'Temperature',
  seed: 'Seed',
  targetPiecesLabel: 'Tokens of the decoder',

  // images
  imageChoose: 'Choose an image',
  imageHint: 'Or drop or paste one. It stays on this device.',
  imageSamples: 'Drawn images',
  imageShapes: 'Shapes',
  imageHouse: 'House',
  imageDots: 'Stripes and dots',
  imageWrong: 'This file could not be read as an image.',
  imageSized:
    'Resized by the browser, so the last digits differ from Python: the model asks for {how} to {width} × {height} pixels.',
  imageUnsaid:
    'No preprocessor_config.json was found, so mean and standard deviation are taken as 0.5.',
  imageComputed:
    '{count} {count:token|tokens}, of which {down} × {across} are patches; computed on your device in {time} ms',
  imageComputedEarly:
    '{count} {count:token|tokens}, of which {down} × {across} are patches; computed as the layers came',
  imageAbout:
    'One row for each layer, one picture for each head: where the chosen token looks. Each picture has its own scale.',
  imageGrid: 'Patches of the image',
  patchName: 'row {row}, column {column}',
  patchShort: 'r{row} c{column}',
  tokenClass: 'class token',
  tokenDistillation: 'distillation token',
  tokenRegister: 'register {number}',
  lookFrom: 'Looking from',
  lookChoose: 'Choose a patch of the image to look from it. The arrow keys move it.',
  lookMost: 'From {from}: the strongest patch is {to}, {share}.',
  lookOther: 'On the {token}: {share}.',
  wayLabel: 'Over the image',
  wayHead: 'This head',
  wayMean: 'Mean of heads',
  wayRollout: 'Rollout',
  aboutMean: 'The mean of all heads of this layer.',
  aboutRollout:
    'The mean maps of all layers up to this one, multiplied, each half mixed with the token itself (Abnar and Zuidema, 2020). It leaves out values and MLPs, so it is only a rough estimate.',

  // heads
  mapsAbout: 'One row for each layer, one picture for each head.',
  remove: 'Remove this head',
  restore: 'Put this head back',
  removedLabel: 'Removed heads',
  restoreOne: '{name}: put back',
  restoreAll: 'Put all back',

  // steps
  viewSteps: 'Steps',
  viewCauses: 'Causes',
  viewContacts: 'Contacts',
  stepsCross: 'Steps show a layer that looks at its own tokens. Choose “Self” or “Encoder”.',
  stepsLong: 'Steps are shown for up to {most} tokens of this model; this text has {count}.',
  stepsBehind: 'These steps are of the text before the last tokens were written.',
  stepsFixed:
    'Numbers of an opened model cannot be changed here. To see the effect of a head, remove it. In a program, model.run takes numbers in place of its own.',
  layerSave: 'Save this layer',
  layerCopy: 'Copy as PyTorch',
  layerCopied: 'Copied. Save this layer too',
  layerRefused: 'Copying failed',
  layerUnsaved: 'This layer could not be saved: {detail}',
  layerAbout:
    'The file has the layer’s parameters under torch’s names, its input and its output. The program computes the layer again from that file.',
  stepsUnknown:
    'Steps are not shown: the attention of this model has an operation that the steps do not have.',
});
