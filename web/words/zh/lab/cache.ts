// Texts of the drawings of the lesson about writing with a cache, in simplified Chinese.

export const cache: Record<keyof typeof import('../../en/lab/cache.ts').cache, string> =
  Object.freeze({
    cacheNext: '下一个词',
    cacheAgain: '重新开始',
    cacheWords: '到目前为止写出的词',
    cacheCount: '{count} / {all} 个词',
    cacheEarlier: '前面各行的最大差别',
    cacheCaption: '第 {count} 步：加一个词',
    cacheNone: '没有缓存',
    cacheWith: '有缓存',
    cacheX: '{x}：输入的词',
    cacheQuery: '每个头的查询',
    cacheComputed: '要计算的键和值',
    cacheSeen: '要看的键和值',
    cacheMap: '每张图的行',
    cacheWhole: '整句一次算出',
    cacheRows: '带缓存逐行算出',
    cacheDifference: '输出的最大差别',
    cacheSets: '键和值的组数',
    cacheSet: '组',
    cacheUsers: '使用它的头',
    cacheSetName: '键和值 {set}',
    cacheEach: '每个词保存的数',
    cacheLong: '{words} 个词保存的数',
    cacheMaps: '图',
  });
