// Focus in lists of buttons that a change of the state shortens.

/** Lists whose buttons may go while one of them has the focus. */
const LISTS = '.models-pieces, .models-guesses, .models-ranked, .models-removed';

/**
 * Renders; where that removes the button with the focus, the button in its place receives it.
 *
 * @param removeButton removes the chosen head: it has the focus after the last removed one is put back
 */
export function keepFocus(
  element: HTMLElement,
  render: () => void,
  removeButton: () => HTMLElement | null,
) {
  const held = focusedIn(element);
  const list = held?.closest<HTMLElement>(LISTS);
  const at = list ? buttonsOf(list).indexOf(held as HTMLButtonElement) : -1;
  render();
  if (!held || !list || at < 0) return;
  if (list.isConnected && !list.hidden) {
    if (list.contains(held) && focusedIn(element) === held) return;
    const buttons = buttonsOf(list);
    const next = buttons[Math.min(at, buttons.length - 1)];
    if (next) return next.focus();
  }
  if (list.matches('.models-removed')) removeButton()?.focus();
}

export function focusedIn(element: HTMLElement) {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  return activeElement && element.contains(activeElement) ? activeElement : null;
}

const buttonsOf = (list: HTMLElement): HTMLButtonElement[] => [...list.querySelectorAll('button')];
