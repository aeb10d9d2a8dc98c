// Elements of MathML, the parts of formulas.

import { html, mathml } from './template.ts';
import type { Template } from './template.ts';

export const mi = (text: string) => mathml`<mi>${text}</mi>`;
export const mo = (text: string) => mathml`<mo>${text}</mo>`;
/** A bracket as tall as a letter, also beside a fraction. */
const sign = (text: string) => mathml`<mo stretchy="false">${text}</mo>`;
export const mn = (text: number | string) => mathml`<mn>${text}</mn>`;
export const row = (...parts: (Template | string)[]) =>
  mathml`<mrow>${parts.map((part) => (typeof part === 'string' ? sign(part) : part))}</mrow>`;
export const sub = (base: Template, below: Template) => mathml`<msub>${base}${below}</msub>`;
export const sup = (base: Template, above: Template) => mathml`<msup>${base}${above}</msup>`;
export const both = (base: Template, below: Template, above: Template) =>
  mathml`<msubsup>${base}${below}${above}</msubsup>`;
export const under = (base: Template, below: Template) => mathml`<munder>${base}${below}</munder>`;
export const over = (base: Template, above: Template) => mathml`<mover>${base}${above}</mover>`;
export const frac = (top: Template, bottom: Template) => mathml`<mfrac>${top}${bottom}</mfrac>`;
/**
 * A root with its bar, which the style sheet draws: MathML's own needs a font made for mathematics;
 * without one there is no root at all.
 */
export const root = (...parts: (Template | string)[]) => mathml`<mtext>
  <span class="root"><span class="spoken">√</span><math>${row(...parts)}</math></span>
</mtext>`;
export const name = (text: string) => mathml`<mi mathvariant="normal">${text}</mi>`;
export const prime = (letter: string) => row(mi(letter), '′');

/** A formula in a line of text, or on a line of its own. */
export const formula = (content: Template, display: 'block' | null = null) =>
  html`<math display=${display}>${content}</math>`;
