// Schedules rendering of the lab in the next animation frame.
// Promises settle when the state is on the screen.

import { shortText } from '../shared/format.js';

/** @typedef {import('./frame.js').Frame} Frame */

/**
 * @param {object} lab
 * @param {() => Frame} lab.draw tells the parts of the present frame
 * @param {() => boolean} lab.isDrawn whether the parts have drawn it
 * @param {() => boolean} lab.isAwaiting whether a model is still to come
 * @param {() => boolean} lab.isComputed whether everything that the present state needs is there, or has failed
 */
export function createDrawing({ draw, isDrawn, isAwaiting, isComputed }) {
  let scheduled = 0;
  let settled = false;
  /** whether the parts are being told of a frame: some may be done before others have heard of it */
  let telling = false;
  /** @type {(() => void)[]} */
  let waiters = [];
  /** @type {Set<(frame: Frame) => void>} */
  const watchers = new Set();

  function schedule() {
    settled = false;
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    telling = true;
    const frame = draw();
    for (const watcher of watchers) watcher(frame);
    telling = false;
    settle();
  }

  /** The present state is on the screen, or nothing more will come. */
  function settle() {
    if (telling || isAwaiting()) return;
    settled = scheduled === 0 && isComputed() && isDrawn();
    if (!settled) return;
    for (const waiter of waiters) waiter();
    waiters = [];
  }

  return {
    schedule,
    settle,
    render,
    /** Not in the next frame, but now. */
    atOnce() {
      cancelAnimationFrame(scheduled);
      render();
    },
    /** Three tasks: making the lab; its first layout, and the browser's first number format; the first drawing. */
    start() {
      scheduled = requestAnimationFrame(() => {
        shortText(0);
        scheduled = requestAnimationFrame(render);
      });
    },
    stop: () => cancelAnimationFrame(scheduled),
    /** @param {(frame: Frame) => void} watcher called after every drawing */
    watch(watcher) {
      watchers.add(watcher);
      schedule();
      return () => void watchers.delete(watcher);
    },
    /** @returns {Promise<void>} */
    settled: () =>
      // a view that is pointed at draws without a change of state
      settled && isDrawn()
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve())),
  };
}
