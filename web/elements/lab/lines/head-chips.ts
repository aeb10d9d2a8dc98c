// Names of the heads in a row. Hover shows one head alone, a click locks it.

import { headHue, markOf } from '../../../views/color.ts';
import { fillText, h, rove, setAttribute } from '../../../ui/dom.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';

export function createHeadChips(
  messages: Messages,
  {
    onPoint,
    onChoose,
  }: { onPoint: (head: number | null) => void; onChoose: (head: number) => void },
) {
  const element = h('div', {
    class: 'head-chips',
    role: 'group',
    'aria-label': messages.linesHeads,
  });
  rove(element);
  element.addEventListener('pointerleave', () => onPoint(null));
  element.addEventListener('focusout', () => onPoint(null));

  function chip(head: number) {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'head-chip',
        'aria-pressed': 'false',
        tabindex: head === 0 ? '0' : '-1',
        'aria-label': fillText(messages.linesSolo, { head: head + 1 }),
        onclick: () => onChoose(head),
      },
      h('span', { class: 'dot' }),
      String(head + 1),
    );
    button.addEventListener('pointerenter', (event) => {
      // a touch has already chosen
      if (event.pointerType === 'mouse') onPoint(head);
    });
    button.addEventListener('focus', () => {
      if (button.matches(':focus-visible')) onPoint(head);
    });
    return button;
  }

  return {
    element,
    update(
      { state: { solo }, look: { theme } }: Frame,
      heads: number,
      nameOf: (head: number) => string,
    ) {
      element.hidden = heads < 2;
      while (element.children.length > heads) element.lastChild?.remove();
      while (element.children.length < heads) element.append(chip(element.children.length));
      [...element.children].forEach((button, head) => {
        (button as HTMLElement).style.setProperty('--head', markOf(headHue(head), theme));
        setAttribute(button, 'aria-pressed', String(head === solo));
        setAttribute(button, 'title', nameOf(head));
      });
    },
  };
}
