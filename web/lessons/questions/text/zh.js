// The words of the questions in simplified Chinese; see en.js for what places mean.

/** @type {typeof import('./en.js').questionText} */
export const questionText = Object.freeze({
  'query-shape': {
    ask: '句子有 {tokens} 个词，每个词有 {width} 个数，只有一个头。所有词的查询合在一起，{Q} 的形状是什么？',
    why: '每个词给出一行；只有一个头时，查询和词一样宽。',
    hints: {
      turned: '数对了，顺序反了：这里每个词是一行。',
      weights: '那是 {W_Q} 的形状，查询由它产生。',
      map: '那是注意力图的形状：词 × 词。',
    },
  },
  'dot-product': {
    ask: '查询是 {query}，键是 {key}。它们的点积是多少？',
    why: '两者逐个相乘，再把乘积加起来。',
    hints: {
      unsigned: '要看符号：负数乘正数得负数。',
      added: '每一对是相乘，不是相加。',
      sums: '先逐对相乘，然后才相加。',
    },
  },
  'last-share': {
    ask: 'softmax 把 {word} 这一行变成了份额。其他词一共占 {others}。留给 {other} 的是多少？',
    why: '一行的份额加起来是 1，所以每个词得到其他词剩下的部分。',
    hints: {
      same: '那是其他词的份额。从 1 里还剩多少？',
      even: '那是平均分配。份额加起来是 1，但各不相同。',
    },
  },
  mixture: {
    ask: '在 {word} 这一行，把 {other} 的份额设为 1，其余设为 0。{word} 的 {z} 会是什么？',
    why: '{z} 是各个值乘以各自份额的和：这里一个值乘 1，其余乘 0。',
    options: {
      value: '{other} 的值',
      key: '{other} 的键',
      query: '{word} 的查询',
      mean: '所有值的均值',
    },
    hints: {
      key: '键只用来决定份额，传递的是值。',
      query: '查询只用来决定份额，得到的是值。',
      mean: '那需要所有份额相等。',
    },
  },
  'order-steps': {
    ask: '哪一步在先，哪一步在后？请排好顺序。',
    why: '引擎在每一步改动一个数，只有后面的步骤跟着变。',
    options: {
      dotProducts: '查询与键相乘',
      scores: '除以平方根',
      attention: 'softmax 变成份额',
      heads: '混合各个值',
    },
  },
  'whose-column': {
    ask: '{W_Q} 有 {width} 列，供 {heads} 个头使用。第 {column} 列中的一个数将被改动。哪个头的查询会变？请指出它的注意力图。',
    why: '这些列被切成并排的 {heads} 块，每个头一块。',
    hints: {
      dealt: '列不是轮流分发的，同一个头的列是相邻的。',
    },
  },
  'product-shape': {
    ask: '{W} 的形状是 {width} × {width}，{W_i} 的形状是 {width} × {headDim}。乘积 {W} {W_i} 的形状是什么？',
    why: '行来自第一个，列来自第二个：又是 {W_i} 的形状，所以一个矩阵就能做两个的事。',
    hints: {
      large: '那只是 {W}。列来自 {W_i}。',
      turned: '反了：行来自第一个矩阵。',
    },
  },
  'sees-all': {
    ask: '一个词有 {width} 个数，共有 {heads} 个头。一个头的查询取决于其中多少个数？',
    why: '每个头的矩阵都读入整个词，只是输出较短。',
    hints: {
      piece: '那是每个头输出的个数。输入有多少个？',
      heads: '那是头数。',
    },
  },
  'head-width': {
    ask: '宽度是 {width}，共有 {heads} 个头。一个头有多宽？',
    why: '各个头平分宽度：{width} 除以 {heads}。',
    hints: {
      whole: '那是词的宽度，要由各个头平分。',
      heads: '那是头数。',
      product: '各个头平分宽度，不是相乘。',
    },
  },
  'set-head-width': {
    ask: '宽度是 {width}。请在注意力图的上方选择头数，使每个头宽 {headDim}。',
    why: '{width} 除以头数，就是一个头的宽度。',
  },
  'map-shape': {
    ask: '有 {tokens} 个词、{heads} 个头，宽度 {width}。所有头的注意力图合在一起是什么形状？头写在最前面。',
    why: '每个头一张图，每个词占一行一列。图里看不出宽度。',
    hints: {
      one: '那是一个头的图。',
      last: '头写在最前面。',
      values: '那是查询的形状。图的两边都是词。',
    },
  },
  'score-growth': {
    ask: '这里没有做除法。一个头从 {width} 个数增加到 {wide} 个。分数的典型大小大约会：',
    why: '刚才测得：{ratio} 倍。有些乘积是负的，互相抵消，所以乘积变成四倍，和大约只变成两倍。',
    options: {
      half: '变成原来的一半',
      same: '不变',
      twice: '变成两倍',
      four: '变成四倍',
    },
    hints: {
      half: '乘积更多，和更大，而不是更小。',
      same: '乘积更多时和确实会变大，所以才要除。',
      four: '只有所有乘积符号相同时才会这样。',
    },
  },
  'divide-by': {
    ask: '宽度是 {width}，共有 {heads} 个头。每个点积除以哪个数？',
    why: '除以一个头的宽度的平方根，这里的宽度是 {headDim}。',
    hints: {
      noRoot: '那是一个头的宽度，还要开平方。',
      whole: '那是整个宽度的平方根。查询只有一个头那么宽。',
      heads: '那是头数。',
    },
  },
  'what-stays': {
    ask: '即将关闭除法。在 {word} 这一行，什么保持不变？',
    why: '无论分数如何，softmax 都把它们变成一个整体的份额。除法只决定分得多均匀。',
    options: {
      scores: '分数之和',
      shares: '份额之和',
      largest: '最大的份额',
    },
    hints: {
      scores: '不除的分数更大，它们的和也随之改变。',
      largest: '分数更大，相差更远，所以最大的份额会增加。',
    },
  },
  'row-count': {
    ask: '即将打开因果掩码。{word} 是 {tokens} 个词中的第 {place} 个。它会给多少个词份额？',
    why: '它可以看自己和前面的词，所以就是它在句中的位置。',
    hints: {
      all: '那是所有的词。后面的词是隐藏的。',
      ahead: '那是它看不到的词。',
      notItself: '一个词也可以看自己。',
    },
  },
  'empty-cells': {
    ask: '一个句子长 {tokens} 个词元，末尾 {fillers} 个是填充。一张注意力图里有多少个空格子？',
    why: '任何一行都不能看填充，所以有 {fillers} 列、每列 {tokens} 个空格子。填充的行照样计算。',
    hints: {
      corner: '不只是填充看不到填充：每一行都看不到。',
      both: '只有列是空的，填充的行照样计算。',
      fillers: '那是列数。每一列在每一行都有一个格子。',
    },
  },
  'first-hidden': {
    ask: '即将打开因果掩码。找到 {word} 的行（第 {place} 行）。这一行里第一个会变空的格子是哪个？请指出来。',
    why: '行是在看的词，列是被看的词。它看得到自己，看不到自己后面的词。',
    hints: {
      itself: '一个词可以看自己。下一个格子才是第一个隐藏的。',
      turned: '行和列反了：行是在看的词。',
    },
  },
  'untrained-share': {
    ask: '权重是随机的。{word} 这一行里最大的份额会有多大？',
    why: '是 {largest}。训练之前，没有哪个头特别看哪里。',
    options: {
      one: '几乎全部',
      half: '大约一半',
      spread: '很小：许多词各得一点',
    },
    hints: {
      one: '要做到那样，头必须先学会看什么。',
      half: '就连这样，也需要头偏爱某个词。',
    },
  },
  'find-head': {
    ask: '这些头已经训练好。其中一个把动词 {word} 引向它的主语 {other}。请指出它的注意力图。',
    why: '在 {word} 这一行，只有这个头几乎全部落在 {other} 上。',
  },
  'find-word': {
    ask: '请选择句中的一个词，它在头 {head} 里几乎把全部给了 {other}。',
    why: '这个头把动词引向主语，所以 {word} 就是。',
  },
  'map-cells': {
    ask: '一段文字有 {tokens} 个词。一个头的注意力图里有多少个数？',
    why: '每一对词一个：{tokens} 乘以 {tokens}。',
    hints: {
      row: '那是一行。每个词都有一行。',
      twice: '是行乘以列，不是行加列。',
      width: '图里看不出词有多宽。',
    },
  },
  'times-as-long': {
    ask: '一段文字变成原来的 {factor} 倍长。一个头的注意力图会：',
    why: '图的两边都变成 {factor} 倍，所以格子是 {square} 倍。',
    options: {
      same: '和原来一样大',
      factor: '是原来的 {factor} 倍',
      double: '是原来的 {double} 倍',
      square: '是原来的 {square} 倍',
    },
    hints: {
      same: '每个新词都带来一行和一列。',
      factor: '那只数了行。行也变长了。',
      double: '行与列是相乘，不是相加。',
    },
  },
  kept: {
    ask: '宽度是 {width}，共有 {heads} 个头。所有头的查询、键和值，每个词要保存多少个数？',
    why: '查询、键和值各与词一样宽：{width} 的三倍，不论由多少个头来分。',
    hints: {
      one: '那只够三者中的一个。',
      head: '那是一个头保存的。',
      words: '那是所有的词，而且只是三者之一。',
    },
  },
});

