// What is said of trained models, in simplified Chinese: which there are, what their heads do, and words that they do not know.

/** @type {Record<keyof typeof import('../en/models.js').models, string>} */
export const models = Object.freeze({
  modelLabel: '权重',
  modelTrained: '训练过的',
  modelUntrained: '随机的',
  layerLabel: '层',
  layerOf: '第 {layer} 层，共 {layers} 层',
  trained:
    '这些头是训练过的，属于一个小模型：它改正的英语句子只用 {count} 个单词，所以例句是英文的。角色明确的头以角色命名，是用 {measured} 个模型没见过的句子测出来的。',
  trainedGiven: '这些头的权重是本页面给出的。',
  modelWords: '它认识的词',
  modelWordsInsert: '可以放进句子里的词',

  headRole: '{head}：{role}，{score}',
  rolePreviousToken: '前一个词',
  roleFirstToken: '第一个词',
  roleSameToken: '相同的词',
  roleInduction: '上次后面的词',
  roleSelf: '词本身',
  roleBack: '往前 {count} 个词',
  roleAhead: '往后 {count} 个词',
  roleVerbToSubject: '动词到主语',
  roleNounToDeterminer: '名词到限定词',
  rolePronounToAntecedent: '代词到名词',
  roleMeaning:
    '它的角色：{role}。得分 {score} 是落在角色所指之处的注意力份额，用 {count} 个模型没见过的句子测得。只知道位置的头最多能得 {positional}。',
  rolePosition:
    '它的角色：{role}。得分 {score} 是落在角色所指之处的注意力份额，用 {count} 个模型没见过的句子测得。这个角色只看词站在哪里，是哪个词并不重要。',
  roleNone: '角色不明确',
  roleWeak:
    '它没有明确的角色。它做得最多的是：{role}，得分 {score}。只知道位置的头最多能得 {positional}。',

  unknownWord: '训练过的模型不认识',
  unknownOne:
    '训练过的模型认识 {count} 个英语单词，不认识 {word}。所以现在显示的是没有训练过的头。请选一个它认识的词：',
  unknownMany:
    '训练过的模型认识 {count} 个英语单词，不认识带下划线的词。所以现在显示的是没有训练过的头。请选它认识的词：',
  unknownReplace: '用 {other} 代替 {word}',
  unknownOther: '用别的词代替 {word}',
  unknownOtherShort: '其他词',
  unknownReplaced: '{word} 已换成 {other}。',
  unknownMore: '还有 {count} 个词要替换。',
  unknownExample: '回到例句',

  stepEmbeddingDeeper:
    '词的向量和位置的向量相加，再经过第 {layer} 层：注意力、相加与归一化，以及一个对每个词单独起作用的小网络。出来的就是 x，每个词一行。',
  stepNormLearned:
    '把输入加到注意力找到的内容上，这样什么都不会丢。然后把每一行移动、伸缩到均值 0、方差 1，再按学到的数伸缩和移动：每列一个 γ 和一个 β。',
  provXDeeper: '第 {layer} 层对 {token} 的输出。在上方选第 {layer} 层，可以看它的注意力。',
  provNormLearned: '减去均值，除以方差的平方根；加上一点点，让它永远不为 0。再乘 γ，加 β。',
  provGain: '第 {column} 列要乘的数，是学到的。',
  provShift: '第 {column} 列要加的数，是学到的。',
});
