// Header of an open model: name, sizes, close button, and a notice.
// The notice says that the model has stopped.

import { h, quoteEngine } from '../../elements/shared/dom.js';
import { followAround, themeAt } from '../../elements/shared/theme.js';
import { sizesText } from './sizes.js';

/**
 * @param {object} options
 * @param {string} options.name
 * @param {import('./connection.js').Opened} options.opened
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {() => void} [options.onClose]
 */
export function createFrame({ name, opened, messages, onClose }) {
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
    /** @param {() => void} look when the colours around it are others @returns {() => void} ends it */
    follow: (look) =>
      followAround(element, () => {
        if (element.isConnected) look();
      }),
    /** Its worker has ended. @param {Error} error @param {() => void} onAgain opens it once more */
    stopped(error, onAgain) {
      const text = h('p', null);
      quoteEngine(text, messages.stopped, error.message);
      const again = { type: 'button', class: 'models-main', onclick: onAgain };
      notice.replaceChildren(text, h('button', again, messages.openAgain));
    },
  };
}
