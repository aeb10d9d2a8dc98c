// A text as a QR code.
// Dark on light with a margin, whatever the page's colours, as cameras need. Loaded when the first
// code is shown.

import { encode } from 'uqr';
import { html } from './template.ts';

/** The margin that the standard requires. */
const MARGIN = 4;

/** @param label description for screen readers */
export function drawQr(text: string, label: string) {
  const { data, size } = encode(text, { border: MARGIN, ecc: 'L' });
  // each dark module is a square of a single path
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <path d=${squares.join('')} />
  </svg>`;
}
