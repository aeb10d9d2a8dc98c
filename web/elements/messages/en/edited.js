// Texts about heads and numbers that were changed by hand, in English.

export const edited = Object.freeze({
  undo: 'Undo',
  redo: 'Redo',
  headsOff: '{heads} switched off.',
  edits: '{count} numbers changed by hand. What follows from them is marked.',
  editsOne: 'One number changed by hand. What follows from it is marked.',
  editsNone: 'Nothing is changed.',
  editsReset: 'Restore everything',
});
