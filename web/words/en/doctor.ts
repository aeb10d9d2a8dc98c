// All texts of the doctor page, in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  // title
  title: 'Check your attention',
  what: 'You wrote multi-head attention and the numbers are wrong? Save the input, the weights and the output. This page names the mistake whose formula gives exactly your numbers.',
  stays: 'Nothing leaves your computer.',

  // input
  drop: 'Drop your files here',
  choose: 'Choose files',
  kinds: '.npz or .safetensors, one or many',
  examples: 'Or try an example:',
  exampleRight: 'a right one',
  exampleScale: 'scores not scaled',
  exampleMask: 'a mask that is off by one',

  // progress
  checking: 'Checking {file}',
  tooLarge:
    'This file has {size} MB. At most {most} MB can be checked here; a few tokens are enough.',
  unreadable: 'This file cannot be checked.',

  // findings
  right: 'Right',
  rightMeaning: 'These are the numbers of the formula, as exact as float32 is.',
  fault: 'A known mistake',
  faultMeaning: 'Its formula gives exactly these numbers:',
  faultsMeaning: 'Each of these mistakes gives exactly these numbers:',
  different: 'Something else',
  differentMeaning:
    'The numbers are not right. None of {faults} known mistakes and {pairs} pairs of them gives these numbers.',
  forgotten:
    'With {option}: {value} these numbers are right: the file does not say so. Save the option with the arrays.',
  firstShape: 'First to differ: {name}. It has shape ({given}), expected ({expected}).',
  firstPlace: 'First to differ: {name}, at [{at}]. It is {given}, expected {expected}.',
  first: 'First to differ: {name}.',
  chain: 'From input to output',
  chainSame: '{name}: as expected',
  chainDiffers: '{name}: differs',
  chainAfter: '{name}: follows from that',
  unseen: 'What these inputs could not have shown ({count})',
  unseenMeaning: 'With these mistakes the same numbers would have come out:',
  again: 'Remove {file}',

  // how to save
  save: 'How to save your numbers',
  saveHow:
    'Small is best: a batch of 2, 5 to 10 tokens, 16 to 64 numbers each. Draw the biases at random too: a missing bias of 0 cannot show.',
  snippetsLabel: 'Library',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy it',
  more: 'Every name that a file may hold, and grading from a command line',
});
