// Chart of loss and accuracy per batch, with a slider of steps.
// The slider moves through the saved steps.

import { headHue, markOf } from '../../views/color.ts';
import { layoutCurves } from '../../views/curves-layout.ts';
import { curveMarks, SIZE } from '../../views/curves.ts';
import { paintMarks } from '../../views/figure.ts';
import { longestWidth, MEASURED_SIZE } from '../../ui/label-sizes.ts';
import { slider } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { nameOf } from './head-roles.ts';
import type { Look } from '../lab/frame.ts';
import type { Emergence } from './role-emergence.ts';
import type { Texts } from './texts.ts';

const LOSS_HEIGHT = 136;
const RIGHT_HEIGHT = 104;
/** The hue of the single head beside several. */
const ONE_HUE = 40;
/** End of the loss scale, relative to the loss of random guessing: names of events are above it. */
const ABOVE = 1.65;

interface Charted {
  runs: readonly { name: string; losses: readonly number[]; accuracies: readonly number[] }[];
  /** when roles emerged, in the inspected run */
  emerged: readonly Emergence[];
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
export function createChart(texts: Texts, choose: (step: number) => void) {
  const { words, numbers } = texts;
  const canvases: Partial<Record<'losses' | 'accuracies', HTMLCanvasElement>> = {};
  let shown: Charted | null = null;
  const root = createRoot(view());
  const { element } = root;

  /** Arrows move between saved steps. */
  function press(event: KeyboardEvent) {
    const { direction } = getComputedStyle(event.target as Element);
    const to = shown && stepAfter(shown, event.key, direction);
    if (to === null) return;
    event.preventDefault();
    if (to !== undefined) choose(to);
  }

  function view() {
    return html`<div class="training-chart" @keydown=${press}>
      <figure>
        <figcaption>${words.lossOfBatch}${guessing('losses')}</figcaption>
        <canvas
          role="img"
          aria-label=${shown && describe(texts, shown, 'losses')}
          ref=${(canvas: HTMLCanvasElement) => (canvases.losses = canvas)}
        ></canvas>
      </figure>
      <figure>
        <figcaption>${words.rightOfBatch}${guessing('accuracies')}</figcaption>
        <canvas
          role="img"
          aria-label=${shown && describe(texts, shown, 'accuracies')}
          ref=${(canvas: HTMLCanvasElement) => (canvases.accuracies = canvas)}
        ></canvas>
      </figure>
      ${slider({
        label: words.scrubber,
        kind: 'training-scrubber',
        min: 0,
        max: shown?.steps ?? 0,
        value: shown?.step ?? 0,
        text: shown ? sayText(words.scrubbed, { step: numbers.whole(shown.step) }) : undefined,
        slide: (step) => shown && choose(nearest(shown, step)),
      })}
      <p class="training-scrub-hint">${words.scrubHint}</p>
    </div>`;
  }

  /** The text of a chart's dashed line. */
  function guessing(what: 'losses' | 'accuracies') {
    if (!shown) return '';
    const blind = blindOf(what, shown);
    const value = what === 'losses' ? numbers.fixed(blind, 2) : numbers.percent(blind);
    return html`${' '}<span>${sayText(words.guessing, { value })}</span>`;
  }

  function draw(what: 'losses' | 'accuracies', charted: Charted) {
    const canvas = canvases[what] as HTMLCanvasElement;
    const { runs, steps, step, look } = charted;
    const isLoss = what === 'losses';
    const width = element.clientWidth;
    const height = isLoss ? LOSS_HEIGHT : RIGHT_HEIGHT;
    const blind = blindOf(what, charted);
    const layout = layoutCurves({
      width,
      height,
      steps,
      most: isLoss ? blind * ABOVE : 1,
      every: isLoss ? undefined : 0.5,
      named: !isLoss,
    });
    const marks = curveMarks({
      layout,
      curves: runs.map(({ name, [what]: values }, i) => ({
        name,
        values,
        color: colorOf(look, i),
      })),
      guess: blind,
      step: step > 0 ? step : null,
      events: isLoss ? eventsOf(charted, texts) : [],
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
  }

  return {
    element,
    update(charted: Charted) {
      shown = charted;
      root.render(view());
      draw('losses', charted);
      draw('accuracies', charted);
    },
  };
}

/** The value without learning. */
const blindOf = (what: 'losses' | 'accuracies', { symbols }: Charted) =>
  what === 'losses' ? Math.log(symbols) : 1 / symbols;

/** A chart in words. */
function describe(
  { words, numbers }: Texts,
  { runs, step }: Charted,
  what: 'losses' | 'accuracies',
) {
  const isLoss = what === 'losses';
  const write = isLoss ? numbers.few : numbers.percent;
  const first = runs[0][what][0];
  const last = runs[0][what][step - 1];
  if (last === undefined) return words.chartEmpty;
  return sayText(isLoss ? words.chartLoss : words.chartRight, {
    step: numbers.whole(step),
    first: write(first),
    last: write(last),
  });
}

/** A short line in the colour of a run's curve. */
export function lineOf(look: Look, run: number) {
  const vars = { background: colorOf(look, run) };
  return html`<span class="training-line" aria-hidden="true" vars=${vars}></span>`;
}

function colorOf(look: Look, run: number) {
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
function eventsOf({ emerged, look }: Charted, texts: Texts) {
  const events: Map<string, { step: number; name: string; color: string; width: number }> =
    new Map();
  for (const { step, role, head } of emerged) {
    const name = nameOf(texts, role);
    const color = markOf(headHue(head), look.theme);
    const width = (longestWidth([name], look.fontFamily) * SIZE) / MEASURED_SIZE;
    if (!events.has(`${step} ${name}`)) events.set(`${step} ${name}`, { step, name, color, width });
  }
  return [...events.values()].sort((a, b) => a.step - b.step);
}
