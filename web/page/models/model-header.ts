// Header of an open model: name, sizes, close button, and a notice.
// The notice says that the model has stopped.

import { h, quoteEngine } from '../../ui/dom.ts';
import { followAround, themeAt } from '../../ui/theme.ts';
import { sizesText } from './sizes.ts';
import type { Opened } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';

export function createModelHeader({
  name,
  opened,
  messages,
  onClose,
}: {
  name: string;
  opened: Opened;
  messages: Messages;
  onClose?: () => void;
}) {
  const close =
    onClose && h('button', { type: 'button', class: 'quiet', onclick: onClose }, messages.close);
  const probe = h('span', { hidden: true });
  const notice = h('div', { class: 'models-stopped', role: 'alert' });
  const element = h(
    'div',
    { class: 'models-shown' },
    h(
      'div',
      { class: 'models-head' },
      h('h2', { tabindex: '-1' }, name),
      h('p', { class: 'models-about' }, sizesText(opened, messages)),
      close,
    ),
    ...[notice, probe],
  );
  return {
    element,
    theme: () => themeAt(element, probe),
    /**
     * @param look called when the colours around it change
     * @returns ends it
     */
    follow: (look: () => void): (() => void) =>
      followAround(element, () => {
        if (element.isConnected) look();
      }),
    /**
     * Shows that the worker has ended.
     *
     * @param onAgain opens the model once more
     */
    stopped(error: Error, onAgain: () => void) {
      const text = h('p', null);
      quoteEngine(text, messages.stopped, error.message);
      const again = { type: 'button', class: 'models-main', onclick: onAgain };
      notice.replaceChildren(text, h('button', again, messages.openAgain));
    },
  };
}
