// Texts beside lines of attention, in simplified Chinese.

export const lineView = Object.freeze({
  linesTitle: '注意力连线',
  linesHeads: '显示的头',
  linesSolo: '只看头 {head}',
  linesFrom: '从（查询）',
  linesTo: '到（键）',
  linesLegend: '线越粗，注意力越多；每个头有自己的颜色。小于 {value} 的线不画。',
});
