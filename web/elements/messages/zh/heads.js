// What is said of the heads and of the number that is selected, in simplified Chinese.

/** @type {Record<keyof typeof import('../en/heads.js').heads, string>} */
export const heads = Object.freeze({
  // the heads
  headsTitle: '各个头',
  untrained: '这些头没有训练过：权重是随机的，所以它们看什么还没有意义。但计算是真实的。',
  reseed: '换一组随机权重',
  head: '头 {head}',
  headOn: '头 {head} 参与计算',
  enlarge: '放大头 {head}',
  allHeads: '所有的头',
  viewMap: '图',
  viewTable: '表',
  mapLabel: '头 {head}。查询词元在纵向，键词元在横向。',
  axisRows: '查询：从；键：到',
  cornerColumns: '键：到 →',
  cornerRows: '查询：从 ↓',
  cornerColumnsShort: '到 →',
  cornerRowsShort: '从 ↓',
  legendLabel: '注意力',
  legendMost: '{value}',
  legendClipped: '{value} 或更多',
  legendMasked: '被遮住',

  // the table
  tableCaption: '头 {head}：每个查询词元（纵向）对每个键词元（横向）的注意力。',
  tableRange:
    '第 {firstRow} 到 {lastRow} 行，共 {rows} 行；第 {firstColumn} 到 {lastColumn} 列，共 {columns} 列',
  tableUp: '前面的行',
  tableDown: '后面的行',
  tableLeft: '前面的列',
  tableRight: '后面的列',
  tableAllDigits: '所有位数',

  // the panel
  panelLabel: '选中的数是什么',
  panelOpen: '关于这个数的更多内容',
  panelClose: '收起',
  startTitle: '指向一个词',
  startText: '它在每个头里的那一行会亮起来：这个词从句中每个词吸收了多少。',
  startLarge: '点一个头的名字，可以放大来看。',
  hint: '指向任何词或格子。点击保留，按 Esc 清除选择。',
  hintTouch: '轻触任何词或格子。再触一次清除选择。',
  cellTitle: '{query} 看 {key}，份额为',
  cellMeaning: '{query} 通过这个头吸收的全部内容中，有这么大一份来自 {key}。',
  cellMasked: '恰好是 0：有因果掩码时，{query} 不可以看排在后面的 {key}。',
  cellMaskedAcross:
    '恰好是 0：有因果掩码时，{query} 在第二句里只能看到与自己在第一句中的位置相同的地方，而 {key} 在那之后。',
  cellMaskedOut: '正好是 0：掩码不让 {query} 看 {key}。',
  rowTitle: '{query} 看得最多的是 {key}',
  rowMeaning: '图中的一行。这些数是一个整体的份额：加起来是 1。',
  rowEmptyTitle: '{query} 哪里都不许看',
  rowEmptyMeaning: '图中的一行。掩码没有给这个词留下可分的东西：它的一行全是零。',
  rowEditedMeaning:
    '图中的一行。算出来的时候加起来是 1；其中有份额被手动改过，所以现在加起来是 {sum}。',
  columnTitle: '谁在看 {key}',
  columnMeaning: '图中的一列。每个数属于不同的行，所以加起来不必是 1。',
  rowList: '{query} 看向哪里',
  columnList: '谁在看 {key}',
  pairList: '同一对词在每个头里',
  bestList: '在每个头里，{query} 看得最多的是',
  more: '还有 {count} 个',
  allOfIt: '把整个头当作表来看',

  provAsk: '这个数从哪里来？',
  provTitle: '这个数的来历',
  provClose: '关闭',
  provNamePair: '{symbol}：{query} → {key}',
  provNameToken: '{symbol}：{token}，第 {column} 个数',
  provNameWeight: '{symbol}：第 {row} 行，第 {column} 列',
  provNameBias: '{symbol}：第 {column} 个数',
  provNameRow: '{symbol}：{token}',
  provSay: '{name} 是 {value}',
  stepsStartTitle: '点一个数',
  stepsStartText: '这些矩阵里的每个数都可以打开，看它由哪些数组成。',

  // what is spoken
  sayCell: '头 {head}：{query} 对 {key} 的注意力是 {value}',
  sayMasked: '头 {head}：{query} 不可以看 {key}',
  sayRow: '头 {head}：{query} 看得最多的是 {key}，{value}',
  sayColumn: '头 {head}：看 {key} 最多的是 {query}，{value}',
  sayReleased: '已清除选择。',
});
