// Title of a head's map: its switch, its name and its role.

import { fillText, h, icon, setAttribute, setText } from '../../shared/dom.js';
import { isClear, roleOf, roleText, scoreText } from '../answer/roles.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {number} head
 */
export function createCardTitle(messages, actions, head) {
  const places = { head: head + 1 };
  /** @type {readonly number[]} */
  let off = [];
  const on = h('input', {
    type: 'checkbox',
    class: 'head-on',
    checked: true,
    title: fillText(messages.headOn, places),
    'aria-label': fillText(messages.headOn, places),
    onchange() {
      const others = off.filter((one) => one !== head);
      actions.change({ off: on.checked ? others : [...others, head] });
    },
  });
  const name = h('span', null);
  const role = h('span', { class: 'role' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'head-name',
      title: fillText(messages.enlarge, places),
      onclick: () => actions.enlarge(head),
    },
    h('span', { class: 'dot' }),
    h(
      'span',
      { class: 'head-label' },
      name,
      icon('M9 2h5v5M14 2L9.5 6.5M7 14H2V9M2 14l4.5-4.5'),
      role,
    ),
  );
  const element = h('h3', null, on, button);

  return {
    element,
    /**
     * @param {import('../frame.js').Frame} frame
     * @param {boolean} withRole whether the head's role is below its name
     * @param {string} called the map's name without the role
     */
    name(frame, withRole, called) {
      const does = withRole ? roleOf(frame, head) : null;
      setText(name, does ? fillText(messages.head, places) : called);
      role.hidden = does === null;
      if (!does) return;
      if (!isClear(does)) return void setText(role, messages.roleNone);
      role.replaceChildren(
        h('span', { class: 'spoken' }, ': '),
        h('span', { class: 'role-name' }, roleText(messages, does)),
        h('span', { class: 'spoken' }, ', '),
        h('b', { class: 'tabular' }, scoreText(does.score)),
      );
    },
    /** @param {import('../frame.js').Frame} frame */
    update({ state, blend, answer }) {
      ({ off } = state);
      const isOff = off.includes(head);
      on.checked = !isOff;
      // a mixture or a difference is of several heads; maps that were given have no engine behind them
      on.hidden = blend !== null || !answer?.backend;
      setAttribute(element.parentElement ?? element, 'data-off', isOff ? '' : null);
    },
  };
}
