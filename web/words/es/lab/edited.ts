// Texts about edited numbers and removed heads, in Spanish.

export const edited: Record<keyof typeof import('../../en/lab/edited.ts').edited, string> =
  Object.freeze({
    undo: 'Deshacer',
    redo: 'Rehacer',
    headsOff: 'Sin participar: {heads}.',
    edits:
      '{count} {count:número cambiado|números cambiados} a mano. Lo que depende de {count:él|ellos} está marcado.',
    editsNone: 'No hay cambios.',
    editsReset: 'Restaurar todo',
  });
