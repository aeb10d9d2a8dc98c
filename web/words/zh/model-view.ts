// All texts of the model overview in simplified Chinese.

import type { Messages } from '../en/model-view.ts';

export const words: Messages = Object.freeze({
  mapsLabel: '所有的头',
  kindLabel: '注意力',
  kindSelf: '自注意力',
  kindCross: '交叉注意力',
  kindOfEncoder: '编码器',
  kindOfDecoder: '解码器',
  layerLabel: '层',
  headLabel: '头',
  exampleLabel: '样本',
  headName: '第 {layer} 层，第 {head} 个头',
  headRemoved: '第 {layer} 层，第 {head} 个头，已移除',
  viewLabel: '视图',
  viewMaps: '注意力图',
  viewLines: '连线',
  segmentsLabel: '句子',
  segmentsAll: '全部',
  segmentsPair: '{from} → {to}',
  wholeWords: '整词',
  unchanged: '其他层按没有你的改动时的样子显示。',
});
