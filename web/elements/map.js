// headwise/map: defines <headwise-map> alone, on import, and draws maps without an element.
// Without a document, as on a server that renders pages, it does nothing.

import { HeadwiseMap } from './embed/headwise-map.ts';

export { drawMap } from './embed/draw-map.ts';
export { HeadwiseMap };

if (globalThis.customElements && !customElements.get('headwise-map')) {
  customElements.define('headwise-map', HeadwiseMap);
}
