// All texts of the Embed dialog, in simplified Chinese.

import type { Messages } from '../en/embed-builder.ts';

export const words: Messages = Object.freeze({
  title: '放进你的网页',
  about: '选择内容和位置，然后复制文本。它不向其他服务器发出请求。',
  ownLesson: '或者自己编写一课',
  close: '关闭',

  whatLabel: '内容',
  whatState: '这个页面的当前状态',
  whatLesson: '课程：{title}',
  whatCoreTest: '前几课的测验',
  whatTest: '全部课程的测验',
  sceneLabel: '从哪里开始',
  classKey: '班级密钥，用于给成绩码签名（可选）',
  languageLabel: '语言',
  themeLabel: '颜色',
  auto: '自动',
  themeLight: '浅色',
  themeDark: '深色',
  compact: '紧凑：先显示句子和注意力图',

  lockedLabel: '对读者锁定',
  lockText: '句子',
  lockSecond: '第二个句子',
  lockHeads: '头的数量',
  lockMask: '掩码',
  lockView: '查看方式',
  lockWeights: '权重',
  lockEdits: '单个数字',
  lockBlend: '头的混合',
  lockLessons: '离开课程',

  baseLabel: 'headwise 的地址',
  baseHint: '这个页面的地址，或者你自己那份文件的地址。',
  baseLocal: '只有你的设备能打开这个地址。请写上读者能找到 headwise 的地址。',
  baseWrong: '这不是有效的地址。请写以 https:// 开头的地址，或者像 headwise/ 这样的路径。',

  placeLabel: '放在哪里',
  placeHtml: 'HTML 网页',
  placeIframe: '内嵌框架',
  placeFile: '单个文件、SCORM',
  howHtml:
    '粘贴到要显示的位置，高度会自动调整。如果 headwise 和你的网页不在同一台服务器上，那台服务器必须发送 Access-Control-Allow-Origin。',
  howIframe:
    '适用于任何允许框架的网页。脚本让框架和内容一样高；不允许脚本的网页会保持文本里的高度，它适合 700 像素的宽度。',
  howMoodle: '在页面、标签或图书的编辑器里打开“工具”，再打开“源代码”，粘贴到那里。',
  howCanvas: '在页面的编辑器里用 </> 切换到 HTML 视图，粘贴到那里。',
  howMyst:
    '粘贴到 MyST 或 Jupyter Book 2 书中的任意一页，单独成行。headwise 的地址要写完整，以 https:// 开头。在 Jupyter Book 1 里请改用框架的文本。',
  howQuarto:
    '粘贴到任何会变成 HTML 的文档，单独成行。如果使用 embed-resources（pandoc 也一样），请改用单个文件和它的文本。',
  howDocusaurus:
    '粘贴到 .mdx 文件里。那里也可以用框架：只粘贴框架文本中以 <iframe 开头的那一行，不要脚本。',
  howVitepress: '粘贴到任意一页，单独成行。',
  howGradio: '适用于 Gradio 6 及以后。更早的版本要把 head 写进 gr.Blocks，而不是 demo.launch。',
  howStreamlit:
    '粘贴到 Streamlit 1.67 或更新版本的应用里，更早的版本要去掉 alt。headwise 的地址要写完整，以 https:// 开头。',
  howObservable: '粘贴到一个 JavaScript 单元格里。',
  howFile:
    '不需要任何服务器：把其中一个上传到你的学习平台。这个文件双击也能打开。这个包还会在学习者学完时通知平台。',
  english: '附带英语模型（增加 {size} MB），让任何句子都有训练好的头',
  englishNeeded: '这一课讲的就是英语模型，没有它就无法学习这一课。',
  passLabel: 'SCORM：何时算完成',
  passRead: '完成最后一幕',
  passAt: '答对 {percent} % 的问题',
  saveFile: '保存为一个 HTML 文件',
  saveScorm: '保存为 SCORM 包',
  fileFrame:
    '要在同一文件夹的网页里显示保存的文件，请粘贴下面的文本；pandoc 或 Quarto 把整个网页合成一个文件（embed-resources）时也用它：',
  saving: '正在制作',
  saved: '已保存为 {name}',
  failed: '操作失败：{detail}',
  tooLong:
    '内容太长，地址里放不下，所以这里省去了句子和改过的数字。HTML 网页或单个文件会包含它们。',

  codeLabel: '要粘贴的文本',
  copy: '复制',
  copied: '已复制',
  copyFailed: '已选中，请手动复制',
  frameTitle: '可以动手改的注意力图',
  frameLesson: '关于注意力的课程：{title}',
  link: '打开注意力图',

  previewLabel: '预览',
});
