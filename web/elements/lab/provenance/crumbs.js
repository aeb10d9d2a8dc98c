// Breadcrumbs of the followed numbers, each a link back.

import { parseCell } from '../answer/cells.js';
import { h } from '../../shared/dom.js';
import { inlineSymbol } from '../steps/symbols.js';
import { nameText } from './names.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createCrumbs(messages, actions) {
  const list = h('ol', { class: 'crumbs' });
  const element = h('nav', { 'aria-label': messages.provCrumbs }, list);
  return {
    element,
    /**
     * @param {import('../answer/answer.js').Answer} answer
     * @param {readonly string[]} trail
     */
    show(answer, trail) {
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
