// Texts beside lines of attention, in Spanish.

export const lineView = Object.freeze({
  linesTitle: 'Líneas de atención',
  linesHeads: 'Cabezas mostradas',
  linesSolo: 'Solo la cabeza {head}',
  linesFrom: 'desde (consulta)',
  linesTo: 'hacia (clave)',
  linesLegend:
    'Cuanto más gruesa es la línea, más atención; cada cabeza tiene su color. No se dibujan las líneas por debajo de {value}.',
});
