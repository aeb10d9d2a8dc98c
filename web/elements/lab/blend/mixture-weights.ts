// Weights of heads in a mixture: a slider each, and a reset.

import { headHue, markOf } from '../../../views/color.ts';
import { fillText, h, setAttribute } from '../../../ui/dom.ts';
import { sharesOf } from '../state/heads.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Mix } from '../state/heads.ts';

const STEP = 0.05;

export function createMixtureWeights(messages: Messages, actions: Actions) {
  let count = 1;
  const average = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => actions.change({ mix: Array(count).fill(1) }),
    },
    messages.blendAverage,
  );
  const sliders = h('div', {
    class: 'blend-sliders',
    role: 'group',
    'aria-label': messages.blendWeights,
  });

  function slider(head: number) {
    const input = h('input', {
      type: 'range',
      min: '0',
      max: '1',
      step: String(STEP),
      'aria-label': fillText(messages.head, { head: head + 1 }),
    });
    input.addEventListener('input', () => {
      const mix = [...sliders.querySelectorAll('input')].map(({ value }) => Number(value));
      actions.slide({ mix });
    });
    return h('label', { class: 'blend-slider' }, h('span', { class: 'dot' }), input);
  }

  return {
    element: h('div', { class: 'blend-mix' }, sliders, average),
    update({ look }: Frame, mix: NonNullable<Mix>, heads: number) {
      count = heads;
      while (sliders.children.length > heads) sliders.lastChild?.remove();
      while (sliders.children.length < heads) sliders.append(slider(sliders.children.length));
      const shares = sharesOf(mix, heads);
      [...sliders.children].forEach((label, head) => {
        const input = label.querySelector('input');
        const mark = markOf(headHue(head), look.theme);
        (label as HTMLElement).style.setProperty('--head', mark);
        if (!input) return;
        const value = String(mix[head] ?? 1);
        if (input.value !== value) input.value = value;
        const share = fillText(messages.blendShare, { percent: Math.round(100 * shares[head]) });
        setAttribute(input, 'aria-valuetext', share);
        setAttribute(label, 'title', share);
      });
      average.hidden = shares.every((share) => share === shares[0] && share > 0);
    },
  };
}
