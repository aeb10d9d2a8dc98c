// Texts of the export menu, in English.

export const exporting = Object.freeze({
  exportOpen: 'Export',
  exportLabel: 'Export the present view',
  exportFigure: 'Figure',
  exportSvg: 'SVG, for print and editing',
  exportPng: 'PNG',
  exportTikz: 'LaTeX (TikZ)',
  exportNumbers: 'Numbers',
  exportCsv: 'CSV, for spreadsheets',
  exportJson: 'JSON, with everything behind it',
  exportNpy: 'NPY, for NumPy',
  exportCode: 'Code that computes them again',
  exportTorch: 'Copy as PyTorch',
  exportNumPy: 'Copy as NumPy',
  exportJax: 'Copy as JAX',
  exportSaved: 'Saved as {name}',
  exportCopied: 'Copied',
  exportFailed: 'That did not work: {detail}',
});
