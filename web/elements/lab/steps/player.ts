// Plays the motion of the open step, with a scrubber, and writes the worked sum beside its cell.
// Its code is loaded on first use. At its end, and with reduced motion, the matrices are complete.

import { slider } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
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
  size: { width: number; height: number };
}

const SHARPEST = 2;
const STEPS = 1000;
/** Distance between the part scrolled to and the edge of the window, CSS pixels. */
const MARGIN = 12;
/** Distance between the worked sum and its cell. */
const APART = 10;

export function createPlayer(messages: Messages, stageNow: () => Stage | null) {
  let loading: Promise<typeof import('./motion/index.ts')> | null = null;
  let timeline: ReturnType<typeof import('./motion/timeline.ts').createTimeline> | null = null;
  let playing: Playing | null = null;
  /** number of calls of end(), for code that awaited something meanwhile */
  let ends = 0;
  /** whether the motion is to go on */
  let isWanted = false;
  let waiters: (() => void)[] = [];
  let isDrawn = false;
  /** whether a step is shown that can be played */
  let isOffered = true;
  /** time of the motion, 0..1; at 1 the matrices are complete */
  let at = 1;

  const controlsView = () => html`<div
    class="step-motion"
    role="group"
    aria-label=${messages.stepsMotion}
    hidden=${!isOffered}
  >
    ${slider({
      label: messages.stepsMoment,
      min: 0,
      max: STEPS,
      value: Math.round(at * STEPS),
      slide: (to) => void scrub(to / STEPS),
    })}
  </div>`;

  const sheetView = () =>
    html`<canvas class="step-sheet" aria-hidden="true" hidden=${at >= 1}></canvas>`;

  function noteView() {
    const text = playing && at < 1 ? playing.motion.note(playing.scene, at) : '';
    return html`<p class="step-note tabular" aria-hidden="true" hidden=${text === ''}>${text}</p>`;
  }

  /** Moves the worked sum beside its cell, over cells that are still empty. */
  function placeNote() {
    if (!playing || note.element.hidden) return;
    const { motion, scene, pen, size } = playing;
    const box = motion.noteAt(pen, scene, at);
    const { offsetWidth, offsetHeight } = note.element;
    const x = Math.max(0, Math.min(box.x, size.width - offsetWidth));
    const below = box.y + box.height + APART;
    const fits = below + offsetHeight <= size.height;
    const y = fits ? below : Math.max(0, box.y - offsetHeight - APART);
    note.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  const controls = createRoot(controlsView());
  const sheet = createRoot<HTMLCanvasElement>(sheetView());
  const note = createRoot(noteView());

  function render() {
    controls.render(controlsView());
    sheet.render(sheetView());
    note.render(noteView());
    placeNote();
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
    playing = { motion, scene, pen, hidden: motion.hides(scene), size };
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

  /**
   * Plays the open step; begins again where the matrices are laid out again meanwhile.
   *
   * @returns whether it has been shown to its end
   */
  async function play(): Promise<boolean> {
    isWanted = true;
    for (;;) {
      const wanted = await begin();
      if (!isWanted || !stageNow()) return false;
      if (!wanted || !timeline) continue;
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        timeline.seek(1);
        return true;
      }
      const from = ends;
      const isEnded = await timeline.play(wanted.motion.duration);
      if (isEnded || !isWanted || from === ends) return isEnded;
    }
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
    pause() {
      isWanted = false;
      timeline?.pause();
    },
    /** Called when the matrices are on the screen. */
    drawn() {
      isDrawn = true;
      for (const waiter of waiters) waiter();
      waiters = [];
    },
  };
}

/** Scrolls so that the moving cells are in the window, with their control above them where it stays. */
function bringIn(control: HTMLElement, stage: HTMLElement | null) {
  if (!stage) return;
  const { top, bottom } = stage.getBoundingClientRect();
  const { height } = control.getBoundingClientRect();
  const isSticky = getComputedStyle(control).position === 'sticky';
  const least = isSticky ? height : 0;
  const below = bottom + MARGIN - innerHeight;
  const by = below > 0 ? Math.min(below, top - MARGIN - least) : Math.min(0, top - MARGIN - least);
  if (by !== 0) scrollBy({ top: by, behavior: 'smooth' });
}
