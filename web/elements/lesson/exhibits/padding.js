// How many words at the end of the sentence count as filler. The maps below are the lab's own.

import { fillText, h, setText } from '../../lab/dom.js';
import { numbersOf } from '../numbers.js';

/** @param {import('../exhibits.js').Kit} kit */
export function createPadding({ messages, setState }) {
  const numbers = numbersOf(messages.locale);
  const slider = h('input', {
    type: 'range',
    min: 0,
    step: 1,
    oninput: () => setState({ padding: Number(slider.value) }),
  });
  const shown = h('output', null);
  const note = h('p', { class: 'exhibit-note' });
  const element = h(
    'div',
    { class: 'padding' },
    h('label', { class: 'slider' }, h('span', null, messages.paddingLabel), slider, shown),
    note,
  );
  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update({ frame, keys }) {
      const count = Math.min(frame.state.padding, keys.length);
      slider.max = String(Math.max(0, keys.length - 1));
      slider.value = String(count);
      setText(shown, numbers.whole(count));
      const list = new Intl.ListFormat(messages.locale, { type: 'unit', style: 'long' });
      const words = list.format(keys.slice(keys.length - count));
      setText(note, count > 0 ? fillText(messages.paddingNote, { words }) : messages.paddingNone);
    },
  };
}
