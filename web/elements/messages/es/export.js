// Texts of the export menu, in Spanish.

/** @type {Record<keyof typeof import('../en/export.js').exporting, string>} */
export const exporting = Object.freeze({
  exportOpen: 'Exportar',
  exportLabel: 'Exportar lo que hay en pantalla',
  exportFigure: 'Figura',
  exportSvg: 'SVG, para imprimir y editar',
  exportPng: 'PNG',
  exportTikz: 'LaTeX (TikZ)',
  exportNumbers: 'Números',
  exportCsv: 'CSV, para hojas de cálculo',
  exportJson: 'JSON, con todo lo que hay detrás',
  exportNpy: 'NPY, para NumPy',
  exportCode: 'Código que los vuelve a calcular',
  exportTorch: 'Copiar como PyTorch',
  exportNumPy: 'Copiar como NumPy',
  exportJax: 'Copiar como JAX',
  exportSaved: 'Guardado como {name}',
  exportCopied: 'Copiado',
  exportFailed: 'No ha funcionado: {detail}',
});
