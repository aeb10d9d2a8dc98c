// A view of an opened model whose code and texts are loaded when it is opened first.

import { saidOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine } from '../../ui/text.ts';
import type { Child } from '../../ui/template.ts';
import type { Asked } from './causes/state.ts';
import type { OpenModel } from './open-model.ts';

interface View {
  element: HTMLElement;
  /** @param asked null: nothing has been read */
  update: (isOpen: boolean, asked: Asked | null) => void;
  stop: () => void;
}

/** @param load the view, once it is ready to be shown */
export function createLazyView({ messages }: OpenModel, load: () => Promise<View>) {
  let isLoading = false;
  let view: View | null = null;
  let ask: () => Asked | null = () => null;
  let isOpen = false;
  let isDisposed = false;
  let failed: Child = null;
  const shown = () => html`<div>
    <p class="models-wrong" role="status">${isOpen && failed}</p>
    ${view?.element}
  </div>`;
  const { element, render } = createRoot(shown());

  async function begin() {
    isLoading = true;
    try {
      const loaded = await load();
      if (isDisposed) return loaded.stop();
      view = loaded;
      failed = null;
    } catch (error) {
      isLoading = false; // the next attempt loads again
      failed = quoteEngine(messages.runFailed, saidOf(error));
    }
    render(shown());
    show();
  }

  const show = () => view?.update(isOpen, isOpen ? ask() : null);

  return {
    element,
    /** @param next gives the text or image on the screen; null: nothing has been read */
    update(open: boolean, next: () => Asked | null) {
      [isOpen, ask] = [open, next];
      if (isOpen && !isLoading) void begin();
      show();
    },
    dispose() {
      isDisposed = true;
      view?.stop();
    },
  };
}
