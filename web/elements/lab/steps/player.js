// Plays the motion of the open step, with a scrubber.
// Its code is loaded on first use. At its end, and with reduced motion, the matrices are complete.

import { h, icon, setAttribute, setText } from '../../shared/dom.js';

/**
 * @typedef {object} Stage the stage to play on
 * @property {string} step
 * @property {boolean} allHeads
 * @property {readonly import('./plan.js').Block[]} blocks
 * @property {number} row that is looked at
 * @property {string} mark
 * @property {import('../frame.js').Look} look
 * @property {{ width: number, height: number }} size
 * @property {(shown: import('./plan.js').Shown) => import('./motion/pen.js').Sheet} sheetOf
 *
 * @typedef {object} Playing
 * @property {import('./motion/index.js').Motion} motion
 * @property {import('./motion/index.js').Scene} scene
 * @property {import('./motion/pen.js').Pen} pen
 * @property {readonly import('./motion/pen.js').Sheet[]} hidden
 */

const SHARPEST = 2;
const STEPS = 1000;
/** Between the part scrolled to and the edge of the window, CSS pixels. */
const MARGIN = 12;
const PLAY = 'M5 3l7.5 5L5 13Z';
const PAUSE = 'M5 3v10M11 3v10';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {() => Stage | null} stageNow
 */
export function createPlayer(messages, stageNow) {
  const sheet = h('canvas', { class: 'step-sheet', 'aria-hidden': 'true', hidden: true });
  const note = h('p', { class: 'step-note tabular', 'aria-hidden': 'true', hidden: true });
  const button = h('button', { type: 'button', class: 'tool', onclick: () => void toggle() });
  const scrubber = createScrubber(messages.stepsMoment, (to) => void scrub(to));
  const element = h('div', { class: 'step-motion', role: 'group' }, button, scrubber);
  element.ariaLabel = messages.stepsMotion;
  /** @type {Promise<typeof import('./motion/index.js')> | null} */
  let loading = null;
  /** @type {ReturnType<typeof import('./motion/timeline.js').createTimeline> | null} */
  let timeline = null;
  /** @type {Playing | null} */
  let playing = null;
  /** counts how often it was ended, for code that awaited something meanwhile */
  let ends = 0;
  /** @type {(() => void)[]} */
  let waiters = [];
  let isDrawn = false;

  /** Puts the motion of the open step on its sheet. */
  async function begin() {
    const from = ends;
    loading ??= import('./motion/index.js');
    const { createPen, createTimeline, motionOf, sceneOf } = await loading.catch((error) => {
      loading = null; // another time tries again
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
    const pen = createPen(sheet, { ...size, pixelRatio, ink, line });
    sheet.style.width = `${size.width}px`;
    sheet.style.height = `${size.height}px`;
    playing = { motion, scene, pen, hidden: motion.hides(scene) };
    return playing;
  }

  /** @param {number} at */
  function draw(at) {
    scrubber.value = String(Math.round(at * STEPS));
    if (!playing) return;
    const { motion, scene, pen, hidden } = playing;
    const isShown = at < 1;
    sheet.hidden = note.hidden = !isShown;
    for (const { canvas } of hidden) canvas.style.opacity = isShown ? '0' : '';
    if (isShown) {
      pen.clear();
      motion.draw(pen, scene, at);
      setText(note, motion.note(scene, at));
    }
    showButton();
  }

  /** @param {number} to */
  async function scrub(to) {
    if (await begin()) timeline?.seek(to);
  }

  async function toggle() {
    if (timeline?.isRunning()) {
      timeline.pause();
      showButton();
      return;
    }
    bringIn(element, sheet.parentElement);
    await play();
  }

  /** @returns {Promise<boolean>} whether it has been shown to its end */
  async function play() {
    const wanted = await begin();
    if (!wanted || !timeline) return false;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      timeline.seek(1);
      return true;
    }
    const ended = timeline.play(wanted.motion.duration);
    showButton();
    return ended;
  }

  /** The step, its numbers or the room have changed: everything stands at its end. */
  function end() {
    ends++;
    isDrawn = false;
    timeline?.seek(1);
    playing = null;
  }

  function showButton() {
    const runs = timeline?.isRunning() ?? false;
    const label = runs ? messages.stepsMotionPause : messages.stepsMotionPlay;
    if (button.title === label) return;
    setAttribute(button, 'aria-label', label);
    setAttribute(button, 'title', label);
    button.replaceChildren(icon(runs ? PAUSE : PLAY));
  }
  showButton();

  return {
    ...{ element, sheet, note, play, end },
    /** @param {HTMLElement} control that the reader used */
    bringIn: (control) => bringIn(control, sheet.parentElement),
    pause: () => timeline?.pause(),
    /** The matrices are on the screen. */
    drawn() {
      isDrawn = true;
      for (const waiter of waiters) waiter();
      waiters = [];
    },
  };
}

/**
 * @param {string} label
 * @param {(to: number) => void} move 0..1
 */
function createScrubber(label, move) {
  const input = h('input', {
    type: 'range',
    min: '0',
    max: String(STEPS),
    value: String(STEPS),
    'aria-label': label,
    oninput: () => move(Number(input.value) / STEPS),
  });
  return input;
}

/**
 * Scrolls so that what moves stands in the window, and what moves it too.
 * @param {HTMLElement} control
 * @param {HTMLElement | null} stage
 */
function bringIn(control, stage) {
  if (!stage) return;
  const below = stage.getBoundingClientRect().bottom + MARGIN - innerHeight;
  const above = control.getBoundingClientRect().top - MARGIN;
  const by = Math.min(below, above);
  if (by > 0) scrollBy({ top: by, behavior: 'smooth' });
}