/** @type {typeof import('./en.js').questionWords} */
export const questionWords = {
  first: '你怎么想？',
  again: '还记得吗？',
  testOf: '第 {number} 题，共 {all} 题',
  waiting: '正在准备问题。',
  covered: '说出你的想法后，答案会显示在这里。',
  lock: '锁定我的答案',
  check: '检查',
  failed: '引擎没有给出答案。请再试一次。',
  skip: '跳过',
  onwards: '继续',
  retry: '换一组数再来',
  right: '对。',
  wrong: '还差一点。',
  skipped: '已跳过。',
  settled: '这一题你已经回答过了。',
  youSaid: '你的答案',
  engineSays: '引擎的答案',
  yes: '是',
  no: '还没有',
  numberLabel: '你的数',
  numberWrong: '请写一个数，例如 12 或 0.25。',
  shapeLabel: '你的形状，例如 4 × 8',
  shapeWrong: '请写一个形状：整数之间用 × 或逗号分隔。',
  chooseWrong: '请先选一个。',
  pointHint: '请点击图。用键盘：移到图上，用方向键移动，再按回车键。',
  pointWrong: '请先在图上点击一个。',
  pointHead: '头 {head}',
  pointCell: '第 {row} 行（{word}），第 {column} 列（{other}）',
  pointsAt: '你指的是：{place}',
  orderUp: '把“{step}”上移',
  orderDown: '把“{step}”下移',
  orderPlace: '“{step}”现在是第 {place} 步，共 {count} 步。',
  progress: '{asked} 题答对 {right} 题',
  testTitle: '结业测验',
  testAbout: '来自所有课程的十道题，每题都有解答。',
  testBegin: '开始测验',
  testGoOn: '继续测验',
  testNew: '开始新的测验',
  testDone: '测验结束：{asked} 题答对 {right} 题。',
  recap: '你的答案',
  recapLesson: '见“{title}”',
  recapAsk: '再问一次',
  code: '成绩码',
  codeAbout:
    '交给老师。它记录了你的回答，能发现抄写错误，但不能证明是谁回答的：浏览器里的网页都做不到。',
  codeCopy: '复制成绩码',
  codeCopied: '已复制',
};
