// The choice between the heads as they are, a mixture of them, and what each differs by; and what goes with it:
// how much each head counts, or what is taken off.

import { headHue, markOf } from '../../../views/color.js';
import { runOfState, sharesOf } from './blend.js';
import { fillText, h, rove, setAttribute, setText } from '../../shared/dom.js';
import { headText } from '../answer/roles.js';

const STEP = 0.05;
/** What the list of heads offers besides heads. */
const RUN = 'run';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createBlendBar(messages, actions) {
  /** @type {import('../frame.js').Frame | null} */
  let last = null;
  const heads = () => last?.answer?.question.heads ?? last?.state.heads ?? 1;
  const modes = {
    each: choice(messages.blendEach, () => ({ mix: null, compare: null })),
    mix: choice(messages.blendMix, () => ({ mix: Array(heads()).fill(1), compare: null })),
    compare: choice(messages.blendCompare, () => ({ mix: null, compare: firstComparison() })),
  };
  const segments = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.blendLabel },
    ...Object.values(modes),
  );
  rove(segments);

  const average = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => actions.change({ mix: Array(heads()).fill(1) }),
    },
    messages.blendAverage,
  );
  const sliders = h('div', {
    class: 'blend-sliders',
    role: 'group',
    'aria-label': messages.blendWeights,
  });
  const mixing = h('div', { class: 'blend-mix' }, sliders, average);

  const select = h('select', { 'aria-label': messages.blendLess, onchange: () => take() });
  const again = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => keep() },
    messages.blendKeepAgain,
  );
  const comparing = h(
    'div',
    { class: 'blend-compare' },
    h('span', { 'aria-hidden': 'true' }, messages.blendLess),
    select,
    again,
  );
  const note = h('p', { class: 'blend-note', role: 'status' });
  const element = h(
    'div',
    { class: 'blend' },
    h('div', { class: 'blend-bar' }, segments, mixing, comparing),
    note,
  );

  /**
   * @param {string} text
   * @param {() => Partial<import('../state/state.js').LabState>} change
   */
  function choice(text, change) {
    return h('button', { type: 'button', onclick: () => actions.change(change()) }, text);
  }

  function take() {
    if (select.value === RUN) keep();
    else actions.change({ compare: { head: Number(select.value) } });
  }

  /** With a head that is not the selected one: from itself it differs in nothing. */
  function firstComparison() {
    if (last && heads() < 2) return { run: runOfState(last.state) };
    return { head: last?.selection.head === 0 ? 1 : 0 };
  }

  /** What is computed now becomes what later runs are compared with. */
  function keep() {
    if (last) actions.change({ compare: { run: runOfState(last.state) } });
  }

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

  /** @param {import('../frame.js').Frame} frame */
  function updateMix({ state, look }) {
    const { mix } = state;
    mixing.hidden = !mix;
    if (!mix) return;
    while (sliders.children.length > heads()) sliders.lastChild?.remove();
    while (sliders.children.length < heads()) sliders.append(slider(sliders.children.length));
    const shares = sharesOf(mix, heads());
    [...sliders.children].forEach((label, head) => {
      const input = label.querySelector('input');
      /** @type {HTMLElement} */ (label).style.setProperty(
        '--head',
        markOf(headHue(head), look.theme),
      );
      if (!input) return;
      const value = String(mix[head] ?? 1);
      if (input.value !== value) input.value = value;
      const percent = Math.round(100 * shares[head]);
      setAttribute(input, 'aria-valuetext', fillText(messages.blendShare, { percent }));
      setAttribute(label, 'title', fillText(messages.blendShare, { percent }));
    });
    average.hidden = shares.every((share) => share === shares[0] && share > 0);
  }

  /** @param {import('../frame.js').Frame} frame */
  function updateCompare(frame) {
    const { compare } = frame.state;
    comparing.hidden = !compare;
    if (!compare) return;
    while (select.options.length > heads() + 1) select.remove(0);
    if (select.options.length !== heads() + 1) {
      const named = Array.from({ length: heads() }, (_, head) =>
        h('option', { value: String(head) }),
      );
      select.replaceChildren(...named, h('option', { value: RUN }));
    }
    for (let head = 0; head < heads(); head++) {
      setText(select.options[head], headText(frame, head));
    }
    const isRun = 'run' in compare;
    const lastOption = select.options[select.options.length - 1];
    setText(lastOption, isRun ? messages.blendKept : messages.blendKeep);
    const value = isRun ? RUN : String(compare.head < heads() ? compare.head : 0);
    if (select.value !== value) select.value = value;
    again.hidden = !isRun;
  }

  return {
    element,
    /** @param {import('../frame.js').Frame} frame */
    update(frame) {
      last = frame;
      const { mix, compare } = frame.state;
      const mode = compare ? 'compare' : mix ? 'mix' : 'each';
      for (const [name, button] of Object.entries(modes)) {
        setAttribute(button, 'aria-pressed', String(name === mode));
        setAttribute(button, 'tabindex', name === mode ? '0' : '-1');
      }
      modes.mix.disabled = heads() < 2 && mode !== 'mix';
      updateMix(frame);
      updateCompare(frame);
      const shares = mix && !compare ? sharesOf(mix, heads()) : [1];
      const problems = { different: messages.blendDifferent, failed: messages.errorInternal };
      const text = frame.blendProblem
        ? problems[frame.blendProblem]
        : shares.every((share) => share === 0)
          ? messages.blendNothing
          : compare && 'run' in compare
            ? messages.blendRunHint
            : '';
      setText(note, text);
      note.hidden = text === '';
    },
  };
}
