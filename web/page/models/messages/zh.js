// Every word of the part of the page that opens models, in simplified Chinese.

import { messages as shared } from '../../../elements/model-view/messages/zh.js';

/** @type {import('./en.js').Messages} */
export const messages = Object.freeze({
  ...shared,
  locale: 'zh',

  title: '打开模型',
  about:
    '查看真实模型（如 BERT、GPT-2、Llama）的每一个头。文件只在这台设备上读取，不会发送到任何地方。',
  back: '返回实验室',
  drop: '把文件夹、文件或 wheel 拖到这里',
  chooseFolder: '选择文件夹',
  chooseFiles: '选择文件',
  needs:
    '一个包含 config.json、权重（.safetensors、.bin）和分词器的文件夹，与 Hugging Face 上的一样；或者一个 .gguf、.zip 或 .whl 文件。',
  besideLabel: '或者输入本页旁边 models/ 文件夹中某个模型的名称',
  besideOpen: '查找',
  besideWrong: '名称无效。请使用字母、数字、点、连字符和下划线。',
  named: '这个网址显示的是 {name}。',
  nothing: '拖进来的内容里没有文件。请拖入文件夹、文件或 wheel。',

  size: '{files} 个文件，权重 {size}。打开它需要这么多内存，再加几兆字节。',
  sizeBeside: '它就在本页旁边。找到文件后会显示大小。',
  tooLarge: '一个页面最多容纳 4 GB 权重，这个模型很可能放不下。',
  noWeights: '没有找到权重：没有以 .safetensors、.gguf、.bin、.pt、.whl 或 .zip 结尾的文件。',
  open: '打开 {name}',
  other: '选择其他模型',
  opening: '正在打开 {name}',
  progress: '{file}：{done} / {total}',
  cancel: '取消',
  failed: '无法打开这个模型：{detail}',
  images: '这个模型读取图像。目前本页只能打开读取文本的模型。',

  kindEncoder: '编码器',
  kindDecoder: '解码器',
  kindEncoderDecoder: '编码器和解码器',
  sizes: '{architecture}，{kind}：{layers} 层 × {heads} 个头，宽度 {width}；占用内存 {size}',
  unused: '文件中有 {count} 个张量没有用到',
  close: '关闭模型',
  textLabel: '文本',
  idsLabel: '词元编号',
  idsHint: '权重旁边没有找到分词器，所以模型读取编号：0 到 {last} 的整数。',
  idsWrong: '这些不是编号：应为 0 到 {last} 的整数，用空格隔开。',
  targetLabel: '解码器的词元编号',
  piecesLabel: '词元',
  computing: '正在计算',
  computed: '{count} 个词元，在你的设备上用 {time} 毫秒算出',
  runFailed: '无法计算：{detail}',
  example: '小狗没有过马路，因为它太累了。',

  answerNext: '{token} 之后的下一个词元',
  answerMasked: '{token} 处',
  answerClasses: '整段文本的类别',
  answerNone: '这个模型给出向量，不作预测：它没有用于预测的输出层。',
  answerAt: '在上面选择一个词元，查看该位置的预测。',
  before: '保留所有头时为 {share}',

  mapsAbout: '每层一行，每个头一幅小图。',
  remove: '移除这个头',
  restore: '放回这个头',
  removedLabel: '已移除的头',
  restoreOne: '{name}：放回',
  restoreAll: '全部放回',
});
