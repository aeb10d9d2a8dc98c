// The view of causes, loaded when it is opened first.

import { createLazyView } from '../lazy-view.ts';
import type { OpenModel } from '../open-model.ts';

/** @param text isTyped: whether the reader chose the text; where not, the view begins with an example that works */
export function createCauses(
  model: OpenModel,
  text: { setText: ((text: string) => void) | null; isTyped: () => boolean },
) {
  return createLazyView(model, async () => {
    const { createCausesView } = await import('./causes.ts');
    const view = await createCausesView(model, text.setText);
    if (!text.isTyped()) await view.showExample();
    return view;
  });
}
