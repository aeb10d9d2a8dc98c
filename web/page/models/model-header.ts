// Header of an open model: name, sizes, close button, and a notice.
// The notice says that the model has stopped.

import { button } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine } from '../../ui/text.ts';
import { sizesText } from './sizes.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { OpenModel } from './open-model.ts';

/** The end of the worker. */
export interface Stopped {
  detail: string;
  /** opens the model once more */
  onAgain: () => void;
}

/** @param stopped null: the worker runs */
export function modelHeader(
  { title, opened, messages }: OpenModel,
  onClose: (() => void) | undefined,
  stopped: Stopped | null,
): Child {
  const close = onClose && button(messages.close, onClose, { look: 'quiet' });
  return html`
    <div class="models-head">
      <h2 tabindex="-1">${title}</h2>
      <p class="models-about">${sizesText(opened, messages)}</p>
      ${close}
    </div>
    <div class="models-stopped" role="alert">${stopped && notice(stopped, messages)}</div>
  `;
}

function notice({ detail, onAgain }: Stopped, messages: Messages) {
  return html`
    <p>${quoteEngine(messages.stopped, detail)}</p>
    ${button(messages.openAgain, onAgain, { look: 'primary', classes: 'models-main' })}
  `;
}
