// A menu of the header: a button that opens a short list of buttons and links.

import { createDisclosure } from '../ui/disclosure.ts';
import { createRoot, html } from '../ui/template.ts';
import { iconAndWords } from './icon-label.ts';
import type { Child } from '../ui/template.ts';

/** class of an item that confirms in place: its menu remains open */
export const STAYS = 'menu-stays';

/**
 * @param name its words
 * @param mark path of the icon that replaces them in narrow windows
 */
export function createMenu(name: string, mark: string, items: Child) {
  const box = createDisclosure(
    () => root.element,
    () => root.render(view()),
  );
  const view = () => html`<div class="menu" @keydown=${box.closeByKey}>
    <button type="button" aria-expanded=${String(box.isOpen())} @click=${box.toggle}>
      ${iconAndWords(mark, name)}
    </button>
    <div class="menu-items" hidden=${!box.isOpen()}>${items}</div>
  </div>`;
  const root = createRoot(view());
  // the chosen item is about to be hidden: the focus goes to the button, before the item moves it
  root.element.querySelector('.menu-items')?.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest(`.${STAYS}`)) return;
      box.close();
      root.element.querySelector('button')?.focus();
    },
    { capture: true },
  );
  return root.element;
}
