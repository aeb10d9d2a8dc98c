// Texts of the export menu, in simplified Chinese.

export const exporting: Record<keyof typeof import('../../en/lab/export.ts').exporting, string> =
  Object.freeze({
    exportOpen: '导出',
    exportLabel: '导出当前视图',
    exportFigure: '图形',
    exportSvg: 'SVG，用于印刷和编辑',
    exportPng: 'PNG',
    exportTikz: 'LaTeX（TikZ）',
    exportNumbers: '数据',
    exportCsv: 'CSV，用于电子表格',
    exportJson: 'JSON，包含全部数据',
    exportNpy: 'NPY，用于 NumPy',
    exportCode: '重新计算这些数的代码',
    exportTorch: '复制为 PyTorch',
    exportNumPy: '复制为 NumPy',
    exportJax: '复制为 JAX',
    exportSaved: '已保存为 {name}',
    exportCopied: '已复制',
    exportFailed: '操作失败：{detail}',
  });
