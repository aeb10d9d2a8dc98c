// Charts of the class: learners per score, and answers per question.

import { html, svg } from '../../ui/template.ts';
import type { Tally } from './learners.ts';
import type { Messages } from '../../words/en/class.ts';

const BAR = { width: 40, gap: 8, height: 120, top: 22, bottom: 24 };
const STRIP = { width: 200, height: 10 };

/**
 * @param bins result of histogramOf
 * @param label description for screen readers
 */
export function histogram(bins: readonly number[], label: string) {
  const most = Math.max(...bins, 1);
  const { width, gap, height, top, bottom } = BAR;
  const step = width + gap;
  const all = bins.length * step - gap;
  const base = top + height + 0.5;

  function bar(count: number, i: number) {
    const size = (count / most) * height;
    const x = i * step;
    const y = top + height - size;
    const middle = x + width / 2;
    return svg`<rect class="plot-bar" x=${x} y=${y} width=${width} height=${size} rx="3" />
      ${count > 0 && svg`<text class="plot-count" x=${middle} y=${y - 6}>${count}</text>`}
      <text class="plot-axis" x=${middle} y=${top + height + 17}>${rangeOf(i)}</text>`;
  }

  return html`<svg
    class="plot"
    viewBox="0 0 ${all} ${top + height + bottom}"
    role="img"
    aria-label=${label}
  >
    ${bins.map(bar)}
    <line class="plot-base" x1="0" y1=${base} x2=${all} y2=${base} />
  </svg>`;
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
export function strip(tally: Tally) {
  const all = OUTCOMES.reduce((sum, one) => sum + tally[one], 0) || 1;
  const { width: whole, height } = STRIP;
  let end = 0;
  const parts = OUTCOMES.filter((one) => tally[one] > 0).map((one) => {
    const x = end;
    const width = (tally[one] / all) * whole;
    end += width;
    return svg`<rect class="strip-${one}" x=${x} y="0" width=${width} height=${height} />`;
  });
  return html`<svg
    class="strip"
    viewBox="0 0 ${whole} ${height}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >${parts}</svg>`;
}

/** The meaning of the strips' colours. */
export function legend(messages: Messages) {
  return html`<ul class="legend">
    ${OUTCOMES.map((one) => html`<li><span class="legend-${one}"></span>${messages[one]}</li>`)}
  </ul>`;
}
