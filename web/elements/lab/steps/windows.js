// Windows onto long axes, with sliders that move them. Matrices with a common axis move together.

import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { windowOf } from './sizes.js';

/** @typedef {import('./plan.js').Axis} Axis */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {() => void} onMove
 */
export function createWindows(messages, onMove) {
  const element = h('div', { class: 'step-windows' });
  /** where windows were moved to, by axis @type {Map<string, number>} */
  const firsts = new Map();
  let mostTokens = Infinity;
  let names = '';

  /** @param {Axis} axis */
  function createControl({ name }) {
    const input = h('input', { type: 'range', min: '0', step: '1' });
    input.addEventListener('input', () => {
      firsts.set(name, Number(input.value));
      onMove();
    });
    return h('label', { class: 'step-window' }, h('span', { class: 'tabular' }), input);
  }

  /**
   * @param {Element} control
   * @param {Axis} axis
   */
  function describe(control, axis) {
    const { first, count } = windowOf(axis, firsts, mostTokens);
    const input = /** @type {HTMLInputElement} */ (control.querySelector('input'));
    setAttribute(input, 'max', String(axis.size - count));
    input.value = String(first);
    const name =
      axis.kind === 'numbers'
        ? messages.stepsAxisNumbers
        : axis.name === 'key'
          ? messages.stepsAxisKeys
          : messages.stepsAxisTokens;
    const places = { axis: name, first: first + 1, last: first + count, count: axis.size };
    setText(/** @type {Element} */ (control.firstChild), fillText(messages.stepsWindow, places));
  }

  return {
    element,
    /** @param {Axis} axis */
    windowOf: (axis) => windowOf(axis, firsts, mostTokens),
    /** How many tokens there is room for. @param {number} most */
    setMost(most) {
      mostTokens = most;
    },
    /** Something that changes when a window moves. */
    key: () => JSON.stringify([...firsts]),
    /**
     * Moves an axis's window to where an index is in it.
     * @param {Axis} axis
     * @param {number} index
     */
    reveal(axis, index) {
      const { first, count } = windowOf(axis, firsts, mostTokens);
      if (index >= first && index < first + count) return;
      firsts.set(axis.name, Math.max(0, index - Math.floor(count / 2)));
    },
    /**
     * Shows a slider for each axis that is too long.
     * @param {readonly Axis[]} axes
     */
    update(axes) {
      const long = new Map(
        axes
          .filter((axis) => windowOf(axis, firsts, mostTokens).count < axis.size)
          .map((axis) => [axis.name, axis]),
      );
      const now = [...long.keys()].join(' ');
      if (now !== names) {
        names = now;
        element.replaceChildren(...[...long.values()].map(createControl));
      }
      [...long.values()].forEach((axis, i) => describe(element.children[i], axis));
    },
  };
}
