// Texts about trained models, in simplified Chinese: which there are, what their heads do, and words that they do not know.

export const modelMenu: Record<
  keyof typeof import('../../en/lab/model-menu.ts').modelMenu,
  string
> = Object.freeze({
  modelLabel: '模型',
  modelTrained: '已训练',
  modelEnglish: '英语',
  modelGrammar: '语法',
  modelUntrained: '随机',
  modelAwaited: '正在加载英语模型（2.3 MB）。',
  modelReplaced: '你写的句子由英语模型来读：小语法模型认识的词很少。少见的词会分成几段。',
  modelMissing: '无法加载英语模型。',
  layerLabel: '层',
  layerOf: '第 {layer} 层，共 {layers} 层',
  trained:
    '这些头已经训练好，属于一个小模型：它改正的英语句子只用 {count} 个单词，所以例句是英文的。角色明确的头以角色命名，角色是用模型没见过的 {measured} 个单独的句子测出来的。',
  trainedEnglish:
    '这些头已经训练好：它们属于一个小型英语模型，预测文本接下来是什么。任何文本都可以输入。角色明确的头以角色命名。',
  trainedGiven: '这些头的权重由本页面提供。',
  modelWords: '它认识的词',
  modelWordsInsert: '可以放进句子里的词',

  headRole: '{head}：{role}',
  rolePreviousToken: '前一个词',
  roleFirstToken: '第一个词',
  roleDuplicate: '相同的词',
  roleInduction: '归纳（重复的模式）',
  roleSelf: '词本身',
  roleBack: '往前 {count} 个词',
  roleAhead: '往后 {count} 个词',
  roleVerbToSubject: '动词到主语',
  roleNounToDeterminer: '名词到限定词',
  rolePronounToAntecedent: '代词到名词',
  roleMeaning:
    '它的角色：{role}。在{where}上，它有 {score} 的注意力落在那里。只知道位置的头最多能到 {positional}。',
  rolePosition:
    '它的角色：{role}。在{where}上，它有 {score} 的注意力落在那里。这个角色只取决于位置，与是哪些词无关。',
  measuredOnText: '模型没见过的文本',
  measuredOnSentences: '模型没见过的 {count} 个单独的句子',
  roleAsk: '测量角色所用的文本',
  roleNone: '角色不明确',
  roleWeak:
    '它没有明确的角色。最接近的是：{role}，占它注意力的 {score}。只知道位置的头最多能到 {positional}。',

  unknownWord: '训练好的模型不认识这个词',
});
