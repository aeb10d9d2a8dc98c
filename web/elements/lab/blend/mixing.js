// Weights of heads in a mixture: a slider each, and a reset.

import { headHue, markOf } from '../../../views/color.js';
import { fillText, h, setAttribute } from '../../shared/dom.js';
import { sharesOf } from '../state/heads.js';

const STEP = 0.05;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createMixing(messages, actions) {
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

  /** @param {number} head */
  function slider(head) {
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
    /**
     * @param {import('../frame.js').Frame} frame
     * @param {NonNullable<import('../state/heads.js').Mix>} mix
     * @param {number} heads
     */
    update({ look }, mix, heads) {
      count = heads;
      while (sliders.children.length > heads) sliders.lastChild?.remove();
      while (sliders.children.length < heads) sliders.append(slider(sliders.children.length));
      const shares = sharesOf(mix, heads);
      [...sliders.children].forEach((label, head) => {
        const input = label.querySelector('input');
        const mark = markOf(headHue(head), look.theme);
        /** @type {HTMLElement} */ (label).style.setProperty('--head', mark);
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
