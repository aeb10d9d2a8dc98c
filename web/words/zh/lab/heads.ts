// Texts about the heads and the selected number, in simplified Chinese.

export const heads: Record<keyof typeof import('../../en/lab/heads.ts').heads, string> =
  Object.freeze({
    // the heads
    headsTitle: '注意力头',
    untrained: '这些头未经训练：权重是随机的，所以这些图还没有意义。但计算是真实的。',
    reseed: '换一组随机权重',
    head: '头 {head}',
    headOn: '头 {head} 参与计算',
    headIsOn: '开',
    headIsOff: '关',
    enlarge: '放大头 {head}',
    allHeads: '所有的头',
    viewMap: '图',
    viewTable: '表',
    mapLabel: '头 {head}。纵向是查询词元，横向是键词元。',
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
    panelOpen: '展开这个数的说明',
    panelClose: '收起这个数的说明',
    startTitle: '选一个词',
    startText: '它在每个头里的那一行会标出来：它看每个词看多少。',
    startLarge: '点击头的名称可以放大。',
    hint: '指向任何词或格子。点击保留，按 Esc 清除选择。',
    hintTouch: '轻触任何词或格子。再触一次清除选择。',
    cellTitle: '{query} 看 {key}，份额为',
    cellMeaning: '在这个头里，{query} 的注意力有这么大的份额给了 {key}。',
    cellMasked: '恰好是 0：有因果掩码时，{query} 不可以看排在后面的 {key}。',
    cellMaskedAcross:
      '恰好是 0：有因果掩码时，{query} 在第二句里最多只能看到与它在第一句中相同的位置，而 {key} 在那之后。',
    cellMaskedOut: '恰好是 0：掩码不让 {query} 看 {key}。',
    rowTitle: '{query} 看得最多的是 {key}',
    rowMeaning: '它在这个头里的注意力：图中的一行，加起来是 100 %。',
    rowEmptyTitle: '{query} 不可以看任何词',
    rowEmptyMeaning: '图中的一行。掩码遮住了所有的词：这一行全是零。',
    rowEditedMeaning: '图中的一行。其中一个份额是手动设定的，所以现在加起来是 {sum}，而不是 1。',
    columnTitle: '看 {key} 的词',
    columnMeaning: '图中的一列。每个数属于不同的行，所以加起来不必是 1。',
    rowList: '{query} 看向哪里',
    columnList: '看 {key} 的词',
    pairList: '同一对词在每个头里',
    bestList: '在每个头里，{query} 看得最多的是',
    more: '还有 {count} 个',
    allOfIt: '用表格显示整个头',

    provAsk: '这个数从哪里来？',
    provTitle: '这个数从哪里来',
    provClose: '关闭',
    stepsStartTitle: '点一个数',
    stepsStartText: '可以看到它是由哪些数算出来的。',

    // sentences for screen readers
    sayCell: '头 {head}：{query} 对 {key} 的注意力是 {value}',
    sayMasked: '头 {head}：{query} 不可以看 {key}',
    sayRow: '头 {head}：{query} 看得最多的是 {key}，{value}',
    sayColumn: '头 {head}：看 {key} 最多的是 {query}，{value}',
    sayReleased: '已清除选择。',
  });
