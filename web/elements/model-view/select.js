// A labelled select element.

import { h } from '../shared/dom.js';

/**
 * @param {string} label
 * @param {(index: number) => void} onChoose
 */
export function createSelect(label, onChoose) {
  const select = h('select', { onchange: () => onChoose(select.selectedIndex) });
  const element = h('label', { class: 'model-select' }, h('span', null, label), select);
  return {
    element,
    /**
     * @param {number | readonly string[]} items their texts, or how many there are, counted from 1
     * @param {number} at
     */
    fill(items, at) {
      const texts =
        typeof items === 'number' ? Array.from({ length: items }, (_, i) => `${i + 1}`) : items;
      const isSame =
        texts.length === select.length && texts.every((one, i) => one === select[i].textContent);
      if (!isSame) select.replaceChildren(...texts.map((text) => h('option', null, text)));
      select.selectedIndex = at;
    },
  };
}
