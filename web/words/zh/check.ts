// All texts of the check page, in simplified Chinese; see en.ts.

import type { Messages } from '../en/check.ts';

export const words: Messages = Object.freeze({
  // title
  title: '在这里检验这个引擎',
  what: '你的浏览器用本页的引擎计算 ONNX、onnxruntime、PyTorch、Keras 和 Flax 的测试用例，并把每个数与原实现给出的数比较。',
  passes: '如果一个用例的每个数与原实现的差值都在 float32 舍入允许的范围内，它就通过。',
  cost: '开始后会下载约 2 MB。不会向任何地方发送数据。',

  // settings
  engineLabel: '引擎',
  enginePage: '本页的',
  engineSingle: '单线程',
  engineRelaxed: '宽松 SIMD',
  start: '开始检验',
  again: '再检验一次',
  stop: '停止',

  // progress
  fetching: '正在下载用例',
  running: '正在检验 {suite}',
  stopped: '已停止。表中是停止之前检验过的部分。',
  allPass: '{cases} 个用例全部通过。',
  someFail: '{cases} 个用例中有 {failed} 个没有通过。',
  took: '用时 {seconds} 秒。',

  // the table
  tableLabel: '各套用例及其结果',
  suite: '用例集',
  original: '原实现',
  cases: '用例',
  passed: '通过',
  leftOut: '略去',
  difference: '最大差值，ulp',
  differenceShort: '差值，ulp',
  share: '占允许范围',
  shareShort: '占允许范围',
  percent: '{percent} %',
  percentOver: '> 100 %',
  nothing: '–',
  stateWaiting: '等待',
  stateRunning: '进行中',
  statePassed: '通过',
  stateFailed: '未通过',
  progress: '{suite}：{cases} 个用例中的 {done} 个',
  explained:
    '最大差值以矩阵中最大的数的末位单位（ulp）计，原实现因记录的位数少而丢失的部分不计。允许的是两次正确计算（我们的和原实现的）的舍入误差：各为 4 ε √K Σ |a b|，并逐步传递。',

  // failures, skipped tests
  faultsTitle: '{suite} 中没有通过的',
  faultsMore: '另有 {count} 个，都在可以复制的结果里',
  leftOutTitle: '原实现有 {count} 个用例被略去，原因如下',

  // environment
  ranTitle: '运行环境',
  engine: 'headwise {version}，WebAssembly 由 {compiler} 编译',
  copy: '复制结果',
  copied: '结果已复制',
  copyFailed: '请从下面复制',
  textLabel: '结果的文本',

  // errors
  failed: '检验未能完成。',
  errorUnsupported: '这个浏览器，或者本页的设置，无法运行这个引擎。',
  errorFetch: '检验所需的一部分未能下载。',
  errorDetail: '详情：{detail}',
});
