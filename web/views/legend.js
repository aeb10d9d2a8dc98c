// Draws a ramp as a strip from none to most, with the same bend that maps use. Its words are the
// caller's; this is only the strip.

import { bend } from './scale.js';

/**
 * @param {HTMLCanvasElement} canvas its size in device pixels is taken as it is
 * @param {import('./color.js').Ramp} ramp
 */
export function drawLegend(canvas, ramp) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  for (let x = 0; x < width; x++) {
    // even in value, like a ruler: a colour stands where its number is
    context.fillStyle = ramp.css[bend((x + 0.5) / width)];
    context.fillRect(x, 0, 1, height);
  }
}
