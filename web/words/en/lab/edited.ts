// Texts about edited numbers and removed heads, in English.

export const edited = Object.freeze({
  undo: 'Undo',
  redo: 'Redo',
  headsOff: '{heads} switched off.',
  edits:
    '{count} {count:number|numbers} changed by hand. What follows from {count:it|them} is marked.',
  editsNone: 'Nothing is changed.',
  editsReset: 'Restore everything',
});
