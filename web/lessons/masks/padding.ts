// Exhibit: the number of padding tokens at the sentence's end. The maps below are the lab's own.

import { fillText, h, setText } from '../../ui/dom.ts';
import { withPadding } from '../../elements/lesson/padding-token.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import type { Kit, Moment } from '../exhibit-types.ts';

const MOST = 6;

export function createPadding({ messages, setState }: Kit) {
  const numbers = numbersOf(messages.locale);
  let text = '';
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: MOST,
    step: 1,
    oninput() {
      const padding = Number(slider.value);
      setState({ text: withPadding(text, padding), padding });
    },
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
    update({ frame, keys }: Moment) {
      text = frame.state.text;
      const count = Math.min(frame.state.padding, keys.length);
      slider.value = String(count);
      setText(shown, numbers.whole(count));
      const places = { words: keys.length - count, all: keys.length };
      setText(note, count > 0 ? fillText(messages.paddingNote, places) : messages.paddingNone);
    },
  };
}
