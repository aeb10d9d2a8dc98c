// Plays the motion of the open step, with a scrubber.
// Its code is loaded on first use. At its end, and with reduced motion, the matrices are complete.

import { slider } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { icon } from '../../../ui/text.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Block, Shown } from './plan.ts';
import type { Look } from '../frame.ts';
import type { Pen, Sheet } from './motion/pen.ts';
import type { Motion, Scene } from './motion/index.ts';

/** the stage to play on */
interface Stage {
  step: string;
  allHeads: boolean;
  blocks: readonly Block[];
  /** the selected row */
  row: number;
  mark: string;
  look: Look;
  size: { width: number; height: number };
  sheetOf: (shown: Shown) => Sheet;
}

interface Playing {
  motion: Motion;
  scene: Scene;
  pen: Pen;
  hidden: readonly Sheet[];
}

const SHARPEST = 2;
const STEPS = 1000;
/** Distance between the part scrolled to and the edge of the window, CSS pixels. */
const MARGIN = 12;
const PLAY = 'M5 3l7.5 5L5 13Z';
const PAUSE = 'M5 3v10M11 3v10';

export function createPlayer(messages: Messages, stageNow: () => Stage | null) {
  let loading: Promise<typeof import('./motion/index.ts')> | null = null;
  let timeline: ReturnType<typeof import('./motion/timeline.ts').createTimeline> | null = null;
  let playing: Playing | null = null;
  /** number of calls of end(), for code that awaited something meanwhile */
  let ends = 0;
  let waiters: (() => void)[] = [];
  let isDrawn = false;
  /** whether a step is shown that can be played */
  let isOffered = true;
  /** time of the motion, 0..1; at 1 the matrices are complete */
  let at = 1;

  function controlsView() {
    const runs = timeline?.isRunning() ?? false;
    const label = runs ? messages.stepsMotionPause : messages.stepsMotionPlay;
    return html`<div
      class="step-motion"
      role="group"
      aria-label=${messages.stepsMotion}
      hidden=${!isOffered}
    >
      <button
        type="button"
        class="tool"
        aria-label=${label}
        title=${label}
        @click=${() => void toggle()}
      >
        ${icon(runs ? PAUSE : PLAY)}
      </button>
      ${slider({
        label: messages.stepsMoment,
        min: 0,
        max: STEPS,
        value: Math.round(at * STEPS),
        slide: (to) => void scrub(to / STEPS),
      })}
    </div>`;
  }

  const sheetView = () =>
    html`<canvas class="step-sheet" aria-hidden="true" hidden=${at >= 1}></canvas>`;

  function noteView() {
    const text = playing && at < 1 ? playing.motion.note(playing.scene, at) : '';
    return html`<p class="step-note tabular" aria-hidden="true" hidden=${at >= 1}>${text}</p>`;
  }

  const controls = createRoot(controlsView());
  const sheet = createRoot<HTMLCanvasElement>(sheetView());
  const note = createRoot(noteView());

  function render() {
    controls.render(controlsView());
    sheet.render(sheetView());
    note.render(noteView());
  }

  /** Prepares the motion of the open step on its sheet. */
  async function begin() {
    const from = ends;
    loading ??= import('./motion/index.ts');
    const { createPen, createTimeline, motionOf, sceneOf } = await loading.catch((error) => {
      loading = null; // the next attempt tries again
      throw error;
    });
    if (!isDrawn) await new Promise((resolve) => waiters.push(() => resolve(undefined)));
    if (playing) return playing;
    const stage = stageNow();
    if (!stage || from !== ends) return null;
    timeline ??= createTimeline(draw);
    const { size, look, sheetOf, row, mark } = stage;
    const motion = motionOf(stage.step, stage.allHeads, stage.blocks);
    const scene = sceneOf(stage.blocks, sheetOf, { row, mark });
    const { ink, line } = look.colors;
    const pixelRatio = Math.min(SHARPEST, look.pixelRatio);
    const pen = createPen(sheet.element, { ...size, pixelRatio, ink, line });
    sheet.element.style.width = `${size.width}px`;
    sheet.element.style.height = `${size.height}px`;
    playing = { motion, scene, pen, hidden: motion.hides(scene) };
    return playing;
  }

  function draw(to: number) {
    at = to;
    if (playing) {
      const { motion, scene, pen, hidden } = playing;
      for (const { canvas } of hidden) canvas.style.opacity = at < 1 ? '0' : '';
      if (at < 1) {
        pen.clear();
        motion.draw(pen, scene, at);
      }
    }
    render();
  }

  async function scrub(to: number) {
    if (await begin()) timeline?.seek(to);
  }

  async function toggle() {
    if (timeline?.isRunning()) {
      timeline.pause();
      render();
      return;
    }
    bringIn(controls.element, sheet.element.parentElement);
    await play();
  }

  /** @returns whether it has been shown to its end */
  async function play(): Promise<boolean> {
    const wanted = await begin();
    if (!wanted || !timeline) return false;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      timeline.seek(1);
      return true;
    }
    const ended = timeline.play(wanted.motion.duration);
    render();
    return ended;
  }

  /** Shows the end of the motion: the step, its numbers or the room have changed. */
  function end() {
    ends++;
    isDrawn = false;
    timeline?.seek(1);
    playing = null;
  }

  return {
    element: controls.element,
    sheet: sheet.element,
    note: note.element,
    play,
    end,
    /** Shows its controls, or hides them. */
    offer(wanted: boolean) {
      isOffered = wanted;
      render();
    },
    /** @param control control that the reader used */
    bringIn: (control: HTMLElement) => bringIn(control, sheet.element.parentElement),
    pause: () => timeline?.pause(),
    /** Called when the matrices are on the screen. */
    drawn() {
      isDrawn = true;
      for (const waiter of waiters) waiter();
      waiters = [];
    },
  };
}

/** Scrolls so that the moving cells and their control are in the window. */
function bringIn(control: HTMLElement, stage: HTMLElement | null) {
  if (!stage) return;
  const below = stage.getBoundingClientRect().bottom + MARGIN - innerHeight;
  const above = control.getBoundingClientRect().top - MARGIN;
  const by = Math.min(below, above);
  if (by > 0) scrollBy({ top: by, behavior: 'smooth' });
}
