// The few things one can change besides the sentences: how many heads, the causal mask.

import { HEAD_CHOICES } from './state.js';
import { h, rove, setAttribute } from './dom.js';

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 */
export function createControls(messages, actions) {
  const choices = HEAD_CHOICES.map((heads) =>
    h('button', { type: 'button', onclick: () => actions.change({ heads }) }, String(heads)),
  );
  const segments = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.headsLabel },
    ...choices,
  );
  rove(segments);
  const causal = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => actions.change({ causal: causal.checked }),
  });
  const element = h(
    'div',
    { class: 'controls' },
    h(
      'div',
      { class: 'control' },
      h('span', { 'aria-hidden': 'true' }, messages.headsLabel),
      segments,
    ),
    h(
      'label',
      { class: 'switch', title: messages.causalHint },
      causal,
      h('span', null, messages.causalLabel),
    ),
  );

  return {
    element,
    /** @param {import('./frame.js').Frame} frame */
    update({ state }) {
      choices.forEach((button, i) => {
        const chosen = HEAD_CHOICES[i] === state.heads;
        setAttribute(button, 'aria-pressed', String(chosen));
        setAttribute(button, 'tabindex', chosen ? '0' : '-1');
      });
      causal.checked = state.causal;
    },
  };
}
