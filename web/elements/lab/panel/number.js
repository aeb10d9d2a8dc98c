// The large number of the panel.
// A weight is rounded to a readable one, with all digits on demand; other numbers have all digits.

import { h, setAttribute, setText } from '../../shared/dom.js';
import { percentText, splitText } from '../../shared/format.js';

/** @param {import('../../messages/en.js').Messages} messages */
export function createBigNumber(messages) {
  const glance = h('b', null);
  const rest = h('span', { class: 'rest' });
  const digits = h('p', { class: 'big-number' }, glance, rest);
  const share = h('button', {
    type: 'button',
    class: 'share-number',
    title: messages.tableAllDigits,
    onclick() {
      isOpen = !isOpen;
      open();
    },
  });
  let isOpen = false;
  let isShare = false;

  function open() {
    setAttribute(share, 'aria-expanded', String(isOpen));
    share.hidden = !isShare;
    digits.hidden = isShare && !isOpen;
  }

  return {
    elements: [share, digits],
    /**
     * @param {number | null} value
     * @param {boolean} [asShare] of a whole, from 0 to 1
     */
    show(value, asShare = false) {
      isShare = asShare && value !== null;
      open();
      if (value === null) return void (digits.hidden = true);
      const [first, others] = splitText(value);
      setText(glance, first);
      setText(rest, others);
      setText(share, percentText(value));
    },
  };
}
