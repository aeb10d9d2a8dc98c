// Writes a figure as a TikZ picture for LaTeX.
// Text stays text in the document's own font, and every word is escaped. Text in, text out.

import { BOW, opacityOf } from './figure.ts';
import { hex } from './svg.ts';
import type { Figure, Mark, Text } from './figure.ts';

/** Characters that LaTeX reads as commands, and their escapes. */
const ESCAPES: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  "'": '\\textquotesingle{}',
  '`': '\\textasciigrave{}',
  '-': '{-}',
  ',': '{,}',
  '→': '$\\rightarrow$',
  '←': '$\\leftarrow$',
  '↓': '$\\downarrow$',
  '−': '$-$',
  '…': '\\ldots{}',
  '·': '\\textperiodcentered{}',
  '\u00a0': '~',
};
const SPECIAL = /[\\{}$&#_%^~<>|"'`,→←↓−…·\u00a0-]/g;

/** @returns a tikzpicture for a document with \usepackage{tikz} */
export function figureToTikz({ width, height, title, marks }: Figure): string {
  const body = marks.flatMap(writeMark);
  const names: Map<string, string> = new Map();
  const text = body
    .join('\n')
    .replace(/@(#[0-9a-f]{6})@/g, (_, color) => nameOf(names, String(color)));
  const colors = [...names].map(
    ([color, name]) => `  \\definecolor{${name}}{HTML}{${color.slice(1).toUpperCase()}}`,
  );
  const needed = /[^\0-\u024f]/.test(text)
    ? ['% Some of its words need LuaLaTeX or XeLaTeX, and a font that has their letters.']
    : [];
  return [
    `% ${oneLine(title)}`,
    '% Needs \\usepackage{tikz} and \\usepackage[T1]{fontenc}. Its size: change x and y together.',
    ...needed,
    '\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, inner sep=0pt, outer sep=0pt]',
    ...colors,
    `  \\useasboundingbox (0,0) rectangle (${short(width)},${short(height)});`,
    text,
    '\\end{tikzpicture}',
    '',
  ].join('\n');
}

/**
 * Each colour is defined once.
 *
 * @param color #rrggbb
 */
function nameOf(names: Map<string, string>, color: string) {
  let name = names.get(color);
  if (!name) {
    name = `headwise${names.size + 1}`;
    names.set(color, name);
  }
  return name;
}

/** @returns lines, each colour still a mark that color() made */
function writeMark(mark: Mark): string[] {
  const opacity = opacityOf(mark);
  const faint = opacity === undefined || opacity === 1 ? '' : `, opacity=${short(opacity)}`;
  switch (mark.kind) {
    case 'group': {
      const inner = mark.marks.flatMap(writeMark);
      if (inner.length === 0) return [];
      // a scope's opacity would multiply, where TikZ lets the inner one win: a transparency group
      // does
      const options = faint ? `[${faint.slice(2)}, transparency group]` : '';
      return [`  \\begin{scope}${options} % ${oneLine(mark.name)}`, ...inner, '  \\end{scope}'];
    }
    case 'rect': {
      const { x, y, width, height, radius, fill } = mark;
      const round = radius ? `, rounded corners=${short(0.75 * radius)}pt` : '';
      const to = `(${short(x + width)},${short(y + height)})`;
      return [`  \\fill[${color(fill)}${round}${faint}] ${at(x, y)} rectangle ${to};`];
    }
    case 'bars':
      return wrap(`  \\fill[${color(mark.fill)}${faint}]`, quads(mark.places, 'rectangle', true));
    case 'dots': {
      const circles = [];
      for (let i = 0; i < mark.places.length; i += 2) {
        const radius = `radius=${short(0.75 * mark.radius)}pt`;
        circles.push(`${at(mark.places[i], mark.places[i + 1])} circle[${radius}]`);
      }
      return wrap(`  \\fill[${color(mark.fill)}${faint}]`, circles);
    }
    case 'lines':
    case 'curves': {
      const width = `line width=${short(0.75 * mark.lineWidth)}pt`;
      const look = `  \\draw[${color(mark.stroke)}, ${width}, line cap=round${faint}]`;
      if (mark.kind === 'lines') return wrap(look, quads(mark.places, '--', false));
      return wrap(look, curves(mark.places));
    }
    case 'text':
      return [writeText(mark)];
  }
}

/** @param areSizes whether the last two numbers are a size */
function quads(places: readonly number[], between: string, areSizes: boolean) {
  const all = [];
  for (let i = 0; i < places.length; i += 4) {
    const [x, y, a, b] = places.slice(i, i + 4);
    all.push(`${at(x, y)} ${between} ${areSizes ? at(x + a, y + b) : at(a, b)}`);
  }
  return all;
}

function curves(places: readonly number[]) {
  const all = [];
  for (let i = 0; i < places.length; i += 4) {
    const [x0, y0, x1, y1] = places.slice(i, i + 4);
    const middle = x0 + BOW * (x1 - x0);
    const controls = `controls ${at(middle, y0)} and ${at(middle, y1)}`;
    all.push(`${at(x0, y0)} .. ${controls} .. ${at(x1, y1)}`);
  }
  return all;
}

/** Breaks long lines for readers; TeX accepts any length. */
function wrap(begin: string, parts: readonly string[]) {
  const lines = [begin];
  for (let i = 0; i < parts.length; i += 3) lines.push(`    ${parts.slice(i, i + 3).join(' ')}`);
  lines[lines.length - 1] += ';';
  return parts.length === 0 ? [] : lines;
}

function writeText(mark: Text) {
  const side = { left: 'west', center: '', right: 'east' }[mark.align];
  const anchor = mark.base === 'middle' ? side || 'center' : `base ${side}`.trim();
  const size = short(0.75 * mark.size);
  const font = `font=\\fontsize{${size}}{${size}}\\selectfont${mark.strong ? '\\bfseries' : ''}`;
  const turn = mark.upright ? ', rotate=90' : '';
  const options = `anchor=${anchor}, text=${color(mark.fill)}, ${font}${turn}`;
  return `  \\node[${options}] at ${at(mark.x, mark.y)} {${escapeLatex(mark.text)}};`;
}

function at(x: number, y: number) {
  return `(${short(x)},${short(y)})`;
}

/** A placeholder for the colour's name, which is known once all of them are. */
function color(name: string) {
  return `@${hex(name)}@`;
}

function short(number: number) {
  return String(Math.round(number * 100) / 100);
}

/** A word escaped for LaTeX, whatever its characters. */
export function escapeLatex(text: string) {
  return (
    text
      // control characters and halves of surrogate pairs end a run of TeX
      .replace(/\p{Cc}|\p{Surrogate}/gu, ' ')
      .replace(SPECIAL, (sign) => ESCAPES[sign])
  );
}

function oneLine(text: string) {
  return text.replace(/[\p{Cc}\u2028\u2029]|\p{Surrogate}/gu, ' ');
}
