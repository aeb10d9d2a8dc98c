// Windows onto long axes, with sliders that move them. Matrices with a common axis move together.

import { fillText, h, setAttribute, setText } from '../../../ui/dom.ts';
import { windowOf } from './sizes.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Axis } from './plan.ts';

export function createAxisWindows(messages: Messages, onMove: () => void) {
  const element = h('div', { class: 'step-windows' });
  /** first index of each window, by axis */
  const firsts: Map<string, number> = new Map();
  let mostTokens = Infinity;
  let names = '';

  function createControl({ name }: Axis) {
    const input = h('input', { type: 'range', min: '0', step: '1' });
    input.addEventListener('input', () => {
      firsts.set(name, Number(input.value));
      onMove();
    });
    return h('label', { class: 'step-window' }, h('span', { class: 'tabular' }), input);
  }

  function describe(control: Element, axis: Axis) {
    const { first, count } = windowOf(axis, firsts, mostTokens);
    const input = control.querySelector('input') as HTMLInputElement;
    setAttribute(input, 'max', String(axis.size - count));
    input.value = String(first);
    const name =
      axis.kind === 'numbers'
        ? messages.stepsAxisNumbers
        : axis.name === 'key'
          ? messages.stepsAxisKeys
          : messages.stepsAxisTokens;
    const places = { axis: name, first: first + 1, last: first + count, count: axis.size };
    setText(control.firstChild as Element, fillText(messages.stepsWindow, places));
  }

  return {
    element,
    windowOf: (axis: Axis) => windowOf(axis, firsts, mostTokens),
    /** Sets the number of tokens that fit. */
    setMost(most: number) {
      mostTokens = most;
    },
    /** A key that changes when a window moves. */
    key: () => JSON.stringify([...firsts]),
    /** Moves an axis's window so that it contains an index. */
    reveal(axis: Axis, index: number) {
      const { first, count } = windowOf(axis, firsts, mostTokens);
      if (index >= first && index < first + count) return;
      firsts.set(axis.name, Math.max(0, index - Math.floor(count / 2)));
    },
    /** Shows a slider for each axis that is too long. */
    update(axes: readonly Axis[]) {
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
