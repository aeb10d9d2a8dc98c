// Dials: draws number pairs as arrows in a circle, before and after rotation.
// Data in, pixels out: it uses neither the engine nor the page.

interface Arrow {
  /** the pair of numbers */
  to: readonly [number, number];
  color: string;
  /** the position before the rotation */
  pale?: boolean;
}

interface Dial {
  /** CSS pixels */
  size: number;
  /** the length that reaches the rim */
  reach: number;
  arrows: readonly Arrow[];
  faint: string;
  pixelRatio: number;
}

const RIM = 6;
const HEAD = 7;
const PALE = 0.35;

export function drawDial(
  canvas: HTMLCanvasElement,
  { size, reach, arrows, faint, pixelRatio }: Dial,
) {
  canvas.width = canvas.height = Math.round(size * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(pixelRatio, pixelRatio);
  context.translate(size / 2, size / 2);
  const radius = size / 2 - RIM;
  context.strokeStyle = faint;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  for (const [x, y] of [
    [radius, 0],
    [0, radius],
  ]) {
    context.moveTo(-x, -y);
    context.lineTo(x, y);
  }
  context.globalAlpha = 0.5;
  context.stroke();
  for (const arrow of arrows) drawArrow(context, arrow, radius / (reach || 1));
}

/** @param unit length of 1 in CSS pixels */
function drawArrow(
  context: CanvasRenderingContext2D,
  { to: [across, up], color, pale }: Arrow,
  unit: number,
) {
  const [x, y] = [unit * across, -unit * up];
  const length = Math.hypot(x, y);
  context.globalAlpha = pale ? PALE : 1;
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = pale ? 1.5 : 2.5;
  context.setLineDash(pale ? [3, 3] : []);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(x, y);
  context.stroke();
  context.setLineDash([]);
  const head = Math.min(HEAD, length);
  if (head === 0) return;
  const [along, beside] = [
    [(x / length) * head, (y / length) * head],
    [(-y / length) * head * 0.5, (x / length) * head * 0.5],
  ];
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - along[0] + beside[0], y - along[1] + beside[1]);
  context.lineTo(x - along[0] - beside[0], y - along[1] - beside[1]);
  context.fill();
}
