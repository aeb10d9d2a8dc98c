// Windows onto long axes, with sliders that move them. Matrices with a common axis move together.

import { slider } from '../../../ui/controls.ts';
import { createRoot, html, keyed } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { windowOf } from './sizes.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Axis } from './plan.ts';

export function createAxisWindows(messages: Messages, onMove: () => void) {
  /** first index of each window, by axis */
  const firsts: Map<string, number> = new Map();
  let mostTokens = Infinity;

  /** @param axes axes that are too long to be shown as a whole */
  function view(axes: readonly Axis[]) {
    return html`<div class="step-windows">${keyed(axes, ({ name }) => name, axisWindow)}</div>`;
  }

  function axisWindow(axis: Axis) {
    const { first, count } = windowOf(axis, firsts, mostTokens);
    const places = { axis: nameOf(axis), first: first + 1, last: first + count, count: axis.size };
    const slide = (to: number) => {
      firsts.set(axis.name, to);
      onMove();
    };
    return html`<label class="step-window">
      <span class="tabular">${sayText(messages.stepsWindow, places)}</span>
      ${slider({ min: 0, max: axis.size - count, value: first, slide })}
    </label>`;
  }

  function nameOf({ kind, name }: Axis) {
    if (kind === 'numbers') return messages.stepsAxisNumbers;
    return name === 'key' ? messages.stepsAxisKeys : messages.stepsAxisTokens;
  }

  const root = createRoot(view([]));

  return {
    element: root.element,
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
      const long = axes.filter((axis) => windowOf(axis, firsts, mostTokens).count < axis.size);
      root.render(view([...new Map(long.map((axis) => [axis.name, axis])).values()]));
    },
  };
}
