// headwise/element: defines <headwise-lab> and <headwise-map> once, on import.
// Without a document, as on a server that renders pages, it does nothing.

import { HeadwiseLab } from './embed/headwise-lab.ts';
import { HeadwiseMap } from './embed/headwise-map.ts';

export { HeadwiseLab, HeadwiseMap };

if (globalThis.customElements) {
  for (const [name, element] of /** @type {const} */ ([
    ['headwise-lab', HeadwiseLab],
    ['headwise-map', HeadwiseMap],
  ])) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
