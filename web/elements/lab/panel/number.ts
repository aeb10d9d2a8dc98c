// The large number of the panel.
// A weight is rounded to a readable one, with all digits on demand; other numbers have all digits.

import { percentText, splitText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';

export interface BigNumber {
  /** null: hidden */
  value: number | null;
  /** whether it is a part of a whole, from 0 to 1 */
  isShare: boolean;
}

/**
 * @param isOpen whether the digits of a weight are shown
 * @param flip shows or hides them
 */
export function bigNumber(
  { value, isShare }: BigNumber,
  label: string,
  isOpen: boolean,
  flip: () => void,
) {
  const [first, rest] = value === null ? [] : splitText(value);
  return html`<button
      type="button"
      class="share-number"
      title=${label}
      aria-expanded=${String(isOpen)}
      hidden=${value === null || !isShare}
      @click=${flip}
    >
      ${value !== null && isShare && percentText(value)}
    </button>
    <p class="big-number" hidden=${value === null || (isShare && !isOpen)}>
      <b>${first}</b><span class="rest">${rest}</span>
    </p>`;
}
