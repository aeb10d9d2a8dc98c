// Switches of the heads whose lines are drawn together.

import { headHue, markOf } from '../../../views/color.ts';
import { fillText, h, rove, setAttribute } from '../../../ui/dom.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';

/** A second click within this time, in ms, leaves this head alone on. */
const DOUBLE = 400;

export function createHeadSwitches(
  messages: Messages,
  switchOff: (off: ReadonlySet<number>) => void,
) {
  const chips = h('div', { class: 'head-chips', role: 'group', 'aria-label': messages.linesHeads });
  rove(chips);
  const all = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => switchOff(new Set()) },
    messages.allHeads,
  );
  const element = h('div', { class: 'head-chips' }, chips, all);
  let off: ReadonlySet<number> = new Set();
  let clicked = { head: -1, at: 0 };

  /** @param at time of the click */
  function flip(head: number, at: number) {
    const isDouble = clicked.head === head && at - clicked.at < DOUBLE;
    clicked = isDouble ? { head: -1, at: 0 } : { head, at };
    const count = chips.children.length;
    if (isDouble) return switchOff(new Set([...Array(count).keys()].filter((one) => one !== head)));
    const next = new Set(off);
    if (!next.delete(head)) next.add(head);
    switchOff(next);
  }

  function chip(head: number) {
    return h(
      'button',
      {
        ...{ type: 'button', class: 'head-chip', tabindex: head === 0 ? '0' : '-1' },
        'aria-label': fillText(messages.head, { head: head + 1 }),
        onclick: ({ timeStamp }: MouseEvent) => flip(head, timeStamp),
      },
      h('span', { class: 'dot' }),
      String(head + 1),
    );
  }

  return {
    element,
    update(frame: Frame, heads: number, nameOf: (head: number) => string) {
      off = frame.off ?? off;
      element.hidden = heads < 2;
      all.hidden = off.size === 0;
      while (chips.children.length > heads) chips.lastChild?.remove();
      while (chips.children.length < heads) chips.append(chip(chips.children.length));
      [...chips.children].forEach((button, head) => {
        const mark = markOf(headHue(head), frame.look.theme);
        (button as HTMLElement).style.setProperty('--head', mark);
        setAttribute(button, 'aria-pressed', String(!off.has(head)));
        setAttribute(button, 'title', nameOf(head));
      });
    },
  };
}
