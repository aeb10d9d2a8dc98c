// The large number of the panel.
// A weight is a percentage, and a button that opens where it comes from; other numbers have all
// digits.

import { inFormula, percentText, splitText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';

export interface BigNumber {
  /** null: hidden */
  value: number | null;
  /** whether it is a part of a whole, from 0 to 1 */
  isShare: boolean;
}

/**
 * @param label text below a weight: the question that a click answers
 * @param ask opens it; null: the weight is no button
 */
export function bigNumber({ value, isShare }: BigNumber, label: string, ask: (() => void) | null) {
  const [first, rest] = value === null ? [] : splitText(value).map((part) => inFormula(part));
  return html`<button
      type="button"
      class="share-number"
      disabled=${!ask}
      hidden=${value === null || !isShare}
      @click=${ask}
    >
      <span class="share-value">${value !== null && isShare && percentText(value)}</span>
      <span class="share-ask">${ask && label}</span>
    </button>
    <p class="big-number" hidden=${value === null || isShare}>
      <b>${first}</b><span class="rest">${rest}</span>
    </p>`;
}
