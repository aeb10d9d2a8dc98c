// Chart of loss and accuracy per batch, with a slider of steps.
// The slider goes through the saved steps.

import { headHue, markOf } from '../../views/color.js';
import { layoutCurves } from '../../views/curves-layout.js';
import { curveMarks } from '../../views/curves.js';
import { paintMarks } from '../../views/figure.js';
import { fillText, h } from '../shared/dom.js';
import { nameOf } from './names.js';

const HEIGHT = 132;
const NAMED_HEIGHT = HEIGHT + 14;
/** The hue of the one head beside several. */
const ONE_HUE = 40;
/** What the scale of the loss has beyond blind guessing. */
const ABOVE = 1.25;

/**
 * @typedef {object} Charted
 * @property {readonly { name: string, losses: readonly number[], accuracies: readonly number[] }[]} runs
 * @property {readonly import('./births.js').Birth[]} births of roles, in the run that is looked at
 * @property {number} symbols from which one is to be said
 * @property {number} steps that there is room for
 * @property {number} step that one looks at
 * @property {number} newest
 * @property {readonly number[]} kept steps one can go back to
 * @property {import('../lab/frame.js').Look} look
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {(step: number) => void} choose a step that was kept, or the newest
 */
export function createChart(words, numbers, choose) {
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
    // arrows go from one kept step to the next
    onkeydown(/** @type {KeyboardEvent} */ event) {
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
  /** @type {Charted | null} */
  let now = null;
  let legendKey = '';

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Charted} charted
   * @param {'losses' | 'accuracies'} what
   */
  function draw(canvas, charted, what) {
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
    const write = isLoss ? (/** @type {number} */ one) => numbers.few(one) : numbers.percent;
    canvas.ariaLabel =
      last === undefined
        ? words.chartEmpty
        : fillText(isLoss ? words.chartLoss : words.chartRight, {
            step: numbers.whole(step),
            first: write(first),
            last: write(last),
          });
  }

  /** @param {Charted} charted */
  function showLegend({ runs, look }) {
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
    /** @param {Charted} charted */
    update(charted) {
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

/**
 * @param {import('../lab/frame.js').Look} look
 * @param {number} run
 */
export function colorOf(look, run) {
  return run === 0 ? look.colors.ink : markOf(ONE_HUE, look.theme);
}

/**
 * The kept step that is nearest to one.
 * @param {Charted} charted
 * @param {number} step
 */
function nearest({ kept, newest }, step) {
  const stops = [...kept, newest];
  return stops.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a), 0);
}

/**
 * Where a key leads to: undefined where there is no further step, null if it is not one of these keys.
 * @param {Charted} charted
 * @param {string} key
 * @param {string} direction of the text
 */
function stepAfter({ kept, newest, step }, key, direction) {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  const by = { [forward]: 1, ArrowUp: 1, [backward]: -1, ArrowDown: -1 }[key];
  if (by === undefined) return null;
  const stops = [...new Set([...kept, newest])];
  return by > 0 ? stops.find((one) => one > step) : stops.findLast((one) => one < step);
}

/**
 * When roles were born; those of one step and one name are one.
 * @param {Charted} charted
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 */
function eventsOf({ births, look }, words, numbers) {
  /** @type {Map<string, { step: number, name: string, color: string }>} */
  const events = new Map();
  for (const { step, role, head } of births) {
    const name = nameOf(words, numbers, role);
    const color = markOf(headHue(head), look.theme);
    if (!events.has(`${step} ${name}`)) events.set(`${step} ${name}`, { step, name, color });
  }
  return [...events.values()].sort((a, b) => a.step - b.step);
}
