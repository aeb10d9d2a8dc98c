// The view of causes, whose code and texts are loaded when it is opened first.

import { saidOf } from '../../../ui/errors.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { quoteEngine } from '../../../ui/text.ts';
import type { Child } from '../../../ui/template.ts';
import type { OpenModel } from '../open-model.ts';
import type { TextState } from '../state.ts';
import type { Input } from '../worker-messages.ts';

type View = Awaited<ReturnType<typeof import('./causes.ts').createCausesView>>;

/** @param text isTyped: whether the reader chose the text; where not, the view begins with an example that works */
export function createCauses(
  model: OpenModel,
  text: { input: () => Input; setText: ((text: string) => void) | null; isTyped: () => boolean },
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

  async function load() {
    isLoading = true;
    try {
      const { createCausesView } = await import('./causes.ts');
      view = await createCausesView(model, text.setText);
      failed = null;
    } catch (error) {
      isLoading = false; // the next attempt loads again
      failed = quoteEngine(model.messages.runFailed, saidOf(error));
    }
    render(shown());
    if (view && !text.isTyped()) await view.showExample();
    show();
  }

  function show() {
    if (!latest) return;
    const { read, position, removed, kind, theme } = latest;
    view?.update(isOpen, read && { read, input: text.input(), position, removed, kind, theme });
  }

  return {
    element,
    update(open: boolean, state: TextState) {
      [isOpen, latest] = [open, state];
      if (isOpen && !isLoading) void load();
      if (view) show();
    },
    dispose: () => view?.stop(),
  };
}
