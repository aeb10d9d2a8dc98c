// A labelled select element.

import { html } from '../../ui/template.ts';
import type { Template } from '../../ui/template.ts';

/** @param items their texts, or how many there are, counted from 1 */
export function select(
  label: string,
  items: number | readonly string[],
  chosen: number,
  choose: (index: number) => void,
): Template {
  const texts =
    typeof items === 'number' ? Array.from({ length: items }, (_, i) => `${i + 1}`) : items;
  return html`<label class="model-select">
    <span>${label}</span>
    <select @change=${({ target }: Event) => choose((target as HTMLSelectElement).selectedIndex)}>
      ${texts.map((text, i) => html`<option .selected=${i === chosen}>${text}</option>`)}
    </select>
  </label>`;
}
