// Breadcrumbs of the followed numbers, each a link back.

import { parseCell } from '../answer/cells.ts';
import { h } from '../../../ui/dom.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import { nameText } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

export function createCrumbs(messages: Messages, actions: Actions) {
  const list = h('ol', { class: 'crumbs' });
  const element = h('nav', { 'aria-label': messages.provCrumbs }, list);
  return {
    element,
    show(answer: Answer, trail: readonly string[]) {
      element.hidden = trail.length < 2;
      list.replaceChildren(
        ...trail.map((name, i) => {
          const cell = parseCell(name);
          const crumb = h('button', {
            type: 'button',
            class: 'crumb',
            'aria-current': i === trail.length - 1 ? 'step' : null,
            title: cell && nameText(messages, answer, cell),
            onclick: () => actions.trim(i + 1),
          });
          if (cell) crumb.append(inlineSymbol(cell.matrix, cell.head));
          return h('li', null, crumb);
        }),
      );
    },
  };
}
