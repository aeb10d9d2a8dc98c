// Texts about heads and numbers that were changed by hand, in English.

export const edited = Object.freeze({
  undo: 'Undo',
  redo: 'Redo',
  headsOff: '{heads} switched off.',
  edits:
    '{count} {count:number|numbers} changed by hand. What follows from {count:it|them} is marked.',
  editsNone: 'Nothing is changed.',
  editsReset: 'Restore everything',
});
