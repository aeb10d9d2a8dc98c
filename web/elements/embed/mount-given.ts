// Mounts given attention: the heads of one layer, or a whole model.
// The model view is loaded only for a whole model.

import { readGiven } from '../../ui/errors.ts';
import { mountMaps } from './mount-maps.ts';
import { isModel, readMaps } from './read-maps.ts';

interface Given {
  attention: unknown;
  tokens: unknown;
  keyTokens: unknown;
  words?: unknown;
  typeIds?: unknown;
  view?: string | null;
}

interface Surroundings {
  theme?: string | null;
  language?: string | null;
  onChange: (selection: {
    layer?: number;
    head: number;
    query: number | null;
    key: number | null;
  }) => void;
}

export async function mountGiven(root: HTMLElement, given: Given, around: Surroundings) {
  // parsing the element's JSON happens when its properties are read
  const { attention, tokens, keyTokens, words, typeIds, view } = readGiven(() => copyOf(given));
  if (view === 'model' || isModel(attention)) {
    const { mountModel, readModel } = await import('../model-view/index.ts');
    const parts = readGiven(() => readModel(attention, { tokens, keyTokens, words, typeIds }));
    return mountModel(root, parts, { ...around, view });
  }
  const maps = readGiven(() => readMaps(attention, tokens as any, keyTokens as any));
  return mountMaps(root, { ...maps, ...around, view });
}

function copyOf({ attention, tokens, keyTokens, words, typeIds, view }: Given): Given {
  return { attention, tokens, keyTokens, words, typeIds, view };
}
