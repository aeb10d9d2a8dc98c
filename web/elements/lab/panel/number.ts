// The large number of the panel.
// A weight is rounded to a readable one, with all digits on demand; other numbers have all digits.

import { h, setAttribute, setText } from '../../../ui/dom.ts';
import { percentText, splitText } from '../../../ui/format.ts';
import type { Messages } from '../../../words/en/lab.ts';

export function createBigNumber(messages: Messages) {
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
    /** @param asShare whether it is a part of a whole, from 0 to 1 */
    show(value: number | null, asShare: boolean = false) {
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
