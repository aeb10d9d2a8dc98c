// Texts about edited numbers and removed heads, in Chinese.

export const edited: Record<keyof typeof import('../../en/lab/edited.ts').edited, string> =
  Object.freeze({
    undo: '撤销',
    redo: '重做',
    headsOff: '已关闭：{heads}。',
    edits: '手动改了 {count} 个数。受影响的数都有标记。',
    editsNone: '没有改动。',
    editsReset: '全部恢复',
  });
