// Title of a head's map: its switch, its name and its role.

import { fillText, h, icon, setAttribute, setText } from '../../../ui/dom.ts';
import { isClear, roleOf, roleText, scoreText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';

export function createCardTitle(messages: Messages, actions: Actions, head: number) {
  const places = { head: head + 1 };
  let off: readonly number[] = [];
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
     * @param withRole whether the head's role is below its name
     * @param called the map's name without the role
     */
    name(frame: Frame, withRole: boolean, called: string) {
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
    update({ state, blend, answer }: Frame) {
      ({ off } = state);
      const isOff = off.includes(head);
      on.checked = !isOff;
      // a mixture or a difference belongs to several heads; given maps have no engine
      on.hidden = blend !== null || !answer?.backend;
      setAttribute(element.parentElement ?? element, 'data-off', isOff ? '' : null);
    },
  };
}
