// Chart of loss and accuracy per batch, with a slider of steps.
// The slider moves through the saved steps.

import { headHue, markOf } from '../../views/color.ts';
import { layoutCurves } from '../../views/curves-layout.ts';
import { curveMarks } from '../../views/curves.ts';
import { paintMarks } from '../../views/figure.ts';
import { fillText, h } from '../../ui/dom.ts';
import { nameOf } from './head-roles.ts';
import type { Words } from '../../words/en/training.ts';
import type { Look } from '../lab/frame.ts';
import type { Emergence } from './role-emergence.ts';

const HEIGHT = 132;
const NAMED_HEIGHT = HEIGHT + 14;
/** The hue of the single head beside several. */
const ONE_HUE = 40;
/** End of the loss scale, relative to the loss of random guessing. */
const ABOVE = 1.25;

interface Charted {
  runs: readonly { name: string; losses: readonly number[]; accuracies: readonly number[] }[];
  /** when roles emerged, in the inspected run */
  births: readonly Emergence[];
  /** number of symbols to guess from */
  symbols: number;
  /** number of steps that fit */
  steps: number;
  /** the inspected step */
  step: number;
  newest: number;
  /** saved steps */
  kept: readonly number[];
  look: Look;
}

/** @param choose called with a saved step, or the newest */
export function createChart(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  choose: (step: number) => void,
) {
  const charts = {
    loss: h('canvas', { role: 'img' }),
    right: h('canvas', { role: 'img' }),
  };
  const slider = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    class: 'training-scrubber',
    'aria-label': words.scrubber,
    oninput: () => now && choose(nearest(now, Number(slider.value))),
    // arrows move between saved steps
    onkeydown(event: KeyboardEvent) {
      const to = now && stepAfter(now, event.key, getComputedStyle(slider).direction);
      if (to === null) return;
      event.preventDefault();
      if (to !== undefined) choose(to);
    },
  });
  const legend = h('p', { class: 'training-legend' });
  const element = h(
    'div',
    { class: 'training-chart' },
    legend,
    h('figure', null, h('figcaption', null, words.lossOfBatch), charts.loss),
    h('figure', null, h('figcaption', null, words.rightOfBatch), charts.right),
    slider,
    h('p', { class: 'training-scrub-hint' }, words.scrubHint),
  );
  let now: Charted | null = null;
  let legendKey = '';

  function draw(canvas: HTMLCanvasElement, charted: Charted, what: 'losses' | 'accuracies') {
    const { runs, symbols, steps, step, look } = charted;
    const isLoss = what === 'losses';
    const named = !isLoss;
    const width = element.clientWidth;
    const height = named ? NAMED_HEIGHT : HEIGHT;
    const blind = isLoss ? Math.log(symbols) : 1 / symbols;
    const layout = layoutCurves({
      width,
      height,
      steps,
      most: isLoss ? blind * ABOVE : 1,
      every: isLoss ? undefined : 0.5,
      named,
    });
    const value = isLoss ? numbers.fixed(blind, 2) : numbers.percent(blind);
    const marks = curveMarks({
      layout,
      curves: runs.map(({ name, [what]: values }, i) => ({
        name,
        values,
        color: colorOf(look, i),
      })),
      guess: { value: blind, name: fillText(words.guessing, { value }) },
      step: step > 0 ? step : null,
      events: isLoss ? eventsOf(charted, words, numbers) : [],
      colors: look.colors,
      format: isLoss ? (one) => numbers.fixed(one, blind < 2 ? 1 : 0) : numbers.percent,
      formatStep: numbers.whole,
    });
    const { pixelRatio } = look;
    canvas.width = Math.round(width * pixelRatio);
    canvas.height = Math.round(height * pixelRatio);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(pixelRatio, pixelRatio);
    paintMarks(context, marks, look.fontFamily);
    const first = runs[0][what][0];
    const last = runs[0][what][step - 1];
    const write = isLoss ? (one: number) => numbers.few(one) : numbers.percent;
    canvas.ariaLabel =
      last === undefined
        ? words.chartEmpty
        : fillText(isLoss ? words.chartLoss : words.chartRight, {
            step: numbers.whole(step),
            first: write(first),
            last: write(last),
          });
  }

  function showLegend({ runs, look }: Charted) {
    legend.hidden = runs.length < 2;
    const key = `${look.theme} ${runs.map(({ name }) => name).join()}`;
    if (legend.hidden || key === legendKey) return;
    legendKey = key;
    legend.replaceChildren(
      ...runs.map(({ name }, i) => {
        const dot = h('span', { class: 'training-line', 'aria-hidden': 'true' });
        dot.style.background = colorOf(look, i);
        return h('span', null, dot, name);
      }),
    );
  }

  return {
    element,
    update(charted: Charted) {
      now = charted;
      showLegend(charted);
      draw(charts.loss, charted, 'losses');
      draw(charts.right, charted, 'accuracies');
      slider.max = String(charted.steps);
      slider.value = String(charted.step);
      slider.ariaValueText = fillText(words.scrubbed, { step: numbers.whole(charted.step) });
    },
  };
}

export function colorOf(look: Look, run: number) {
  return run === 0 ? look.colors.ink : markOf(ONE_HUE, look.theme);
}

/** The saved step that is nearest to one. */
function nearest({ kept, newest }: Charted, step: number) {
  const stops = [...kept, newest];
  return stops.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a), 0);
}

/**
 * The target of a key: undefined where there is no further step, null for other keys.
 *
 * @param direction direction of the text
 */
function stepAfter({ kept, newest, step }: Charted, key: string, direction: string) {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  const by = { [forward]: 1, ArrowUp: 1, [backward]: -1, ArrowDown: -1 }[key];
  if (by === undefined) return null;
  const stops = [...new Set([...kept, newest])];
  return by > 0 ? stops.find((one) => one > step) : stops.findLast((one) => one < step);
}

/** The steps at which roles emerged; roles of one step and one name are merged. */
function eventsOf(
  { births, look }: Charted,
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
) {
  const events: Map<string, { step: number; name: string; color: string }> = new Map();
  for (const { step, role, head } of births) {
    const name = nameOf(words, numbers, role);
    const color = markOf(headHue(head), look.theme);
    if (!events.has(`${step} ${name}`)) events.set(`${step} ${name}`, { step, name, color });
  }
  return [...events.values()].sort((a, b) => a.step - b.step);
}
