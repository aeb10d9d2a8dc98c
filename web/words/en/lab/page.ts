// Texts of the page around the lab, in English.

export const page = Object.freeze({
  pageTitle: 'headwise: multi-head attention, head by head',
  pageAbout: 'See attention at work on your sentence',
  pageMore: ', in each head, down to every number.',
  languageLabel: 'Language',
  modelOpen: 'Open a model',
  embedOpen: 'Embed',

  // the questions
  asks: 'Questions to start with',
  asksMenu: 'Questions',
  toolsMenu: 'Tools',
  askTwice: 'Is {x} transformed once or twice?',
  askWhere: 'Where do the {W} come from?',
  askLinear: 'Is {linear} right?',
  askOut: 'How big is {W_O}?',
  askTrained: 'What do trained heads look at?',
  askOneHead: 'Where does one head fail?',

  addressNewer:
    'This link was made by a newer version of this page, so the page starts with its example sentence.',
  addressDamaged: 'This link is damaged, so the page starts with its example sentence.',
  addressTraining:
    'This link has a training setting that is not allowed: {field} is {came}. Expected: {expected}. The usual value is used.',
  addressTooLong:
    'This is too long for a link. “Tools” saves it as a file, and opens the file again.',
  stateSave: 'Save as a file',
  stateOpen: 'Open a saved file',
  stateNotOne: 'That file was not saved by this page.',
  copyLink: 'Copy link',
  checkLink: 'Check this engine here',
  manualLink: 'Documentation',
  writeLink: 'Write a lesson',
  doctorLink: 'Check your own code',
  classLink: 'Results of a class',
  copied: 'Link copied',
  copyFailed: 'Copy it from the address bar',
});
