// A labelled select element.

import { h } from '../../ui/dom.ts';

export function createSelect(label: string, onChoose: (index: number) => void) {
  const select = h('select', { onchange: () => onChoose(select.selectedIndex) });
  const element = h('label', { class: 'model-select' }, h('span', null, label), select);
  return {
    element,
    /** @param items their texts, or how many there are, counted from 1 */
    fill(items: number | readonly string[], at: number) {
      const texts =
        typeof items === 'number' ? Array.from({ length: items }, (_, i) => `${i + 1}`) : items;
      const isSame =
        texts.length === select.length && texts.every((one, i) => one === select[i].textContent);
      if (!isSame) select.replaceChildren(...texts.map((text) => h('option', null, text)));
      select.selectedIndex = at;
    },
  };
}
