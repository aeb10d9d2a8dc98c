// Texts of the export menu, in Spanish.

export const exporting: Record<keyof typeof import('../../en/lab/export.ts').exporting, string> =
  Object.freeze({
    exportOpen: 'Exportar',
    exportLabel: 'Exportar la vista actual',
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
