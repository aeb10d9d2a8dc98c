// All texts of the training room in simplified Chinese; see en.ts.

import type { Words } from '../en/training.ts';

export const words: Words = {
  title: '训练',
  lead: '一个小型 Transformer 在你的设备上学习它。它的头起初只是随机数。',

  // the experiment of one head beside four
  opening: {
    title: '四个头还是一个头？',
    text: '两个模型各有 {parameters} 个参数：一个有四个头，另一个只有一个头，宽度等于四个头之和。两者从同一个种子开始，看到的批次也相同。',
    question: '哪一个能学会？',
    guesses: { several: '只有四个头的', one: '只有一个头的', both: '两个都能' },
    running: '目前答对：四个头 {several}，一个头 {one}。',
    result: '答对：四个头 {several}，一个头 {one}。{why}',
    rightGuess: '如你所料。四个头答对 {several}，一个头答对 {one}。{why}',
    wrongGuess: '与你所料不同。四个头答对 {several}，一个头答对 {one}。{why}',
    why: '原因见本页末尾。',
  },

  // task and settings
  settings: '训练什么，怎样训练',
  task: '任务',
  heads: '每层的头数',
  seed: '随机种子',
  rate: '学习率',
  versus: '与单个头比较',
  tasks: {
    'copy-previous': {
      name: '说出前一个字母',
      about: '在每个字母处，说出它前面的那个字母。',
    },
    induction: {
      name: '续写重复的序列',
      about: '一串字母不断重复，长度没有给出。找到这个字母上一次出现的地方，说出它后面的字母。',
    },
    reverse: {
      name: '倒着说',
      about: '从最后一个字母说到第一个。',
    },
    sort: {
      name: '给字母排序',
      about: '按字母表的顺序说出这些字母。',
    },
    binary: {
      name: '读二进制数',
      about: '每个位置前面的六个数字是一个二进制数，例如 010110。说出它是 0 到 63 中的哪一个。',
    },
    grammar: {
      name: '校对',
      about: '一个小语法里的英语句子，其中有些词是错的。在每个词处说出那里应该是哪个词。',
    },
    text: {
      name: '你自己的文本',
      about: '在你粘贴的文本的每个字或词处，说出下一个。语言模型学的就是这个。',
    },
    pairs: {
      name: '你自己的配对',
      about: '由你写出输入和对应的输出。模型看到输入，就回答它的输出。',
    },
  },

  // a task of one's own
  own: {
    fields: {
      text: '你的文本',
      pairs: '你的配对，每行一个：输入 -> 输出',
    },
    unit: '单位',
    units: { letters: '字', words: '词' },
    textIs: {
      letters: '共 {count} 个字符，其中不同的有 {different} 个。最后 {heldOut} 个留作测试。',
      words: '共 {count} 个词和标点，其中不同的有 {different} 个。最后 {heldOut} 个留作测试。',
    },
    pairsAre: '共 {count} 对。其中 {heldOut} 对留作测试，用来看模型是否找到了规律。',
    fewPairsAre: '共 {count} 对，模型全都用来学习。达到 8 对以后，每八对留出一对作测试。',
    problems: {
      empty: '请写下或粘贴要学习的内容。',
      textShort: '太短：只有 {count} 个符号，至少需要 {least} 个。',
      oneSymbol: '只有一种符号，没有什么可学。请至少使用两种。',
      tooDifferent: '不同的符号太多：{count} 个，最多能学 {most} 个。请改为按字读，或缩短文本。',
      long: '太长：{count} 个字符，最多能学 {most} 个。',
      noArrow: '第 {line} 行：请写一个输入、一个箭头和一个输出，例如 sun -> nus。',
      emptySide: '第 {line} 行：箭头的一边是空的。',
      twoOutputs: '第 {line} 行：这个输入已经有另一个输出。',
      pairLong: '第 {line} 行：有 {count} 个符号，一对最多 {most} 个。',
      fewPairs: '请至少写两个输入不同的配对。',
      manyPairs: '配对太多：{count} 对，最多能学 {most} 对。',
    },
    figures: {
      text: '在文本末尾的 64 个序列上，模型学习时从未见过它们',
      pairs: '在模型学习时从未见过的 {count} 对上',
      allPairs: '就在模型学习的那些配对上',
    },
    examples: {
      text:
        '这是院子。\n' +
        '这是院子里的树。\n' +
        '这是在树上唱歌的鸟，树在院子里。\n' +
        '这是看见鸟的猫，鸟在树上唱歌，树在院子里。\n' +
        '这是听见猫的狗，猫看见鸟，鸟在树上唱歌，树在院子里。\n' +
        '这是呼唤狗的女孩，狗听见猫，猫看见鸟，鸟在树上唱歌，树在院子里。\n' +
        '女孩呼唤狗，狗听见女孩。狗呼唤女孩，女孩听见狗。\n' +
        '狗听见猫，猫听见狗。狗看见猫，猫看见狗。\n' +
        '猫看见鸟，鸟看见猫。猫听见鸟，鸟听见猫。\n' +
        '鸟在树上唱歌，女孩在院子里唱歌。女孩听见鸟，鸟听见女孩。\n' +
        '狗呼唤鸟，鸟呼唤狗。鸟看见狗，狗看见鸟。\n' +
        '猫呼唤女孩，女孩听见猫。女孩呼唤猫，猫听见女孩。\n' +
        '女孩看见在树上唱歌的鸟，鸟看见在院子里唱歌的女孩。\n' +
        '狗看见猫，猫看见鸟，鸟看见女孩，女孩看见狗。\n' +
        '女孩听见狗，狗听见鸟，鸟听见猫，猫听见女孩。\n' +
        '猫看见呼唤狗的女孩，女孩看见听见猫的狗。\n' +
        '鸟听见呼唤猫的女孩，女孩听见在树上唱歌的鸟。\n' +
        '狗看见在院子里唱歌的女孩，女孩看见在树上的猫。\n' +
        '猫听见在树上唱歌的鸟，鸟看见在院子里的猫。\n' +
        '女孩呼唤鸟，鸟听见女孩。鸟呼唤猫，猫听见鸟。',
      words:
        '2741 5063 9182 3470 6259 1834 7906 4521 8097 2365 5914 3682 7140 9453 1278 6805 4039 8716 2590 3147 6924 5381 7062 1495 8243 9607 4758 2016 3589 6431 7298 5170 8364 9025 1642 4873 2937 6018 3756 5429 7581 8190 9346 1703 4265 2804 6597 3021 5738 7419 8652 9870 1068 4397 2183 6745',
    },
  },
  baselines: {
    title: '不用注意力，只用频率',
    byPosition: '只知道位置',
    bySymbol: '只知道这个符号',
  },

  // going
  transport: '训练过程',
  start: '开始',
  pause: '暂停',
  goOn: '继续',
  goOnFrom: '从第 {step} 步继续',
  goOnLonger: '再训练 {steps} 步',
  single: '走一步',
  restart: '重新开始',
  restartWith: '用 {rate} 重新开始',
  again: '相同的种子得到完全相同的数，所以这次训练会重新进行到第 {to} 步。',
  stop: '停在这里',
  speed: '速度',
  speedOne: '每秒 1 步',
  speedSteps: '每秒 {count} 步',
  speedMost: '最快速度',
  failed: '引擎无法训练。',
  diverged: '训练在第 {step} 步之后发散了：接下来的结果不是有限的数。',
  divergedLarge: '训练到第 {step} 步发散了：损失是随机猜测的 {times} 倍。',
  divergedWhy:
    '学习率这么大，每一步都太长：它越过损失最低的地方，到了另一边。请降低学习率，或者用滑块回看之前的步。',

  // how it goes
  figuresAbout: '在它学习时从未见过的 64 个序列上',
  model: '模型',
  step: '步',
  loss: '损失',
  right: '正确',
  parameters: '参数',
  runMany: '{heads} 个头',
  runOne: '一个头',
  lossOfBatch: '每一批的损失：越小越好',
  rightOfBatch: '每一批中的正确答案',
  guessing: '虚线：随机猜测，{value}',
  chartEmpty: '还没有开始学习。',
  chartLoss: '从第 1 步到第 {step} 步的损失：从 {first} 到 {last}。',
  chartRight: '从第 1 步到第 {step} 步的正确率：从 {first} 到 {last}。',
  scrubber: '回看某一步',
  scrubbed: '第 {step} 步',
  scrubHint:
    '移动滑块，可以看到之前某一步的注意力图和数字。从那里继续训练时，优化器用的是那一步的状态。',

  // sequence
  strip: '一个序列，以及模型在每个位置的回答',
  stripGiven: '输入',
  stripSaid: '回答',
  sayRight: '回答 {said}，正确',
  sayWrong: '回答 {said}，错误，应为 {target}',
  layer: '第 {layer} 层',
  head: '头 {head}',
  headAt: '第 {layer} 层的头 {head}',
  takesPart: '第 {layer} 层的头 {head} 参与',
  enlarge: '放大第 {layer} 层头 {head} 的图',
  mapOf: '第 {layer} 层头 {head} 的注意力。最像：{role}，{score}。',
  positionsAlone: '只看位置：{score}',
  roles: {
    previousToken: '前一个',
    firstToken: '第一个',
    duplicate: '相同的符号',
    induction: '归纳',
    fixedOffset: '固定距离',
    before: '往前 {count} 个',
    after: '往后 {count} 个',
    itself: '自己',
    mirror: '对称位置',
    verbToSubject: '动词到主语',
    nounToDeterminer: '名词到限定词',
    pronounToAntecedent: '代词到名词',
  },
  namesTitle: '已经出现的角色',
  noNames:
    '还没有。当一个头有 {share} 的注意力符合某个角色时，才以这个角色命名。关于符号的角色还必须高于“只看位置”：一个头若只知道符号的位置、不知道是哪个符号，最多能达到的值。',
  became: '自第 {step} 步起：{head}，{role}，{score}',
  without:
    '去掉{heads}：损失 {loss}，正确 {right}。全部都在：损失 {wholeLoss}，正确 {wholeRight}。',
  say: '第 {step} 步：损失 {loss}，正确 {right}。',

  share: {
    title: '让全班处在同一步',
    about:
      '这个链接能把任何设备带到这次训练的第 {step} 步，每一位都相同，并可从那里继续。不需要服务器：每台设备自己训练。',
    noLink:
      '这里没有到这一步的链接，但每台进行这次训练的设备在第 {step} 步都逐位相同：比对这些字母即可。',
    pause: '先暂停，就能与全班分享这一步。',
    mark: '第 {step} 步的权重：',
    link: '到这一步的链接',
    copy: '复制链接',
    copied: '已复制',
    selected: '此页面不能复制。链接已选中，请手动复制。',
    qrShow: '显示二维码',
    qrHide: '隐藏二维码',
    qrLabel: '到这一步的链接的二维码',
  },
  save: {
    title: '保存这个模型',
    about:
      '一个含有权重和词表的文件。headwise 页面上的“打开模型”可以打开它，程序里的 openModel 也可以。',
    button: '保存模型',
    saved: '已保存为 {name}',
    failed: '无法写出这个模型：{detail}',
    open: '打开这个模型：所有的头在一块板上',
  },

  // one head
  one: {
    title: '一个头够吗？',
    text: [
      '往往够了。一个头若和几个头加起来一样宽，参数就一样多，“续写重复的序列”也学得一样好：每层只需要找到一个位置，而一个头可以看一个位置。',
      '读二进制数则不同。六个数字的作用各不相同，所以模型必须区分它们。一个头只有一次 softmax，所以它的结果是各个值的一个加权平均。几个头可以各看一两个数字。单独一个头把六个数字混成一个平均，只有每个数字的份额恰好是下一个的两倍，才能区分它们。这么精确的份额很难学会。',
    ],
    caption: '训练 {steps} 步之后的正确率，各有 {parameters} 个参数',
    seed: '随机种子 {seed}',
    tryIt: '选择这个实验',
    about:
      '用 headwise {version} 测得：两者的批次和步数相同，学习率各取 {rates} 中最好的一个。“npm run make experiment” 会再做一遍，每一位数字都相同。',
  },
};
