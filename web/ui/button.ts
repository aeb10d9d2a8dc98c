// Buttons in one of four looks, which button.css has.

import { html } from './template.ts';
import type { Child } from './template.ts';

/** filled, shaded, with a border, or with neither */
export type Look = 'primary' | 'plain' | 'outlined' | 'bare';

export interface ButtonOptions {
  look?: Look;
  /** more names of classes */
  classes?: string;
  /** the text for screen readers, instead of the visible one */
  label?: string;
  disabled?: boolean;
}

export function button(
  text: Child,
  press: (event: Event) => void,
  { look = 'plain', classes = '', label, disabled }: ButtonOptions = {},
) {
  return html`<button
    type="button"
    class=${`button ${look} ${classes}`.trimEnd()}
    aria-label=${label}
    disabled=${disabled}
    @click=${press}
  >${text}</button>`;
}
