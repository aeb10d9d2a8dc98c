// Exhibit: the number of padding tokens at the sentence's end. The maps below are the lab's own.

import { withPadding } from '../../elements/lesson/padding-token.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { labelledSlider } from '../exhibit-parts.ts';

const MOST = 6;

export const padding = exhibit({
  name: 'padding',
  controls({ messages, numbers, frame, keys, setState }) {
    const { text, padding: wanted } = frame.state;
    const count = Math.min(wanted, keys.length);
    const slider = {
      label: messages.paddingLabel,
      min: 0,
      max: MOST,
      value: count,
      slide: (value: number) => setState({ text: withPadding(text, value), padding: value }),
    };
    const places = { words: keys.length - count, all: keys.length };
    return html`${labelledSlider(slider, numbers.whole(count))}
      <p class="exhibit-note">
        ${count > 0 ? sayText(messages.paddingNote, places) : messages.paddingNone}
      </p>`;
  },
});
