// A view of a text model whose code and texts are loaded when it is opened first.

import { saidOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine } from '../../ui/text.ts';
import type { Child } from '../../ui/template.ts';
import type { Asked } from './causes/state.ts';
import type { OpenModel } from './open-model.ts';
import type { TextState } from './state.ts';
import type { Input } from './worker-messages.ts';

interface View {
  element: HTMLElement;
  /** @param asked null: nothing has been read */
  update: (isOpen: boolean, asked: Asked | null) => void;
  stop: () => void;
}

/**
 * @param input the text on the screen
 * @param load the view, once it is ready to be shown
 */
export function createLazyView(
  { messages }: OpenModel,
  input: () => Input,
  load: () => Promise<View>,
) {
  let isLoading = false;
  let view: View | null = null;
  let latest: TextState | null = null;
  let isOpen = false;
  let failed: Child = null;
  const shown = () => html`<div>
    <p class="models-wrong" role="status">${isOpen && failed}</p>
    ${view?.element}
  </div>`;
  const { element, render } = createRoot(shown());

  async function begin() {
    isLoading = true;
    try {
      view = await load();
      failed = null;
    } catch (error) {
      isLoading = false; // the next attempt loads again
      failed = quoteEngine(messages.runFailed, saidOf(error));
    }
    render(shown());
    show();
  }

  function show() {
    if (!latest) return;
    const { read, position, removed, kind, theme } = latest;
    view?.update(isOpen, read && { read, input: input(), position, removed, kind, theme });
  }

  return {
    element,
    update(open: boolean, state: TextState) {
      [isOpen, latest] = [open, state];
      if (isOpen && !isLoading) void begin();
      if (view) show();
    },
    dispose: () => view?.stop(),
  };
}
