// A float32 number with all its digits, as the views of opened models show it.

import { exactText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';

export const float32Text = (value: number) => exactText(Math.fround(value)).replace('-', '−');

/** In digits of one width. */
export const float32 = (value: number) => html`<span class="tabular">${float32Text(value)}</span>`;
