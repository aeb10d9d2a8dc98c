// Every word of the training room, in simplified Chinese; see en.js.

/** @type {import('./en.js').Words} */
export const words = {
  title: '训练',
  lead: '注意力头起初只是随机数。这里有一个小型 Transformer 在你的设备上学习一项任务，你可以看着它的头逐渐有了叫得出名字的角色。',

  // how it opens
  opening: {
    title: '大小相同，一个头却失败了：来看看',
    text: '两个模型各有 {parameters} 个参数，都要学会读六位的二进制数。一个有四个头，另一个只有一个头，宽度等于四个头之和。两者从同一个种子开始，看到的批次也相同。',
    question: '你认为会怎样？',
    guesses: {
      several: '四个头学会，一个头学不会',
      one: '一个头学会，四个头学不会',
      both: '两个都学会',
    },
    running: '目前答对：四个头 {several}，一个头 {one}。',
    rightGuess: '如你所料。四个头答对 {several}，一个头答对 {one}。',
    wrongGuess:
      '结果并非如此。四个头答对 {several}，一个头答对 {one}。原因见本页末尾的“一个头够吗？”。',
  },

  // what is learned
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
      about: '一串字母一再出现，长度没有给出。找到这个字母先前出现的地方，说出当时它后面是什么。',
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
      about: '一个小语法里的英语句子，其中有些词是错的。在每个词处说出它应该是什么。',
    },
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
  speed: '速度',
  speedOne: '每秒 1 步',
  speedSteps: '每秒 {count} 步',
  speedMost: '最快速度',
  failed: '引擎无法训练。',
  diverged: '训练在第 {step} 步之后发散了：接下来的结果不是有限的数。',
  divergedLarge: '训练到第 {step} 步发散了：损失是盲猜的 {times} 倍。',
  divergedWhy:
    '每一步都沿着损失的梯度走。学习率这么大，一步就会跨过所有的低谷。请降低学习率，或者用滑块回看之前的步。',

  // how it goes
  figuresAbout: '在它学习时从未见过的 64 个序列上',
  model: '模型',
  step: '步',
  loss: '损失',
  right: '正确',
  parameters: '参数',
  runMany: '{heads} 个头',
  runOne: '一个头',
  lossOfBatch: '每一批的损失：正确答案让它有多意外',
  rightOfBatch: '每一批中的正确答案',
  guessing: '盲猜：{value}',
  chartEmpty: '还没有开始学习。',
  chartLoss: '从第 1 步到第 {step} 步的损失：从 {first} 到 {last}。',
  chartRight: '从第 1 步到第 {step} 步的正确率：从 {first} 到 {last}。',
  scrubber: '回看某一步',
  scrubbed: '第 {step} 步',
  scrubHint:
    '移动滑块，可以看到当时的注意力图和数字。从之前的某一步继续训练时，优化器的状态会保留。',

  // what is seen
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
  oneHeadOf: '每层只有一个头，参数一样多',
  roles: {
    previousToken: '前一个',
    firstToken: '第一个',
    sameToken: '相同的符号',
    induction: '归纳',
    fixedOffset: '固定距离',
    before: '往前 {count} 个',
    after: '往后 {count} 个',
    itself: '自己',
    verbToSubject: '动词到主语',
    nounToDeterminer: '名词到限定词',
    pronounToAntecedent: '代词到名词',
  },
  namesTitle: '已经出现的角色',
  noNames:
    '还没有。当一个头有 {share} 的注意力落在某个角色所指之处，而且高于“只看位置”时，才以这个角色命名。“只看位置”是指：一个头若只知道词的位置、不知道是哪个词，最多能达到的值。',
  became: '自第 {step} 步起：{head}，{role}，{score}',
  without:
    '去掉{heads}：损失 {loss}，正确 {right}。全部都在：损失 {wholeLoss}，正确 {wholeRight}。',
  say: '第 {step} 步：损失 {loss}，正确 {right}。',

  // one head
  one: {
    title: '一个头够吗？',
    text: [
      '往往够了。一个头若和几个头加起来一样宽，参数就一样多，“续写重复的序列”也学得一样好：每层只需要找到一个位置，而一个头可以看一个位置。',
      '读二进制数则不同。六个数字都有用，而且各有各的位权，所以必须把它们分开。一个头就是一次 softmax：它得到的是所看内容的一个加权平均。几个头可以各看一两个数字；一个头得到的是六个数字混成的一个平均，只有让每个数字的权重恰好是下一个的两倍，才能把它们分开。这么精确的权重很难学会。',
    ],
    caption: '训练 {steps} 步之后的正确率，各有 {parameters} 个参数',
    seed: '随机种子 {seed}',
    tryIt: '看两者一起学',
    about:
      '用 headwise {version} 测得：两者的批次和步数相同，学习率各取 {rates} 中最好的一个。“npm run make experiment” 会再做一遍，每一位数字都相同。',
  },
};
