// Paints the marks of maps and figures: dots and texts.

import { fitText } from './fit-text.ts';
import type { Dots, Text } from './figure.ts';

export function paintDots(context: CanvasRenderingContext2D, { places, radius, fill }: Dots) {
  context.fillStyle = fill;
  context.beginPath();
  for (let i = 0; i < places.length; i += 2) {
    context.moveTo(places[i] + radius, places[i + 1]);
    context.arc(places[i], places[i + 1], radius, 0, 2 * Math.PI);
  }
  context.fill();
}

export function paintText(context: CanvasRenderingContext2D, mark: Text, fontFamily: string) {
  context.font = `${mark.strong ? '600 ' : ''}${mark.size}px ${fontFamily}`;
  context.fillStyle = mark.fill;
  context.textAlign = mark.align;
  context.textBaseline = mark.base;
  const text = mark.room === undefined ? mark.text : fitText(context, mark.text, mark.room);
  if (!mark.upright) {
    context.fillText(text, mark.x, mark.y);
    return;
  }
  context.save();
  context.translate(mark.x, mark.y);
  context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
  context.restore();
}
