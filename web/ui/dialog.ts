// A modal dialog with a title. It closes by its button, by Escape, and by a click beside it, and is in the document only
// while it is open.

import { button } from './controls.ts';
import { createRoot, html } from './template.ts';
import { icon } from './text.ts';
import type { Child } from './template.ts';

const CROSS = 'M4 4 L12 12 M12 4 L4 12';

interface DialogOptions {
  /** name of its class */
  name: string;
  title: string;
  /** name of the button that closes it */
  close: string;
  onClose: () => void;
}

export function createDialog(options: DialogOptions, content: Child) {
  const id = `${options.name}-title`;
  // a selection of text may end beside the dialog, too
  let pressedBeside = false;

  function view(shown: Child) {
    const cross = { look: 'bare' as const, label: options.close };
    return html`<dialog
      class="dialog ${options.name}"
      aria-labelledby=${id}
      @pointerdown=${({ target }: Event) => (pressedBeside = target === element)}
      @click=${({ target }: Event) => target === element && pressedBeside && element.close()}
      @close=${leave}
    >
      <div class="headwise-lab dialog-sheet">
        <div class="dialog-head">
          <h2 id=${id}>${options.title}</h2>
          ${button(icon(CROSS), () => element.close(), cross)}
        </div>
        ${shown}
      </div>
    </dialog>`;
  }

  function leave() {
    options.onClose();
    element.remove();
  }

  const root = createRoot<HTMLDialogElement>(view(content));
  const { element } = root;
  return {
    element,
    update: (next: Child) => root.render(view(next)),
    open() {
      document.body.append(element);
      element.showModal();
    },
  };
}
