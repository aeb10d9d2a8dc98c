// Charts of the class: learners per score, and answers per question.

import { h, svg } from '../../ui/dom.ts';
import type { Tally } from './learners.ts';
import type { Messages } from '../../words/en/class.ts';

const BAR = { width: 40, gap: 8, height: 120, top: 22, bottom: 24 };
const STRIP = { width: 200, height: 10 };

/**
 * @param bins result of histogramOf
 * @param label description for screen readers
 */
export function drawHistogram(bins: readonly number[], label: string) {
  const most = Math.max(...bins, 1);
  const { width, gap, height, top, bottom } = BAR;
  const step = width + gap;
  const marks = bins.flatMap((count, i) => {
    const size = (count / most) * height;
    const x = i * step;
    const y = top + height - size;
    const middle = x + width / 2;
    return [
      svg('rect', { class: 'plot-bar', x, y, width, height: size, rx: 3 }),
      ...(count > 0
        ? [svg('text', { class: 'plot-count', x: middle, y: y - 6 }, String(count))]
        : []),
      svg('text', { class: 'plot-axis', x: middle, y: top + height + 17 }, rangeOf(i)),
    ];
  });
  const all = bins.length * step - gap;
  const base = top + height + 0.5;
  return svg(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${all} ${top + height + bottom}`,
      role: 'img',
      'aria-label': label,
    },
    ...marks,
    svg('line', { class: 'plot-base', x1: 0, y1: base, x2: all, y2: base }),
  );
}

/** @param i index of a bin */
const rangeOf = (i: number) => `${i * 10}–${i === 9 ? 100 : i * 10 + 9}`;

/** Texts for the bars, in any language. */
export function histogramWords(bins: readonly number[]) {
  return bins.flatMap((count, i) => (count > 0 ? [`${rangeOf(i)}: ${count}`] : [])).join(', ');
}

/** The outcomes of a question, in the order of the strip. */
export const OUTCOMES = ['first', 'later', 'wrong', 'skipped'] as const;

/** @param tally answers to a question; the text beside the strip has the same numbers */
export function drawStrip(tally: Tally) {
  const all = OUTCOMES.reduce((sum, one) => sum + tally[one], 0) || 1;
  let x = 0;
  const parts = OUTCOMES.flatMap((one) => {
    const width = (tally[one] / all) * STRIP.width;
    const part = svg('rect', { class: `strip-${one}`, x, y: 0, width, height: STRIP.height });
    x += width;
    return width > 0 ? [part] : [];
  });
  return svg(
    'svg',
    {
      class: 'strip',
      viewBox: `0 0 ${STRIP.width} ${STRIP.height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...parts,
  );
}

/** The meaning of the strips' colours. */
export function createLegend(messages: Messages) {
  return h(
    'ul',
    { class: 'legend' },
    ...OUTCOMES.map((one) => h('li', null, h('span', { class: `legend-${one}` }), messages[one])),
  );
}
