// Draws a ramp as a strip from none to most, or from less to more, with the same bend that maps use. Its words are the
// caller's; this is only the strip.

import { bend, bendSigned } from './scale.js';

/**
 * @param {HTMLCanvasElement} canvas its size in device pixels is taken as it is
 * @param {import('./color.js').Ramp} ramp
 * @param {boolean} [signed] from the most negative to the most positive
 */
export function drawLegend(canvas, ramp, signed = false) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  for (let x = 0; x < width; x++) {
    // even in value, like a ruler: a colour stands where its number is
    const part = (x + 0.5) / width;
    context.fillStyle = ramp.css[signed ? bendSigned(2 * part - 1) : bend(part)];
    context.fillRect(x, 0, 1, height);
  }
}
