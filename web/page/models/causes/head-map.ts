// The map of an opened head, as the map of a text: one of the two forms in which a head is shown. The other is over an image.

import { createLarge } from '../../../elements/model-view/large.ts';
import { readMaps } from '../../../elements/embed/read-maps.ts';
import type { PlainTensor } from 'headwise';

export interface ShownHead {
  /** (heads, rows, columns), of a layer */
  maps: PlainTensor;
  tokens: readonly string[];
  head: number;
  /** the highlighted pair */
  query: number;
  key: number;
}

export interface HeadMap {
  element: HTMLElement;
  show: (shown: ShownHead) => Promise<void>;
  /** Draws again, in the colours of the page now. */
  draw: () => void;
  dispose: () => void;
}

/** @param onChange called when another pair is highlighted, or another head of the layer is enlarged */
export type CreateHeadMap = (
  onChange: (at: { head: number; query: number | null; key: number | null }) => void,
) => HeadMap;

const HEIGHT = 360;

export const headMapOf =
  (language: string): CreateHeadMap =>
  (onChange) => {
    const large = createLarge({ language, height: HEIGHT, onChange });
    return {
      element: large.element,
      async show({ maps, tokens, head, query, key }) {
        await large.show(readMaps(maps, tokens, tokens), head);
        large.light({ query, key });
      },
      draw: () => {}, // the element follows the page's colours by itself
      dispose: large.dispose,
    };
  };

/** The key to which a query gives most. */
export function keyOf(
  { data, shape: [, rows, columns] }: PlainTensor,
  head: number,
  query: number,
) {
  const start = (head * rows + query) * columns;
  let key = 0;
  for (let at = 1; at < columns; at++) if (data[start + at] > data[start + key]) key = at;
  return key;
}
