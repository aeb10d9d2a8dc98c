// Writes a figure as SVG.
// Text stays text, shapes stay shapes, each part is a group, and colours are hexadecimal, which
// every program reads. Text in, text out.

import { BOW, opacityOf } from './figure.ts';
import type { Bars, Curves, Dots, Figure, Lines, Mark, Text } from './figure.ts';

/** @returns a whole file */
export function figureToSvg({ width, height, title, marks }: Figure, fontFamily: string): string {
  const size = `width="${short(width)}" height="${short(height)}"`;
  const box = `viewBox="0 0 ${short(width)} ${short(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${box} font-family="${escapeXml(fontFamily)}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    ...marks.flatMap(writeMark),
    '</svg>',
    '',
  ].join('\n');
}

/** @returns lines */
function writeMark(mark: Mark): string[] {
  const opacity = opacityOf(mark);
  const faint = opacity === undefined || opacity === 1 ? '' : ` opacity="${short(opacity)}"`;
  switch (mark.kind) {
    case 'group': {
      const inner = mark.marks.flatMap(writeMark);
      if (inner.length === 0) return [];
      return [`<g${faint}><!-- ${comment(mark.name)} -->`, ...inner, '</g>'];
    }
    case 'rect': {
      const place = `x="${short(mark.x)}" y="${short(mark.y)}"`;
      const size = `width="${short(mark.width)}" height="${short(mark.height)}"`;
      const round = mark.radius ? ` rx="${short(mark.radius)}"` : '';
      return [`<rect ${place} ${size}${round} fill="${hex(mark.fill)}"${faint}/>`];
    }
    case 'dots':
    case 'bars':
      return [`<path fill="${hex(mark.fill)}"${faint} d="${areas(mark)}"/>`];
    case 'curves':
    case 'lines': {
      const look = `fill="none" stroke="${hex(mark.stroke)}" stroke-width="${short(mark.lineWidth)}"`;
      return [`<path ${look} stroke-linecap="round"${faint} d="${strokes(mark)}"/>`];
    }
    case 'text':
      return [writeText(mark)];
  }
}

function areas(mark: Dots | Bars) {
  const { places } = mark;
  let d = '';
  if (mark.kind === 'bars') {
    for (let i = 0; i < places.length; i += 4) {
      const [x, y, width, height] = places.slice(i, i + 4).map(short);
      d += `M${x} ${y}h${width}v${height}h${short(-places[i + 2])}z`;
    }
    return d;
  }
  const r = short(mark.radius);
  const across = short(2 * mark.radius);
  for (let i = 0; i < places.length; i += 2) {
    d += `M${short(places[i] - mark.radius)} ${short(places[i + 1])}`;
    d += `a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0z`;
  }
  return d;
}

function strokes({ kind, places }: Curves | Lines) {
  let d = '';
  for (let i = 0; i < places.length; i += 4) {
    const [x0, y0, x1, y1] = places.slice(i, i + 4).map(short);
    const middle = short(places[i] + BOW * (places[i + 2] - places[i]));
    d += `M${x0} ${y0}`;
    d += kind === 'lines' ? `L${x1} ${y1}` : `C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
  }
  return d;
}

/** Baselines are moved by hand: half of the programs that read SVG ignore dominant-baseline. */
function writeText(mark: Text) {
  const down = mark.base === 'middle' ? 0.35 * mark.size : 0;
  const anchor = { left: 'start', center: 'middle', right: 'end' }[mark.align];
  const place = mark.upright
    ? `transform="translate(${short(mark.x + down)} ${short(mark.y)}) rotate(-90)"`
    : `x="${short(mark.x)}" y="${short(mark.y + down)}"`;
  const weight = mark.strong ? ' font-weight="600"' : '';
  // start and end swap sides in text from right to left: the text is isolated, the line is not
  const look = `font-size="${short(mark.size)}"${weight} text-anchor="${anchor}" fill="${hex(mark.fill)}"`;
  return `<text ${place} ${look} direction="ltr" xml:space="preserve">${escapeXml(mark.text)}</text>`;
}

function short(number: number) {
  return String(Math.round(number * 100) / 100);
}

/** A colour as #rrggbb. Colours of figures are #rgb, #rrggbb or rgb(r g b). */
export function hex(color: string) {
  const parts = /^rgb\((\d+)[ ,]+(\d+)[ ,]+(\d+)\)$/.exec(color);
  if (!parts) return color.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3');
  return `#${parts
    .slice(1)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

export function escapeXml(text: string) {
  return (
    text
      // XML has no way to write these
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}

function comment(text: string) {
  return escapeXml(text).replace(/-(?=-|$)/g, '- ');
}
